/** True if a string may be the id of a spec, which is the name of a file. */
export const isSpecId = (text: string): boolean => /^[A-Za-z0-9][\w.-]{0,127}$/.test(text)

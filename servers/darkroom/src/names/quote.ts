const longest = 80

/** Quotes a string of the caller for a message; long strings are cut. */
export function quote(text: string): string {
  if (text.length <= longest) return JSON.stringify(text)
  return JSON.stringify(`${text.slice(0, longest)}…`)
}

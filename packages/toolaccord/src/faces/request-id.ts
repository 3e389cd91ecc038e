/** A request id that fits into headers and logs as it is; undefined for any other. */
export const safeId = (id: unknown): string | undefined =>
  typeof id === 'string' && /^[\w.-]{1,128}$/.test(id) ? id : undefined

/** Whoever vouches for an id makes it the name of one caller. */
export interface NamedCaller {
  readonly id: string
  readonly issuer?: string | undefined
}

/**
 * Returns the name that what belongs to a caller is kept under. Two issuers may give out the same
 * id, and neither may be mistaken for a key.
 */
export function toCallerKey({ id, issuer = '' }: NamedCaller): string {
  if (issuer === '' && !id.includes('\n')) return id
  return `${issuer}\n${id}`
}

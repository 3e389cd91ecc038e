/**
 * Returns the owner of what an answer leaves out: its caller, or everybody if callers need not say
 * who they are.
 */
export const ownerOf = (caller: { readonly id: string } | undefined): string =>
  caller === undefined ? 'anyone' : `caller:${caller.id}`

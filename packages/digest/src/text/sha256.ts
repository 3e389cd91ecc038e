/** The SHA-256 of a text in UTF-8, as 64 lowercase hex digits. */
export async function sha256(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The hash of a canonical text as a payload carries it. */
export const toTextHash = async (text: string): Promise<string> => `sha256:${await sha256(text)}`

/**
 * The contract's short name of a query: of its bytes as they are, without trimming or folding of
 * case.
 */
export const toQueryHash = async (query: string): Promise<string> =>
  (await sha256(query)).slice(0, 8)

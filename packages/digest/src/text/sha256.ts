/** Returns the SHA-256 of a string in UTF-8, as 64 lowercase hex digits. */
export async function sha256(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the hash of a canonical text in the form that a payload has it. */
export const toTextHash = async (text: string): Promise<string> => `sha256:${await sha256(text)}`

/** Returns the contract's short hash of a query, whose bytes are neither trimmed nor folded. */
export const toQueryHash = async (query: string): Promise<string> =>
  (await sha256(query)).slice(0, 8)

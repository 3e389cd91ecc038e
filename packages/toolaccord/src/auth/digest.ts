const encoder = new TextEncoder()

/** The SHA-256 digest of a text: 32 bytes, whatever its length. */
export const toDigest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))

/** Whether two digests are equal; it reads every byte, so that time does not tell where they differ. */
export function isSameDigest(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0)
  return difference === 0
}

export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Bytes as base64url without padding. */
export const toBase64Url = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** The bytes of base64url, or undefined: of all texts that would decode to the same bytes, one is taken. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  return toBase64Url(bytes) === text ? bytes : undefined
}

/** Seals bytes with a key that only the server has. */
export interface Signer {
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
  verify(bytes: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>): Promise<boolean>
}

/** The length of a signature in bytes. */
export const signatureBytes = 32

const minSecretBytes = 16

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

function toBytes(secret: string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof secret === 'string') return new TextEncoder().encode(secret)
  return Uint8Array.from(secret)
}

/** Creates a signer with HMAC-SHA256; throws for a secret of less than 16 bytes. */
export function createSigner(secret: string | Uint8Array): Signer {
  const bytes = toBytes(secret)
  if (bytes.length < minSecretBytes)
    throw new TypeError(
      `A secret of ${bytes.length} bytes is too short; ` +
        `give at least ${minSecretBytes} random bytes.`,
    )
  let imported: Promise<CryptoKey> | undefined
  function toKey(): Promise<CryptoKey> {
    imported ??= crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
    return imported
  }
  return {
    sign: async (content) =>
      new Uint8Array(await crypto.subtle.sign('HMAC', await toKey(), content)),
    verify: async (content, signature) =>
      crypto.subtle.verify('HMAC', await toKey(), signature, content),
  }
}

const encoder = new TextEncoder()

/** The part of Node's own module that hashes. */
interface NodeCrypto {
  createHash(algorithm: 'sha256'): NodeHash
}

interface NodeHash {
  update(text: string): NodeHash
  digest(): Uint8Array
}

interface NodeGlobals {
  readonly process?: { getBuiltinModule?(name: 'crypto'): NodeCrypto | undefined }
}

/**
 * Returns the SHA-256 digest of a string: 32 bytes, whatever its length. Node gives it at once: Web
 * Crypto would have each call wait for whatever else the process is doing.
 */
export async function toDigest(text: string): Promise<Uint8Array> {
  // The cast names what only Node has.
  const { process } = globalThis as NodeGlobals
  const node = process?.getBuiltinModule?.('crypto')
  if (node !== undefined) return node.createHash('sha256').update(text).digest()
  return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
}

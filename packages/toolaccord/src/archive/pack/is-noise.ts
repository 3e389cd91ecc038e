/** How many bytes are looked at: at the start, in the middle and at the end. */
const partBytes = 4_096
const noiseBitsPerByte = 7.8

/**
 * True if content looks random, as pictures, archives and ciphers do: compressing it would take
 * long and save nothing.
 */
export function isNoise(content: Uint8Array): boolean {
  const counts = new Uint32Array(256)
  const middle = Math.floor((content.length - partBytes) / 2)
  const parts = [
    content.subarray(0, partBytes),
    content.subarray(Math.max(0, middle), middle + partBytes),
    content.subarray(-partBytes),
  ]
  let total = 0
  for (const part of parts) {
    total += part.length
    for (const byte of part) counts[byte] = (counts[byte] ?? 0) + 1
  }
  return entropyOf(counts, total) > noiseBitsPerByte
}

/** Returns the bits that one byte carries. */
function entropyOf(counts: Uint32Array, total: number): number {
  let bits = 0
  for (const count of counts) if (count > 0) bits -= (count / total) * Math.log2(count / total)
  return bits
}

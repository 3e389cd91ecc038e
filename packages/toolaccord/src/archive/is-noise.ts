/** How many bytes are looked at: at the start, in the middle and at the end. */
const partBytes = 4_096

/**
 * Whether content looks like chance, as pictures, archives and ciphers do: compressing it would
 * take long and save nothing.
 */
export function isNoise(content: Uint8Array): boolean {
  const counts = new Uint32Array(256)
  const middle = Math.floor((content.length - partBytes) / 2)
  const parts = [
    content.subarray(0, partBytes),
    content.subarray(Math.max(0, middle), middle + partBytes),
    content.subarray(-partBytes),
  ]
  for (const part of parts) for (const byte of part) counts[byte] = (counts[byte] ?? 0) + 1
  const total = parts.reduce((sum, { length }) => sum + length, 0)
  const bitsPerByte = counts.reduce(
    (sum, count) => (count === 0 ? sum : sum - (count / total) * Math.log2(count / total)),
    0,
  )
  return bitsPerByte > 7.8
}

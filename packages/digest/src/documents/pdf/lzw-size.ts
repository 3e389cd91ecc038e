const clearCode = 256
const endCode = 257
const firstFree = 258
const mostCodes = 4_096
const firstWidth = 9
const mostWidth = 12

/**
 * Returns the size of LZW output without making it, counted until it is over the limit. The codes
 * grow `early` codes sooner than needed: 1 by default in PDF, or 0.
 */
export function lzwSize(data: Uint8Array, limit: number, early: 0 | 1): number {
  /** The length of the string of each code. */
  const lengths = new Uint16Array(mostCodes).fill(1, 0, 256)
  let size = 0
  let bits = 0
  let held = 0
  let width = firstWidth
  let next = firstFree
  let previous = 0
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xffffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (held >>> bits) & ((1 << width) - 1)
    if (code === endCode || size > limit) return size
    if (code === clearCode) {
      width = firstWidth
      next = firstFree
      previous = 0
      continue
    }
    // A code that is not yet in the table is the previous string and its first letter.
    const length = code < next ? (lengths[code] ?? 0) : previous + 1
    if (previous > 0 && next < mostCodes) {
      lengths[next] = previous + 1
      next++
    }
    if (next + early >= 1 << width && width < mostWidth) width++
    size += length
    previous = length
  }
  return size
}

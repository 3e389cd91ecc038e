const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * Reads numbers in base64 VLQ: five bits to a character, the lowest first, and a sixth bit if more
 * follow.
 */
export function* unpackNumbers(packed: string): Generator<number> {
  let value = 0
  let shift = 0
  for (const sign of packed) {
    const digit = alphabet.indexOf(sign)
    value |= (digit & 31) << shift
    shift += 5
    if (digit >= 32) continue
    yield value
    value = 0
    shift = 0
  }
}

/** Reads rising numbers, each written as the difference to the one before. */
export function unpackRising(packed: string): number[] {
  let last = 0
  return Array.from(unpackNumbers(packed), (difference) => {
    last += difference
    return last
  })
}

/** Reads bits in base64, the lowest bit of a byte first; returns a byte for each. */
export function unpackBits(packed: string): Uint8Array {
  const bytes = atob(packed)
  return Uint8Array.from(
    { length: bytes.length * 8 },
    (_, at) => (bytes.charCodeAt(at >> 3) >> (at & 7)) & 1,
  )
}

/** Reads sorted words, each written as the letters shared with the one before, and the rest. */
export function unpackWords(packed: string): string[] {
  let last = ''
  return Array.from(packed.matchAll(/(\d)([a-z]*)/g), ([, shared, rest]) => {
    last = last.slice(0, Number(shared)) + rest
    return last
  })
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * The numbers of a text in base64 VLQ: five bits to a sign, the lowest first, and a sixth bit where
 * more follow.
 */
export function* unpackNumbers(packed: string): Generator<number> {
  let [value, shift] = [0, 0]
  for (const sign of packed) {
    const digit = alphabet.indexOf(sign)
    value |= (digit & 31) << shift
    shift += 5
    if (digit >= 32) continue
    yield value
    value = shift = 0
  }
}

/** The same where each number is the difference to the one before. */
export function unpackRising(packed: string): number[] {
  let last = 0
  return Array.from(unpackNumbers(packed), (difference) => (last += difference))
}

/** The bits of a text in base64, one byte each, the lowest bit of a byte first. */
export function unpackBits(packed: string): Uint8Array {
  const bytes = atob(packed)
  return Uint8Array.from(
    { length: bytes.length * 8 },
    (_, at) => (bytes.charCodeAt(at >> 3) >> (at & 7)) & 1,
  )
}

/** Sorted words, each written as how many letters it shares with the one before and the rest. */
export function unpackWords(packed: string): string[] {
  let last = ''
  return Array.from(
    packed.matchAll(/(\d)([a-z]*)/g),
    ([, shared, rest]) => (last = last.slice(0, Number(shared)) + rest),
  )
}

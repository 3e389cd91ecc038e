/** Where request ids take time and chance from. */
export interface RequestIdOptions {
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: () => number
  /** Fills the bytes. Default: `crypto.getRandomValues`. */
  readonly random?: (bytes: Uint8Array<ArrayBuffer>) => void
}

const bytesPerId = 10
const idsPerDraw = 400
const counterEnd = 0x1000
const hex: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

/**
 * Makes UUIDs of version 7 (RFC 9562) that sort as they were made, also within a millisecond and
 * when the clock steps back.
 */
export function createRequestIds({
  now = Date.now,
  random = (bytes) => void crypto.getRandomValues(bytes),
}: RequestIdOptions = {}): () => string {
  const pool = new Uint8Array(bytesPerId * idsPerDraw)
  let next = pool.length
  let time = -1
  let timeText = ''
  let counter = 0

  /** Bytes for one id, drawn for many at once because a draw is dear. */
  function draw(): number {
    if (next === pool.length) {
      random(pool)
      next = 0
    }
    next += bytesPerId
    return next - bytesPerId
  }

  const byteAt = (index: number) => pool[index] ?? 0
  const hexAt = (index: number) => hex[byteAt(index)]

  return function newId() {
    const at = draw()
    const clock = Math.trunc(now())
    if (clock <= time && counter + 1 < counterEnd) counter += 1
    else {
      // A full counter borrows the next millisecond, as section 6.2 allows.
      time = Math.max(clock, time + 1)
      timeText = toTimeText(time)
      // It starts in the lowest quarter, so that there is room to count up.
      counter = ((byteAt(at) & 0x03) << 8) | byteAt(at + 1)
    }
    const version = `${hex[0x70 | (counter >> 8)]}${hex[counter & 0xff]}`
    const variant = `${hex[0x80 | (byteAt(at + 2) & 0x3f)]}${hexAt(at + 3)}`
    return `${timeText}-${version}-${variant}-${hexAt(at + 4)}${hexAt(at + 5)}${hexAt(at + 6)}${hexAt(at + 7)}${hexAt(at + 8)}${hexAt(at + 9)}`
  }
}

function toTimeText(time: number): string {
  const digits = time.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

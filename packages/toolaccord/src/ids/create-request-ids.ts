/** The sources of time and chance for request ids. */
export interface RequestIdOptions {
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: (() => number) | undefined
  /** Fills the bytes. Default: `crypto.getRandomValues`. */
  readonly random?: ((bytes: Uint8Array<ArrayBuffer>) => void) | undefined
}

const bytesPerId = 10
const idsPerDraw = 400
const counterEnd = 0x1000
const hex: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

/**
 * Creates a function that returns UUIDs of version 7 (RFC 9562). They sort in the order in which
 * they were made, also within a millisecond and when the clock steps back.
 */
export function createRequestIds({
  now = Date.now,
  random = fillRandomly,
}: RequestIdOptions = {}): () => string {
  const pool = new Uint8Array(bytesPerId * idsPerDraw)
  let next = pool.length
  let time = -1
  let timeText = ''
  let counter = 0

  /** Returns the index of bytes for one id; they are drawn for many at once, as a draw is slow. */
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

  /** Takes the next step of the counter, or the next millisecond. */
  function step(at: number): void {
    const clock = Math.trunc(now())
    if (clock <= time && counter + 1 < counterEnd) {
      counter += 1
      return
    }
    // A full counter borrows the next millisecond, as section 6.2 allows.
    time = Math.max(clock, time + 1)
    timeText = toTimeText(time)
    // The counter starts in its lowest quarter, so that there is room to count up.
    counter = ((byteAt(at) & 0x03) << 8) | byteAt(at + 1)
  }

  return function newId() {
    const at = draw()
    step(at)
    const version = `${hex[0x70 | (counter >> 8)]}${hex[counter & 0xff]}`
    const variant = `${hex[0x80 | (byteAt(at + 2) & 0x3f)]}${hexAt(at + 3)}`
    const start = `${hexAt(at + 4)}${hexAt(at + 5)}${hexAt(at + 6)}`
    const end = `${hexAt(at + 7)}${hexAt(at + 8)}${hexAt(at + 9)}`
    return `${timeText}-${version}-${variant}-${start}${end}`
  }
}

function fillRandomly(bytes: Uint8Array<ArrayBuffer>): void {
  crypto.getRandomValues(bytes)
}

function toTimeText(time: number): string {
  const digits = time.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

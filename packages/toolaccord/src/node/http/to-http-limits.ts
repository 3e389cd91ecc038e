import { wholeFaults } from '../../json/whole-faults.ts'

/** What clients may take up of a server that listens, all optional. */
export interface HttpLimits {
  /** Open connections; one more gets 503 and is closed. Default: 5000. */
  readonly connections?: number | undefined
  /** Open connections from one address. Default: half of `connections`. */
  readonly connectionsPerAddress?: number | undefined
  /**
   * Bytes that wait to be read by clients, or that bodies still on their way will have. Requests
   * over it get 503. Default: 256 MiB.
   */
  readonly bytes?: number | undefined
  /** Bytes of the heap of V8; requests over it get 503. Default: no limit. */
  readonly heapBytes?: number | undefined
  /**
   * How long a client may read nothing of an answer that waits for it, in milliseconds; then its
   * connection is ended. Default: 30 seconds.
   */
  readonly stallMs?: number | undefined
}

/** The limits of a server, with nothing left open. */
export interface FullHttpLimits {
  readonly connections: number
  readonly connectionsPerAddress: number
  readonly bytes: number
  readonly heapBytes: number
  readonly stallMs: number
}

/** Returns the limits with their defaults; throws a RangeError for one that cannot be. */
export function toHttpLimits(given: HttpLimits = {}): FullHttpLimits {
  const { connections = 5000, bytes = 268_435_456, heapBytes = Infinity, stallMs = 30_000 } = given
  const { connectionsPerAddress = Math.ceil(connections / 2) } = given
  const faults = [
    ...wholeFaults('limits.connections', connections, 1, 1_000_000),
    ...wholeFaults('limits.connectionsPerAddress', connectionsPerAddress, 1, 1_000_000),
    ...wholeFaults('limits.bytes', bytes, 1, Number.MAX_SAFE_INTEGER),
    ...wholeFaults('limits.stallMs', stallMs, 1, 2_147_483_647),
  ]
  if (heapBytes !== Infinity) {
    faults.push(...wholeFaults('limits.heapBytes', heapBytes, 1, Number.MAX_SAFE_INTEGER))
  }
  if (faults.length > 0) throw new RangeError(faults.join('\n'))
  return { connections, connectionsPerAddress, bytes, heapBytes, stallMs }
}

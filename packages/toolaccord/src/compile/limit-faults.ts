import type { Limits } from '../define/limits.ts'

/** The largest delay that timers take. */
const maxTimeoutMs = 2_147_483_647

/** Checks a time limit. */
export function* timeoutFaults(name: string, timeoutMs: number | undefined): Iterable<string> {
  if (timeoutMs === undefined || (timeoutMs > 0 && timeoutMs <= maxTimeoutMs)) return
  yield `${name}: ${timeoutMs} is not a time in milliseconds from 1 to ${maxTimeoutMs}`
}

/** Checks the limits of a server. */
export function* limitFaults({ timeoutMs, depth, bodyBytes }: Limits): Iterable<string> {
  yield* timeoutFaults('limits.timeoutMs', timeoutMs)
  if (!Number.isInteger(depth) || depth < 1 || depth > 256) {
    yield `limits.depth: ${depth} is not a whole number from 1 to 256`
  }
  if (!(bodyBytes > 0)) yield `limits.bodyBytes: ${bodyBytes} is not a size in bytes`
}

import type { Limits } from '../define/limits.ts'
import type { AnyTool } from '../define/tool.ts'

/** The largest delay that timers take. */
const maxTimeoutMs = 2_147_483_647

/** Checks a time limit. */
export function* timeoutFaults(name: string, timeoutMs: number | undefined): Iterable<string> {
  if (timeoutMs === undefined || (timeoutMs > 0 && timeoutMs <= maxTimeoutMs)) return
  yield `${name}: ${timeoutMs} is not a time in milliseconds from 1 to ${maxTimeoutMs}`
}

/** Checks the numbers of a tool that may take long. */
export function* longFaults({ long }: Pick<AnyTool, 'long'>): Iterable<string> {
  if (long === undefined || long === true) return
  const { maxMs, keepMs = 0, retries = 0, concurrency = 1 } = long
  yield* timeoutFaults('long.maxMs', maxMs)
  if (!(keepMs >= 0)) yield `long.keepMs: ${keepMs} is not a time in milliseconds`
  if (!Number.isInteger(retries) || retries < 0) {
    yield `long.retries: ${retries} is not a whole number from 0 on`
  }
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    yield `long.concurrency: ${concurrency} is not a whole number from 1 on`
  }
}

/** Checks the limits of a server. */
export function* limitFaults({ timeoutMs, depth, bodyBytes }: Limits): Iterable<string> {
  yield* timeoutFaults('limits.timeoutMs', timeoutMs)
  if (!Number.isInteger(depth) || depth < 1 || depth > 256) {
    yield `limits.depth: ${depth} is not a whole number from 1 to 256`
  }
  if (!(bodyBytes > 0)) yield `limits.bodyBytes: ${bodyBytes} is not a size in bytes`
}

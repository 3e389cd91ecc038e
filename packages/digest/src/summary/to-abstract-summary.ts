import { canonicalText } from '../text/canonical-text.ts'
import { countCodePoints } from '../text/code-points.ts'
import { checkSignal } from '../work/create-pace.ts'
import type { Log } from '../work/log.ts'
import type { CircuitBreaker } from './create-circuit-breaker.ts'

/**
 * Writes a summary in its own words, such as a call of a model. It should stop when the signal
 * does.
 */
export type Summarize = (text: string, query: string, signal: AbortSignal) => Promise<string>

/** Why a summary was taken from the text after all. */
export type FallbackReason = 'failed' | 'timeout' | 'empty' | 'too_long' | 'circuit_open'

export interface AbstractOptions {
  readonly summarize: Summarize
  readonly timeoutMs: number
  readonly maxChars: number
  readonly log?: Log | undefined
  readonly signal?: AbortSignal
  readonly breaker?: CircuitBreaker
}

export type AbstractSummary =
  | { readonly ok: true; readonly summary: string }
  | { readonly ok: false; readonly reason: FallbackReason }

/** Asks for a summary and takes no for an answer; throws only when the caller itself gave up. */
export async function toAbstractSummary(
  text: string,
  query: string,
  { breaker, ...options }: AbstractOptions,
): Promise<AbstractSummary> {
  const settle = breaker?.enter()
  if (breaker !== undefined && settle === undefined) return { ok: false, reason: 'circuit_open' }
  const answer = await ask(text, query, options)
  settle?.(options.signal?.aborted ? 'given up' : answer.ok ? 'success' : 'failure')
  checkSignal(options.signal)
  return answer
}

async function ask(
  text: string,
  query: string,
  { summarize, timeoutMs, maxChars, log, signal }: AbstractOptions,
): Promise<AbstractSummary> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), timeoutMs)
  const stop = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal])
  try {
    return check(await Promise.race([summarize(text, query, stop), whenAborted(stop)]), maxChars)
  } catch (error) {
    if (!stop.aborted) log?.warn('the summariser failed', { error })
    return { ok: false, reason: deadline.signal.aborted ? 'timeout' : 'failed' }
  } finally {
    clearTimeout(timer)
  }
}

function check(answer: unknown, maxChars: number): AbstractSummary {
  if (typeof answer !== 'string') return { ok: false, reason: 'failed' }
  const summary = canonicalText(answer)
  if (summary === '') return { ok: false, reason: 'empty' }
  return countCodePoints(summary) > maxChars
    ? { ok: false, reason: 'too_long' }
    : { ok: true, summary }
}

/** Rejects with the signal, because a summariser may not heed it. */
const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const give = () => reject(new Error('aborted'))
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })

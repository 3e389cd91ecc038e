import { checkSignal } from '../pace/create-pace.ts'
import type { Log } from '../pace/log.ts'
import { canonicalText } from '../text/canonical-text.ts'
import { countCodePoints } from '../text/code-points.ts'
import type { CircuitBreaker } from './create-circuit-breaker.ts'

/**
 * Writes a summary in its own words, for example by a call of a model. It should stop when the
 * signal is aborted.
 */
export type Summarize = (text: string, query: string, signal: AbortSignal) => Promise<string>

/** The reason why a summary is extractive although a summariser was given. */
export type FallbackReason = 'failed' | 'timeout' | 'empty' | 'too_long' | 'circuit_open'

/** The summariser, and the bounds of its answer. */
export interface AbstractOptions {
  readonly summarize: Summarize
  readonly timeoutMs: number
  readonly maxChars: number
  readonly log?: Log | undefined
  readonly signal?: AbortSignal | undefined
  readonly breaker?: CircuitBreaker | undefined
}

/** A summary in its own words, or the reason why there is none. */
export type AbstractSummary =
  | { readonly ok: true; readonly summary: string }
  | { readonly ok: false; readonly reason: FallbackReason }

/** Asks the summariser. Throws only if the caller itself has given up. */
export async function toAbstractSummary(
  text: string,
  query: string,
  { breaker, ...options }: AbstractOptions,
): Promise<AbstractSummary> {
  const settle = breaker?.enter()
  const isOpen = breaker !== undefined && settle === undefined
  if (isOpen) return { ok: false, reason: 'circuit_open' }
  const answer = await ask(text, query, options)
  if (options.signal?.aborted) settle?.('given up')
  else settle?.(answer.ok ? 'success' : 'failure')
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
    const answer = await Promise.race([summarize(text, query, stop), whenAborted(stop)])
    return toResult(answer, maxChars)
  } catch (error) {
    if (!stop.aborted) log?.warn('the summariser failed', { error })
    return { ok: false, reason: deadline.signal.aborted ? 'timeout' : 'failed' }
  } finally {
    clearTimeout(timer)
  }
}

/** Checks an answer, which a program without types may give in any form. */
function toResult(answer: unknown, maxChars: number): AbstractSummary {
  if (typeof answer !== 'string') return { ok: false, reason: 'failed' }
  const summary = canonicalText(answer)
  if (summary === '') return { ok: false, reason: 'empty' }
  if (countCodePoints(summary) > maxChars) return { ok: false, reason: 'too_long' }
  return { ok: true, summary }
}

/** Rejects when the signal is aborted, because a summariser may not heed it. */
const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const giveUp = () => reject(new Error('aborted'))
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })

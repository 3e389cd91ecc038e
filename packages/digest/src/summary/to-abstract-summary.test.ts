import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { digest } from '../digest.ts'
import { canonicalize } from '../documents/canonicalize.ts'
import { createCircuitBreaker } from './create-circuit-breaker.ts'
import type { Summarize } from './to-abstract-summary.ts'

const text = 'Corals bleach when the water is warm. Fish leave the reef after that.'
const condense = async (summarize: Summarize, options = {}) =>
  digest(await canonicalize(text), 'corals', { summarize, ...options })
const extractive = async () => (await digest(await canonicalize(text), 'corals')).payload

describe('a summariser of the caller', () => {
  it('gets text, query and signal, and its answer is the summary', async () => {
    const summarize = vi.fn<Summarize>(async () => ' Warm water\r\nharms corals. ')
    const { payload, warnings } = await condense(summarize)
    expect(summarize).toHaveBeenCalledWith(text, 'corals', expect.any(AbortSignal))
    expect(warnings).toEqual([])
    const { key_points, evidence_snippets } = await extractive()
    expect(payload).toMatchObject({
      summary: 'Warm water\nharms corals.',
      key_points,
      evidence_snippets,
    })
  })

  it('is not asked about an empty text', async () => {
    const summarize = vi.fn<Summarize>(async () => 'something')
    expect((await digest(await canonicalize(''), 'corals', { summarize })).payload.summary).toBe('')
    expect(summarize).not.toHaveBeenCalled()
  })

  it.each<[string, Summarize]>([
    ['failed', async () => Promise.reject(new Error('secret'))],
    [
      'failed',
      () => {
        throw new Error('secret')
      },
    ],
    // A program without types may return anything.
    ['failed', async () => undefined as unknown as string],
    ['empty', async () => ' \n\u0000 '],
    ['too_long', async () => '😀'.repeat(2_001)],
  ])('gives way to the extractive summary: %s', async (reason, summarize) => {
    const { payload, warnings } = await condense(summarize)
    expect(payload).toEqual(await extractive())
    expect(warnings).toEqual([
      {
        code: 'FALLBACK_USED',
        severity: 'warning',
        message: expect.stringMatching(/^The summariser .*; the summary is taken from the text\.$/),
        context: { reason },
      },
    ])
    expect(JSON.stringify(warnings)).not.toContain('secret')
  })

  it('may be as long as the limit', async () => {
    expect((await condense(async () => '😀'.repeat(2_000))).warnings).toEqual([])
    expect((await condense(async () => 'abc', { summaryChars: 70 })).payload.summary).toBe('abc')
  })

  it('has its error logged, not shown', async () => {
    const warn = vi.fn()
    await condense(async () => Promise.reject(new Error('secret')), { log: { warn } })
    expect(warn).toHaveBeenCalledWith('the summariser failed', { error: new Error('secret') })
  })

  it('ends with the digest that the caller cancels, even if it ignores the signal', async () => {
    const caller = new AbortController()
    const asked = condense(
      () => {
        caller.abort()
        return new Promise(() => {})
      },
      { signal: caller.signal },
    )
    await expect(asked).rejects.toMatchObject({ reason: 'cancelled' })
  })
})

describe('a summariser that takes too long', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('gets an aborted signal, and gives way', async () => {
    let signal: AbortSignal | undefined
    const asked = condense(
      (_, __, given) => {
        signal = given
        return new Promise(() => {})
      },
      { summarizeTimeoutMs: 5_000 },
    )
    await vi.waitFor(() => expect(signal).toBeInstanceOf(AbortSignal))
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await asked).warnings).toMatchObject([{ context: { reason: 'timeout' } }])
    expect(signal?.aborted).toBe(true)
  })
})

describe('a summariser behind a circuit breaker', () => {
  it('is left alone while it is open, and asked again later', async () => {
    let now = 0
    const breaker = createCircuitBreaker({
      minCalls: 2,
      window: 2,
      cooldownMs: 100,
      clock: () => now,
    })
    const summarize = vi.fn<Summarize>(async () => Promise.reject(new Error('down')))
    const reasons = async () =>
      (await condense(summarize, { breaker })).warnings.map(({ context }) => context.reason)
    expect([await reasons(), await reasons(), await reasons()]).toEqual([
      ['failed'],
      ['failed'],
      ['circuit_open'],
    ])
    expect(summarize).toHaveBeenCalledTimes(2)
    now = 100
    summarize.mockImplementation(async () => 'It works.')
    expect(await reasons()).toEqual([])
    expect(breaker.state).toBe('closed')
  })

  it('does not count a call that the caller gave up', async () => {
    const breaker = createCircuitBreaker({ minCalls: 1, window: 1 })
    const caller = new AbortController()
    await expect(
      condense(
        async () => {
          caller.abort()
          throw new Error('aborted')
        },
        { breaker, signal: caller.signal },
      ),
    ).rejects.toMatchObject({ reason: 'cancelled' })
    expect(breaker.state).toBe('closed')
  })
})

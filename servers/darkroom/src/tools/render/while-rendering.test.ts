import type { Call } from 'toolaccord'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whileRendering } from './while-rendering.ts'

const fakeCall = (progress: (...told: unknown[]) => void = () => {}) => {
  const caller = new AbortController()
  // The cast names the two members that renders need of a call.
  const call = { signal: caller.signal, progress } as unknown as Call
  return { caller, call }
}

/** Waits until it is stopped, as a render does. */
const endless = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    const stop = () => reject(signal?.reason)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
  })

describe('while a render runs', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('the caller hears of it every two seconds, in growing numbers', async () => {
    const told: unknown[][] = []
    const { call } = fakeCall((...one) => told.push(one))
    const rendering = whileRendering(call, 600_000, async ({ onProgress }) => {
      onProgress?.('waiting')
      onProgress?.('rendering')
      await new Promise((resolve) => setTimeout(resolve, 7000))
      return 'done'
    })
    await vi.advanceTimersByTimeAsync(7000)
    expect(await rendering).toBe('done')
    expect(told).toEqual([
      [0, 600, 'waiting'],
      [0, 600, 'rendering'],
      [2, 600, 'rendering'],
      [4, 600, 'rendering'],
      [6, 600, 'rendering'],
    ])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('it is stopped at its limit, with the seconds that it had', async () => {
    const { call } = fakeCall()
    const rendering = whileRendering(call, 180_000, ({ signal }) => endless(signal))
    const ended = expect(rendering).rejects.toMatchObject({
      reason: 'timeout',
      message: 'darktable did not finish within 180 s and was stopped.',
    })
    await vi.advanceTimersByTimeAsync(180_000)
    await ended
    expect(vi.getTimerCount()).toBe(0)
  })

  it('it is stopped when the caller leaves, or has left', async () => {
    const { call, caller } = fakeCall()
    const rendering = whileRendering(call, 1000, ({ signal }) => endless(signal))
    caller.abort('gone')
    await expect(rendering).rejects.toBe('gone')
    await expect(whileRendering(call, 1000, ({ signal }) => endless(signal))).rejects.toBe('gone')
    expect(vi.getTimerCount()).toBe(0)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPatience } from './create-patience.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const silence = () => new Promise<never>(() => {})
const silent = 'The store did not answer within 100 ms.'
const leftAlone = 'The store did not answer within 100 ms and is left alone.'

/** The message that an answer fails with, or the answer. */
const endOf = (answer: Promise<unknown>) => answer.catch((thrown: Error) => thrown.message)

describe('patience with a store', () => {
  it('hands on what the store answers or throws in time', async () => {
    const ask = createPatience(100)
    expect(await ask(async () => 'yes')).toBe('yes')
    expect(await endOf(ask(() => Promise.reject(new Error('no'))))).toBe('no')
    expect(await ask(async () => 'yes')).toBe('yes')
  })

  it('leaves a silent store alone for a second, then lets one ask at a time', async () => {
    const ask = createPatience(100)
    const asked = vi.fn(silence)
    const first = endOf(ask(asked))
    await later(100)
    expect(await first).toBe(silent)
    await later(999)
    expect(await endOf(ask(asked))).toBe(leftAlone)
    expect(asked).toHaveBeenCalledTimes(1)
    await later(1)
    const probe = endOf(ask(asked))
    expect(await endOf(ask(asked))).toBe(leftAlone)
    expect(asked).toHaveBeenCalledTimes(2)
    await later(100)
    expect(await probe).toBe(silent)
    expect(await endOf(ask(asked))).toBe(leftAlone)
  })

  it('asks again as soon as the store answers, be it late', async () => {
    const ask = createPatience(100)
    const slow = endOf(ask(() => new Promise((resolve) => setTimeout(resolve, 300))))
    await later(100)
    expect(await slow).toBe(silent)
    expect(await endOf(ask(silence))).toBe(leftAlone)
    await later(200)
    expect(await ask(async () => 'yes')).toBe('yes')
  })

  it('learns nothing from a client that gives up late', async () => {
    const ask = createPatience(100)
    const slow = endOf(ask(() => new Promise((_, reject) => setTimeout(reject, 300))))
    await later(300)
    await slow
    expect(await endOf(ask(async () => 'yes'))).toBe(leftAlone)
  })

  it('hands on what is thrown at once, and leaves no timer behind', async () => {
    const ask = createPatience(100)
    const thrown = () => {
      throw new Error('at once')
    }
    expect(await endOf(ask(thrown))).toBe('at once')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('takes a failure in time for an answer', async () => {
    const ask = createPatience(100)
    const first = endOf(ask(silence))
    await later(1100)
    await first
    expect(await endOf(ask(() => Promise.reject(new Error('refused'))))).toBe('refused')
    expect(await ask(async () => 'yes')).toBe('yes')
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startDeadline } from './start-deadline.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('startDeadline', () => {
  it('ends with timeout when the time is up, and aborts its signal with a reason', async () => {
    const deadline = startDeadline(50, new AbortController().signal)
    vi.advanceTimersByTime(49)
    expect(deadline.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await deadline.ended).toBe('timeout')
    expect(deadline.signal.reason).toMatchObject({
      name: 'TimeoutError',
      message: 'Over the time limit of 50 ms',
    })
  })

  it('ends with cancelled when the caller goes away', async () => {
    const caller = new AbortController()
    const deadline = startDeadline(50, caller.signal)
    caller.abort()
    expect(await deadline.ended).toBe('cancelled')
    expect(deadline.signal.reason).toMatchObject({
      name: 'AbortError',
      message: 'Cancelled by the caller',
    })
  })

  it('ends at once when the caller is gone already', async () => {
    const deadline = startDeadline(50, AbortSignal.abort())
    vi.advanceTimersByTime(50)
    expect(await deadline.ended).toBe('cancelled')
  })

  it('keeps the first reason when both happen', async () => {
    const caller = new AbortController()
    const deadline = startDeadline(50, caller.signal)
    vi.advanceTimersByTime(50)
    caller.abort()
    expect(await deadline.ended).toBe('timeout')
    expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('leaves neither a timer nor a listener behind once cleared', () => {
    const caller = new AbortController()
    const removed = vi.spyOn(caller.signal, 'removeEventListener')
    const deadline = startDeadline(50, caller.signal)
    expect(vi.getTimerCount()).toBe(1)
    deadline.clear()
    expect(vi.getTimerCount()).toBe(0)
    expect(removed).toHaveBeenCalledTimes(1)
    caller.abort()
    expect(deadline.signal.aborted).toBe(false)
  })
})

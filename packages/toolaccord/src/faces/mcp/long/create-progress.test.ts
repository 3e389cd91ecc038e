import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../../../log/log.ts'
import { createProgress } from './create-progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The progress of a request, and what its client hears at which time. */
function listen(_meta?: { readonly progressToken?: string }) {
  const heard: { readonly at: number; readonly progress: number }[] = []
  const start = Date.now()
  const progress = createProgress(
    {
      _meta,
      async notify({ params }) {
        heard.push({ at: Date.now() - start, progress: params.progress })
      },
    },
    silentLog,
  )
  return { heard, progress }
}

const minute = 60_000

describe('the progress of a request', () => {
  it('is heard at least every 5 seconds, though the tool says nothing', () => {
    const { heard, progress } = listen({ progressToken: 'p' })
    const end = progress.startBeats()
    vi.advanceTimersByTime(minute)
    const times = [0, ...heard.map(({ at }) => at), minute]
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5000)
    end()
    const { length } = heard
    vi.advanceTimersByTime(minute)
    expect(heard).toHaveLength(length)
  })

  it('has no beats beside a tool that says enough', () => {
    const { heard, progress } = listen({ progressToken: 'p' })
    progress.startBeats()
    for (let done = 1; done <= 30; done++) {
      progress.tell({ done, total: 30 })
      vi.advanceTimersByTime(2000)
    }
    expect(heard.map((one) => one.progress)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
  })

  it('is heard by nobody who did not ask for it', () => {
    const { heard, progress } = listen({})
    progress.startBeats()
    progress.tell({ done: 1 })
    vi.advanceTimersByTime(minute)
    expect(heard).toEqual([])
  })

  it('is only numbers that JSON has', () => {
    const { heard, progress } = listen({ progressToken: 'p' })
    for (const done of [Number.NaN, Infinity, 1]) progress.tell({ done })
    expect(heard.map((one) => one.progress)).toEqual([1])
  })
})

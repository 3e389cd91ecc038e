import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLab } from '../../../../test/lab-server.ts'
import type { Job } from '../../../jobs/job.ts'
import { failure, rejection } from '../../../outcome/failure.ts'
import { ok } from '../../../outcome/outcome.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'
import { createJobEvents } from './create-job-events.ts'
import { progressId } from './to-event.ts'

afterEach(() => {
  vi.useRealTimers()
})

const holder = { face: 'rest' } as const

/** A job that runs, and a desk by which the test tells of its changes. */
async function createFixture() {
  const { server, started } = createLab()
  const pending = await server.callByName('develop', { film: 'slow' }, { waitMs: 0 })
  await started
  const { jobs: own } = server
  // The casts name what a server with a long tool has, and what it answers.
  const { job_id: id } = pending.data as { job_id: string }
  const job = (await own?.find(id, holder)) as Job
  let tell: (job: Job) => void = () => {}
  const unwatch = vi.fn()
  const desk = {
    ...own,
    watch: (_: Job, given: (job: Job) => void) => {
      tell = given
      return unwatch
    },
  } as JobDesk
  const onEnd = vi.fn()
  const onTrouble = vi.fn()
  const init = {
    desk,
    job,
    lastSeen: null,
    find: async () => job,
    writeEnd: async () => '{"ok":\ntrue}',
    onEnd,
    onTrouble,
  }
  return { init, job, unwatch, onEnd, onTrouble, tell: (now: Job) => tell(now) }
}

const at = (job: Job, done: number): Job => ({
  ...job,
  changedAt: job.changedAt + done,
  progress: { done, total: 9 },
})

describe('the stream of events', () => {
  it('skips what a slow reader has missed, never the end', async () => {
    const { init, job, tell, unwatch, onEnd } = await createFixture()
    const { stream } = createJobEvents(init)
    for (let done = 2; done < 9; done++) tell(at(job, done))
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
    const read = async () => (await reader.read()).value
    expect(await read()).toBe('retry: 2000\n\n')
    expect(await read()).toContain('"done":8')
    const ended: Job = { ...at(job, 9), state: 'cancelled' }
    tell(ended)
    expect(await read()).toContain('"done":9')
    expect(await read()).toBe('event: cancelled\nid: end\ndata: {"ok":\ndata: true}\n\n')
    expect(await reader.read()).toMatchObject({ done: true })
    expect([unwatch.mock.calls.length, onEnd.mock.calls.length]).toEqual([1, 1])
  })

  it('has at most ten events a second, and the latest state after a pause', async () => {
    const { init, job, tell } = await createFixture()
    vi.useFakeTimers()
    const { stream, end } = createJobEvents(init)
    const reading = new Response(stream).text()
    await vi.advanceTimersByTimeAsync(0)
    for (let done = 1; done <= 1000; done++) {
      tell(at(job, done))
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(100)
    end()
    const events = (await reading).split('event: progress').slice(1)
    expect(events.length).toBeLessThanOrEqual(12)
    expect(events.at(-1)).toContain('"done":1000')
  })

  it('tells of no step twice, however often a checkpoint is kept', async () => {
    const { init, job, tell } = await createFixture()
    vi.useFakeTimers()
    const { stream, end } = createJobEvents(init)
    const reading = new Response(stream).text()
    for (let step = 1; step <= 5; step++) {
      tell({ ...at(job, step), progress: { done: 1, total: 9 }, checkpoint: { step } })
      await vi.advanceTimersByTimeAsync(150)
    }
    end()
    expect((await reading).match(/"done":1,/g)).toHaveLength(1)
  })

  it('tells of the last step if the job ends right after it', async () => {
    const { init, job, tell } = await createFixture()
    const { stream } = createJobEvents(init)
    const reading = new Response(stream).text()
    tell(at(job, 1))
    tell(at(job, 9))
    tell({ ...at(job, 9), state: 'completed', outcome: ok({ frames: 9 }) })
    const events = (await reading).match(/event: \w+|"done":\d/g)
    expect(events?.slice(-3)).toEqual(['event: progress', '"done":9', 'event: completed'])
  })

  it.each([
    ['failed', failure('NOT_FOUND', { message: 'There is no film.' })],
    ['completed', rejection([{ code: 'NOT_FOUND' }])],
    ['completed', ok({ frames: 1 })],
  ])('ends with %s, by the outcome of the job', async (name, outcome) => {
    const { init, job } = await createFixture()
    const ended: Job = { ...job, state: 'completed', outcome }
    const { stream } = createJobEvents({ ...init, job: ended, find: async () => ended })
    expect(await new Response(stream).text()).toBe(
      `retry: 2000\n\nevent: ${name}\nid: end\ndata: {"ok":\ndata: true}\n\n`,
    )
  })

  it('has a comment every 15 seconds while nothing happens', async () => {
    const { init, job } = await createFixture()
    vi.useFakeTimers()
    const { stream, end } = createJobEvents({ ...init, lastSeen: progressId(job) })
    const reading = new Response(stream).text()
    await vi.advanceTimersByTimeAsync(31_000)
    end()
    expect(await reading).toBe('retry: 2000\n\n:\n\n:\n\n')
  })

  it('ends once, whoever ends it', async () => {
    const { init, unwatch, onEnd, job, tell } = await createFixture()
    const { stream, end } = createJobEvents(init)
    await stream.cancel()
    end()
    tell({ ...job, state: 'completed' })
    expect([unwatch.mock.calls.length, onEnd.mock.calls.length]).toEqual([1, 1])
  })

  it('ends without an answer if that cannot be written', async () => {
    const { init, job, tell, onTrouble } = await createFixture()
    const thrown = new Error('full')
    const writeEnd = async () => {
      throw thrown
    }
    const { stream } = createJobEvents({ ...init, lastSeen: progressId(job), writeEnd })
    tell({ ...job, state: 'completed' })
    expect(await new Response(stream).text()).toBe('retry: 2000\n\n')
    expect(onTrouble.mock.calls).toEqual([[thrown]])
  })
})

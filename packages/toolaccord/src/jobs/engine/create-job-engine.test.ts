import { describe, expect, it, vi } from 'vitest'
import { endOf, hostOf, orderOf } from '../../../test/job-engine-body.ts'
import { ok } from '../../outcome/outcome.ts'
import { hasEnded } from '../has-ended.ts'
import type { JobStore } from '../job-store.ts'
import type { Job } from '../job.ts'
import { createJobEngine } from './create-job-engine.ts'
import { createLocalQueue } from './create-local-queue.ts'
import { createMemoryJobStore } from './create-memory-job-store.ts'

const places = { concurrency: 4, concurrencyPerCaller: 4 }
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A store in which some jobs take long to be kept. */
function createUnevenStore(isSlow: (job: Job) => boolean): JobStore {
  const store = createMemoryJobStore()
  return {
    ...store,
    async claim(id) {
      const claim = await store.claim(id)
      if (claim === undefined) return undefined
      return {
        ...claim,
        async save(job) {
          if (isSlow(job)) await wait(300)
          return claim.save(job)
        },
      }
    },
  }
}

describe('an engine', () => {
  it('keeps a job whose ticket was lost, and runs it after the next sweep', async () => {
    const store = createMemoryJobStore()
    const lossy = { ...createLocalQueue(places), push: async () => Promise.reject(new Error('no')) }
    const troubles: unknown[] = []
    const host = {
      ...hostOf(async () => ({ outcome: ok(1) })),
      onTrouble: (thrown: unknown) => troubles.push(thrown),
    }
    await createJobEngine({ store, queue: lossy }).start(orderOf('a'), host)
    expect(troubles).toEqual([new Error('no')])

    const engine = createJobEngine({ store, queue: createLocalQueue(places) })
    const end = endOf(engine, 'a')
    await engine.work(host)
    expect(await end).toMatchObject({ outcome: { data: 1 } })
  })

  it('keeps nothing over the end of a job, however late its progress is kept', async () => {
    const engine = createJobEngine({
      store: createUnevenStore((job) => job.state === 'running' && job.progress !== undefined),
      queue: createLocalQueue(places),
    })
    const host = hostOf(async (_order, run) => {
      run.progress({ done: 1 })
      // The first beat keeps the progress, and the job ends meanwhile.
      await wait(1100)
      return { outcome: ok(1) }
    })
    await engine.start(orderOf('a'), host)
    await endOf(engine, 'a')
    await wait(500)
    expect(await engine.find('a')).toMatchObject({ state: 'completed' })
  })

  it('tells nobody of an end that is not kept yet', async () => {
    const store = createUnevenStore(hasEnded)
    const engine = createJobEngine({ store, queue: createLocalQueue(places) })
    await engine.start(
      orderOf('a'),
      hostOf(async () => ({ outcome: ok(1) })),
    )
    await expect.poll(async () => (await engine.find('a'))?.state).toBe('completed')
    expect(await store.find('a')).toMatchObject({ state: 'completed' })
  })

  it('begins no sweep while another lasts', async () => {
    vi.useFakeTimers()
    let sweeps = 0
    const store = {
      ...createMemoryJobStore(),
      async sweep() {
        sweeps++
        // The first is over at once, and the next takes ten minutes.
        if (sweeps > 1) await wait(600_000)
      },
    }
    const engine = createJobEngine({ store, queue: createLocalQueue(places) })
    await engine.work(hostOf(async () => ({ outcome: ok(1) })))
    await vi.advanceTimersByTimeAsync(500_000)
    expect(sweeps).toBe(2)
    await vi.advanceTimersByTimeAsync(150_000)
    expect(sweeps).toBe(3)
    await engine.close()
    vi.useRealTimers()
  })
})

import { describe, expect, it } from 'vitest'
import { endOf, hostOf, orderOf, untilStopped } from '../../../test/job-engine-body.ts'
import { ok } from '../../outcome/outcome.ts'
import type { JobRunner } from '../job-engine.ts'
import { createJobEngine } from './create-job-engine.ts'
import { createLocalQueue } from './create-local-queue.ts'
import { createMemoryJobStore } from './create-memory-job-store.ts'

/** Creates engines that share a store, as those of two processes do. */
function createPair() {
  const store = createMemoryJobStore()
  const createOne = () =>
    createJobEngine({
      store,
      queue: createLocalQueue({ concurrency: 8, concurrencyPerCaller: 8 }),
    })
  return [createOne(), createOne()] as const
}

/** Keeps a checkpoint, and runs until it is stopped. */
const withCheckpoint: JobRunner = async (order, run) => {
  await run.checkpoint({ row: 7 })
  return untilStopped(order, run)
}

const host = hostOf(async (_order, { resumed }) => ({ outcome: ok({ resumed }) }))

describe('an engine that is closed before its jobs have ended', () => {
  it('gives back a job that has a checkpoint, and another goes on from there', async () => {
    const [first, second] = createPair()
    const left = hostOf(withCheckpoint)
    await first.start(orderOf('a'), left)
    await expect.poll(async () => (await first.find('a'))?.checkpoint).toEqual({ row: 7 })
    await first.close(AbortSignal.abort())
    expect(await second.find('a')).toMatchObject({ state: 'waiting', attempts: 0, deaths: 0 })
    const ended = endOf(second, 'a')
    await second.work(host)
    expect(await ended).toMatchObject({
      state: 'completed',
      attempts: 1,
      deaths: 0,
      outcome: { ok: true, data: { resumed: { row: 7 } } },
    })
    await second.close()
  })

  it('gives back a job that may run again', async () => {
    const [first, second] = createPair()
    await first.start(orderOf('b', { isRepeatable: true }), hostOf(untilStopped))
    await expect.poll(async () => (await first.find('b'))?.state).toBe('running')
    await first.close(AbortSignal.abort())
    expect(await second.find('b')).toMatchObject({ state: 'waiting' })
  })

  it('ends a job that may not run again with the truth', async () => {
    const [first, second] = createPair()
    await first.start(orderOf('c'), hostOf(untilStopped))
    await expect.poll(async () => (await first.find('c'))?.state).toBe('running')
    await first.close(AbortSignal.abort())
    expect(await second.find('c')).toMatchObject({
      state: 'completed',
      outcome: { ok: false, problems: [{ message: 'stopped' }] },
    })
  })

  it('lets them end if they do so in time', async () => {
    const [first] = createPair()
    let release: (() => void) | undefined
    const slow = hostOf(async () => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return { outcome: ok('done') }
    })
    await first.start(orderOf('d'), slow)
    await expect.poll(() => typeof release).toBe('function')
    const closing = first.close(AbortSignal.timeout(60_000))
    release?.()
    await closing
    expect(await first.find('d')).toMatchObject({ outcome: { data: 'done' } })
  })

  it('keeps orders that come later, and runs none of them', async () => {
    const [first, second] = createPair()
    await first.close()
    await first.start(orderOf('e'), host)
    expect(await first.find('e')).toMatchObject({ state: 'waiting', attempts: 0 })
    const ended = endOf(second, 'e')
    await second.work(host)
    expect(await ended).toMatchObject({ state: 'completed', attempts: 1 })
    await second.close()
  })
})

describe('an engine', () => {
  it('tells whoever works of every change of what it runs', async () => {
    const [first, second] = createPair()
    await first.close()
    await first.start(orderOf('g'), host)
    const states: string[] = []
    await second.work(host, ({ order, state }) => states.push(`${order.id} ${state}`))
    await expect.poll(() => states).toEqual(['g running', 'g completed'])
    await second.close()
  })

  it('has work as long as a job waits or runs, and not for one that another process runs', async () => {
    const [first, second] = createPair()
    expect(await first.hasWork(host)).toBe(false)
    await first.start(orderOf('f'), hostOf(untilStopped))
    await expect.poll(async () => (await first.find('f'))?.state).toBe('running')
    expect(await first.hasWork(host)).toBe(true)
    await second.work(host)
    await expect.poll(() => second.hasWork(host)).toBe(false)
    await first.cancel('f', host)
    await expect.poll(() => first.hasWork(host)).toBe(false)
    await first.close()
    await second.close()
  })
})

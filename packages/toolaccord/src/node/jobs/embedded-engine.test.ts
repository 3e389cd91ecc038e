import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmbeddedEngine as createEngine } from '../../jobs/create-embedded-engine.ts'
import { createMemoryJobStore } from '../../jobs/create-memory-job-store.ts'
import type { JobEngine, JobHost, JobRunner } from '../../jobs/job-engine.ts'
import type { JobStore } from '../../jobs/job-store.ts'
import { type Job, type JobOrder, hasEnded } from '../../jobs/job.ts'
import { failure } from '../../outcome/failure.ts'
import { ok } from '../../outcome/outcome.ts'
import { createFolderJobStore } from './create-folder-job-store.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobs-'))
})
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()))
  await rm(folder, { recursive: true, force: true })
})

const engines: JobEngine[] = []
const createEmbeddedEngine: typeof createEngine = (store, options) => {
  const engine = createEngine(store, options)
  engines.push(engine)
  return engine
}

const orderOf = (id: string, changes: Partial<JobOrder> = {}): JobOrder => ({
  id,
  version: '1.0.0',
  tool: 'export',
  args: {},
  owner: 'ada',
  context: { id: `request of ${id}` },
  maxMs: 60_000,
  keepMs: 60_000,
  isRepeatable: false,
  ...changes,
})

const hostOf = (run: JobRunner, version = '1.0.0'): JobHost => ({
  version,
  run,
  toLost: (_, because) => failure('lost', { message: because }),
  toCancelled: () => failure('cancelled'),
  onTrouble(thrown) {
    throw thrown
  },
})

/** Waits until a job has ended. */
const endOf = (engine: JobEngine, id: string) =>
  new Promise<Job>((resolve) => {
    const stop = engine.watch(id, (job) => {
      if (!hasEnded(job)) return
      stop()
      resolve(job)
    })
  })

const stores: readonly [name: string, create: () => JobStore][] = [
  ['memory', createMemoryJobStore],
  ['a folder', () => createFolderJobStore(folder)],
]

describe.each(stores)('jobs in %s', (_, createStore) => {
  it('run in the background and keep their outcome for whoever comes back', async () => {
    const engine = createEmbeddedEngine(createStore(), {})
    const host = hostOf(async ({ args }) => ok({ args }))
    await engine.start(orderOf('a', { args: { size: 3 } }), host)
    const job = await endOf(engine, 'a')
    expect(job).toMatchObject({ state: 'completed', attempts: 1 })
    expect(await engine.find('a')).toMatchObject({
      outcome: { ok: true, data: { args: { size: 3 } } },
    })
  })

  it('are known by their id: a second order with it changes nothing', async () => {
    let runs = 0
    const engine = createEmbeddedEngine(createStore(), {})
    const host = hostOf(async () => ok(++runs))
    await engine.start(orderOf('a'), host)
    await engine.start(orderOf('a'), host)
    await endOf(engine, 'a')
    await engine.start(orderOf('a'), host)
    expect(runs).toBe(1)
  })

  it('tell their progress in order', async () => {
    const engine = createEmbeddedEngine(createStore(), {})
    const seen: (number | undefined)[] = []
    const host = hostOf(async (_order, run) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      for (const done of [1, 2, 3]) run.progress({ done, total: 3 })
      return ok(null)
    })
    await engine.start(orderOf('a'), host)
    await new Promise((resolve) => setTimeout(resolve, 10))
    engine.watch('a', ({ progress }) => seen.push(progress?.done))
    await endOf(engine, 'a')
    expect([...new Set(seen)].filter((done) => done !== undefined)).toEqual([1, 2, 3])
  })

  it('stop when they are cancelled, running or waiting, and twice is once', async () => {
    const engine = createEmbeddedEngine(createStore(), { running: 1 })
    const host = hostOf(
      (_order, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(failure('cancelled')))
        }),
    )
    await engine.start(orderOf('a'), host)
    await engine.start(orderOf('b'), host)
    const ends = [endOf(engine, 'a'), endOf(engine, 'b')]
    await new Promise((resolve) => setTimeout(resolve, 50))
    await engine.cancel('b')
    await engine.cancel('a')
    await engine.cancel('a')
    const jobs = await Promise.all(ends)
    expect(jobs.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['cancelled', 1],
      ['cancelled', 0],
    ])
  })

  it('take turns, so that one owner cannot hold all places', async () => {
    const engine = createEmbeddedEngine(createStore(), { running: 2, runningPerOwner: 1 })
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const host = hostOf(async ({ id }) => {
      begun.push(id)
      await new Promise<void>((resolve) => ends.set(id, resolve))
      return ok(null)
    })
    for (const id of ['a1', 'a2', 'a3']) await engine.start(orderOf(id), host)
    await engine.start(orderOf('b1', { owner: 'bob' }), host)
    await expect.poll(() => begun).toEqual(['a1', 'b1'])
    ends.get('a1')?.()
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'a2'])
    for (const id of ['b1', 'a2', 'a3']) {
      await expect.poll(() => begun).toContain(id)
      ends.get(id)?.()
    }
    await endOf(engine, 'a3')
  })

  it('are forgotten when their time is over', async () => {
    let time = 1000
    const engine = createEmbeddedEngine(createStore(), { now: () => time })
    const host = hostOf(async () => ok(null))
    await engine.start(orderOf('a', { keepMs: 500 }), host)
    await expect.poll(async () => (await engine.find('a'))?.state).toBe('completed')
    time = 1499
    expect(await engine.find('a')).toMatchObject({ state: 'completed' })
    time = 1500
    expect(await engine.find('a')).toBeUndefined()
  })
})

describe('jobs that a dead process left in a folder', () => {
  /** Leaves a job behind as a process does that was killed while it ran. */
  async function leave(order: JobOrder, checkpoint?: unknown): Promise<void> {
    const job = { order, state: 'running', attempts: 1, createdAt: 1, changedAt: 1 } as const
    await createFolderJobStore(folder).add({ ...job, checkpoint })
  }

  it('go on from their checkpoint', async () => {
    await leave(orderOf('a'), { row: 7 })
    const engine = createEmbeddedEngine(createFolderJobStore(folder), {})
    await engine.work(hostOf(async (_order, { resumed }) => ok(resumed)))
    expect(await endOf(engine, 'a')).toMatchObject({ attempts: 2, outcome: { data: { row: 7 } } })
  })

  it('run again if their tool allows it, and else end with the truth', async () => {
    await leave(orderOf('a', { isRepeatable: true }))
    await leave(orderOf('b'))
    let runs = 0
    const engine = createEmbeddedEngine(createFolderJobStore(folder), {})
    const ends = [endOf(engine, 'a'), endOf(engine, 'b')]
    await engine.work(hostOf(async () => ok(++runs)))
    const [again, lost] = await Promise.all(ends)
    expect(again).toMatchObject({ outcome: { ok: true, data: 1 } })
    expect(lost).toMatchObject({ outcome: { ok: false, problems: [{ message: 'died' }] } })
    expect(runs).toBe(1)
  })

  it('are not run by another version than the one that took them', async () => {
    await leave(orderOf('a', { isRepeatable: true }))
    const engine = createEmbeddedEngine(createFolderJobStore(folder), {})
    await engine.work(hostOf(async () => ok(1), '2.0.0'))
    expect(await endOf(engine, 'a')).toMatchObject({
      outcome: { ok: false, problems: [{ message: 'unknown version' }] },
    })
  })

  it('are left to the process that runs them', async () => {
    let runs = 0
    const host = hostOf(async () => {
      runs++
      await new Promise((resolve) => setTimeout(resolve, 2500))
      return ok(null)
    })
    const first = createEmbeddedEngine(createFolderJobStore(folder), {})
    await first.start(orderOf('a', { isRepeatable: true }), host)
    await expect.poll(() => runs).toBe(1)
    const second = createEmbeddedEngine(createFolderJobStore(folder), {})
    await second.work(host)
    await endOf(second, 'a')
    expect(runs).toBe(1)
  })

  it('can be cancelled by another process', async () => {
    const host = hostOf(
      (_order, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(failure('cancelled')))
        }),
    )
    const first = createEmbeddedEngine(createFolderJobStore(folder), {})
    await first.start(orderOf('a'), host)
    await expect.poll(async () => (await first.find('a'))?.state).toBe('running')
    const second = createEmbeddedEngine(createFolderJobStore(folder), {})
    await second.cancel('a')
    expect(await endOf(second, 'a')).toMatchObject({ state: 'cancelled' })
  })

  it('have no name that leads out of the folder', async () => {
    const store = createFolderJobStore(join(folder, 'inner'))
    await createFolderJobStore(folder).add({
      order: orderOf('outer'),
      state: 'waiting',
      attempts: 0,
      createdAt: 1,
      changedAt: 1,
    })
    expect(await store.find('../outer')).toBeUndefined()
  })
})

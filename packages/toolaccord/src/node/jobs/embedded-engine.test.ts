import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createEngines,
  describeEngine,
  endOf,
  hostOf,
  orderOf,
  untilStopped,
} from '../../../test/job-engine-body.ts'
import { createLocalQueue } from '../../jobs/engine/create-local-queue.ts'
import { createMemoryJobStore } from '../../jobs/engine/create-memory-job-store.ts'
import type { JobOrder } from '../../jobs/job.ts'
import { ok } from '../../outcome/outcome.ts'
import { createFolderJobStore } from './create-folder-job-store.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const inFolder = {
  createStore: (now?: () => number) => createFolderJobStore(folder, now),
  createQueue: createLocalQueue,
}

describeEngine('memory', { createStore: createMemoryJobStore, createQueue: createLocalQueue })
describeEngine('a folder', inFolder)

describe('jobs that a dead process left in a folder', () => {
  const createEngine = createEngines(inFolder)

  /** Leaves a job behind as a process does that was killed while it ran. */
  async function leave(order: JobOrder, checkpoint?: unknown): Promise<void> {
    const times = { createdAt: 1, changedAt: 1 }
    const job = { order, state: 'running', attempts: 1, deaths: 0, ...times } as const
    await createFolderJobStore(folder).add({ ...job, checkpoint })
  }

  it('go on from their checkpoint', async () => {
    await leave(orderOf('a'), { row: 7 })
    const engine = createEngine()
    await engine.work(hostOf(async (_order, { resumed }) => ({ outcome: ok(resumed) })))
    expect(await endOf(engine, 'a')).toMatchObject({ attempts: 2, outcome: { data: { row: 7 } } })
  })

  it('run again if their tool allows it, and else end with the truth', async () => {
    await leave(orderOf('b', { isRepeatable: true }))
    await leave(orderOf('c'))
    let runs = 0
    const engine = createEngine()
    const ends = [endOf(engine, 'b'), endOf(engine, 'c')]
    await engine.work(hostOf(async () => ({ outcome: ok(++runs) })))
    const [again, lost] = await Promise.all(ends)
    expect(again).toMatchObject({ outcome: { ok: true, data: 1 } })
    expect(lost).toMatchObject({ outcome: { ok: false, problems: [{ message: 'died' }] } })
    expect(runs).toBe(1)
  })

  it('are not run by another version than the one that took them', async () => {
    await leave(orderOf('d', { isRepeatable: true }))
    const engine = createEngine()
    await engine.work(hostOf(async () => ({ outcome: ok(1) }), '2.0.0'))
    expect(await endOf(engine, 'd')).toMatchObject({
      outcome: { ok: false, problems: [{ message: 'unknown version' }] },
    })
  })

  it('are left to the process that runs them', async () => {
    let runs = 0
    const host = hostOf(async () => {
      runs++
      await new Promise((resolve) => setTimeout(resolve, 2500))
      return { outcome: ok(null) }
    })
    const first = createEngine()
    await first.start(orderOf('e', { isRepeatable: true }), host)
    await expect.poll(() => runs).toBe(1)
    const second = createEngine()
    await second.work(host)
    await endOf(second, 'e')
    expect(runs).toBe(1)
  })

  it('can be cancelled by another process', async () => {
    const host = hostOf(untilStopped)
    const first = createEngine()
    await first.start(orderOf('f'), host)
    await expect.poll(async () => (await first.find('f'))?.state).toBe('running')
    const second = createEngine()
    await second.cancel('f', host)
    expect(await endOf(second, 'f')).toMatchObject({ state: 'cancelled' })
  })

  it('are whole for a process that is given the same order at the same time', async () => {
    const times = { createdAt: 1, changedAt: 1 }
    const take = async (id: string) => {
      const store = createFolderJobStore(folder)
      const job = { order: orderOf(id), state: 'waiting', attempts: 0, deaths: 0 } as const
      const isFirst = await store.add({ ...job, ...times })
      return { isFirst, isFound: (await store.find(id)) !== undefined }
    }
    for (let turn = 0; turn < 50; turn++) {
      const taken = await Promise.all([1, 2, 3].map(() => take(`same-${turn}`)))
      expect(taken.filter(({ isFirst }) => isFirst)).toHaveLength(1)
      expect(taken.every(({ isFound }) => isFound)).toBe(true)
    }
  })

  it('have no name that leads out of the folder', async () => {
    const store = createFolderJobStore(join(folder, 'inner'))
    const times = { createdAt: 1, changedAt: 1 }
    const job = { order: orderOf('outer'), state: 'waiting', attempts: 0, deaths: 0 } as const
    await createFolderJobStore(folder).add({ ...job, ...times })
    expect(await store.find('../outer')).toBeUndefined()
  })
})

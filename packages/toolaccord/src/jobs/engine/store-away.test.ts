import { expect, it } from 'vitest'
import { endOf, hostOf, orderOf } from '../../../test/job-engine-body.ts'
import { ok } from '../../outcome/outcome.ts'
import type { JobStore } from '../job-store.ts'
import { createJobEngine } from './create-job-engine.ts'
import { createLocalQueue } from './create-local-queue.ts'
import { createMemoryJobStore } from './create-memory-job-store.ts'

/** Creates a store that keeps no change while it is away. */
function createFaulty() {
  const state = { isAway: false }
  const store = createMemoryJobStore()
  const faulty: JobStore = {
    ...store,
    async claim(id) {
      const claim = await store.claim(id)
      return (
        claim && {
          ...claim,
          save: async (job) => {
            if (state.isAway) throw new Error('the disk is read only')
            return claim.save(job)
          },
        }
      )
    },
  }
  return { state, store, faulty }
}

it('tells those who wait of the end of a job that its store does not take', async () => {
  const { state, store, faulty } = createFaulty()
  const queue = createLocalQueue({ concurrency: 1, concurrencyPerCaller: 1 })
  const engine = createJobEngine({ store: faulty, queue })
  const host = hostOf(async () => {
    state.isAway = true
    return { outcome: ok('done') }
  })
  await engine.start(orderOf('a'), host)
  expect(await endOf(engine, 'a')).toMatchObject({ outcome: { data: 'done' } })
  expect(await store.find('a')).toMatchObject({ state: 'running' })
  state.isAway = false
  await expect.poll(() => store.find('a'), { timeout: 5000 }).toMatchObject({ state: 'completed' })
  await engine.close()
})

import { describe, expect, it } from 'vitest'
import type { JobEngine } from '../../jobs/job-engine.ts'
import type { Job } from '../../jobs/job.ts'
import { createExits } from './create-exits.ts'
import { waitForJob } from './wait-for-job.ts'

const order = {
  id: 'j1',
  server: 'lab',
  version: '1',
  tool: 'develop',
  args: {},
  owner: '',
  scopes: [],
  context: { id: 'r1' },
  maxMs: 1000,
  keepMs: 1000,
  isRepeatable: false,
  retries: 0,
  priority: 'normal',
} as const
const job: Job = {
  order,
  state: 'running',
  attempts: 1,
  deaths: 0,
  createdAt: 1000,
  changedAt: 1000,
}

/** The part of an engine that a waiter needs; it tells of these changes. */
function tellOf(...changes: readonly Job[]): JobEngine {
  const engine: Pick<JobEngine, 'find' | 'watch'> = {
    find: async () => job,
    watch(_, tell) {
      setTimeout(() => changes.forEach((change) => tell(change)))
      return () => {}
    },
  }
  // The cast names the rest, which nobody asks for.
  return engine as JobEngine
}

const waiter = { signal: new AbortController().signal, onProgress() {} }

describe('waiting for a job', () => {
  it('ends with the job, also if the clock was set back', async () => {
    const ended: Job = { ...job, state: 'completed', changedAt: 10 }
    expect(await waitForJob(job, waiter, tellOf(ended))).toBe(ended)
  })

  it('passes on progress, and nothing that is older than what was seen', async () => {
    const seen: number[] = []
    const onProgress = ({ done }: { readonly done: number }) => seen.push(done)
    const at = (changedAt: number, done: number): Job => ({ ...job, changedAt, progress: { done } })
    const ended: Job = { ...job, state: 'completed', changedAt: 3000 }
    await waitForJob(job, { ...waiter, onProgress }, tellOf(at(2000, 2), at(1500, 1), ended))
    expect(seen).toEqual([2])
  })

  it('tells of the last step of a job that has ended meanwhile', async () => {
    const seen: number[] = []
    const onProgress = ({ done }: { readonly done: number }) => seen.push(done)
    const ended: Job = { ...job, state: 'completed', progress: { done: 4 } }
    await waitForJob(ended, { ...waiter, onProgress }, tellOf())
    expect(seen).toEqual([4])
  })

  it('does not begin for somebody who is gone', async () => {
    const signal = AbortSignal.abort()
    expect(await waitForJob(job, { ...waiter, signal }, tellOf())).toBe(job)
  })

  it('ends when the process is about to end', async () => {
    const exits = createExits()
    const leaving = { ...waiter, onClosing: exits.add }
    const waiting = waitForJob(job, leaving, tellOf())
    exits.open()
    expect(await waiting).toBe(job)
    expect(await waitForJob(job, leaving, tellOf())).toBe(job)
  })
})

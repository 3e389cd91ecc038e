import { hasEnded } from '../has-ended.ts'
import type { JobFilter, JobStore } from '../job-store.ts'
import type { Job } from '../job.ts'
import { isListed } from './is-listed.ts'

/** As many jobs are kept; the answers of others are forgotten. */
const maxJobs = 10_000

/** Creates a store whose jobs are gone when the process ends. */
export function createMemoryJobStore(now: () => number = Date.now): JobStore {
  const jobs = new Map<string, Job>()
  const claimed = new Set<string>()
  const toStop = new Set<string>()
  const isExpired = ({ expiresAt = Infinity }: Job) => expiresAt <= now()

  function sweep(): void {
    for (const [id, job] of jobs) {
      if (!isExpired(job)) continue
      jobs.delete(id)
      toStop.delete(id)
    }
  }

  /** Forgets what has expired, else the job that ended first. */
  function makeRoom(): void {
    sweep()
    if (jobs.size < maxJobs) return
    const oldest = [...jobs.values()].find(hasEnded)
    if (oldest !== undefined) jobs.delete(oldest.order.id)
  }

  const select = (filter: JobFilter) =>
    [...jobs.values()].filter((job) => !isExpired(job) && isListed(job, filter))

  return {
    isDurable: false,
    async add(job) {
      const known = jobs.get(job.order.id)
      if (known !== undefined && !isExpired(known)) return false
      jobs.delete(job.order.id)
      toStop.delete(job.order.id)
      if (jobs.size >= maxJobs) makeRoom()
      jobs.set(job.order.id, job)
      return true
    },
    async find(id) {
      const job = jobs.get(id)
      return job === undefined || isExpired(job) ? undefined : job
    },
    async list(filter) {
      return select(filter).toReversed().slice(0, filter.limit)
    },
    async count(filter) {
      return Math.min(select(filter).length, filter.limit)
    },
    async claim(id) {
      if (claimed.has(id) || !jobs.has(id)) return undefined
      claimed.add(id)
      return {
        renew: async () => (toStop.has(id) ? 'stop' : 'held'),
        async save(job) {
          jobs.set(id, job)
          return true
        },
        async release() {
          claimed.delete(id)
        },
      }
    },
    isHeld: async (id) => claimed.has(id),
    async askToStop(id) {
      if (jobs.has(id)) toStop.add(id)
    },
    async sweep() {
      sweep()
    },
  }
}

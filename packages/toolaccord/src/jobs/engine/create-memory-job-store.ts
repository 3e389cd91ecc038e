import { hasEnded } from '../has-ended.ts'
import type { JobStore } from '../job-store.ts'
import type { Job } from '../job.ts'

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

  return {
    isDurable: false,
    async add(job) {
      sweep()
      if (jobs.has(job.order.id)) return false
      jobs.set(job.order.id, job)
      return true
    },
    async find(id) {
      const job = jobs.get(id)
      return job === undefined || isExpired(job) ? undefined : job
    },
    async list({ server, owner, hasEnded: wanted, limit }) {
      const found = [...jobs.values()].filter(
        (job) =>
          !isExpired(job) &&
          job.order.server === server &&
          (owner === undefined || job.order.owner === owner) &&
          (wanted === undefined || hasEnded(job) === wanted),
      )
      return found.toReversed().slice(0, limit)
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
    async askToStop(id) {
      if (jobs.has(id)) toStop.add(id)
    },
    async sweep() {
      sweep()
    },
  }
}

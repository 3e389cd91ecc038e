import type { JobStore } from './job-store.ts'
import type { Job } from './job.ts'

/** Creates a store whose jobs are gone when the process ends. */
export function createMemoryJobStore(): JobStore {
  const jobs = new Map<string, Job>()
  const claimed = new Set<string>()
  const toStop = new Set<string>()
  return {
    async add(job) {
      if (jobs.has(job.order.id)) return false
      jobs.set(job.order.id, job)
      return true
    },
    async save(job) {
      jobs.set(job.order.id, job)
    },
    async find(id) {
      return jobs.get(id)
    },
    async all() {
      return [...jobs.values()]
    },
    async delete(id) {
      jobs.delete(id)
      toStop.delete(id)
    },
    async claim(id) {
      if (claimed.has(id)) return undefined
      claimed.add(id)
      return {
        renew: async () => (toStop.has(id) ? 'stop' : 'held'),
        async release() {
          claimed.delete(id)
        },
      }
    },
    async askToStop(id) {
      toStop.add(id)
    },
  }
}

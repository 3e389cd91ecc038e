import { hasEnded } from '../has-ended.ts'
import type { JobFilter } from '../job-store.ts'
import type { Job } from '../job.ts'

/** True if a job is one of those that are wanted, however many these are. */
export function isListed(job: Job, { server, owner, hasEnded: wanted }: JobFilter): boolean {
  if (job.order.server !== server) return false
  if (owner !== undefined && job.order.owner !== owner) return false
  return wanted === undefined || hasEnded(job) === wanted
}

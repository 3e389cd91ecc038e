import type { Job } from '../../../jobs/job.ts'
import { type Pending, toPending } from '../../../jobs/to-pending.ts'
import type { Success } from '../../../outcome/outcome.ts'

/** The answer of a command whose job goes on without it: how to come back to it. */
export function toHandle(job: Job): Success<Pending> {
  const { data, notes } = toPending(job)
  const message = `${job.order.tool} goes on without this command.`
  return { ok: true, data, notes: { message, next: notes.next } }
}

import { compact, isRecord } from '../json/json.ts'
import { type Outcome, type Success, ok } from '../outcome/outcome.ts'
import type { Job, JobState } from './job.ts'

/** The name of the tool that fetches what a job gave. */
export const resultToolName = 'get_result'

/** What a caller gets that did not wait for the end of a job. */
export interface Pending {
  readonly job_id: string
  readonly tool: string
  readonly state: JobState
  readonly done?: number | undefined
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** The answer to a caller that did not wait for the end of a job: the handle to it. */
export function toPending({ order, state, progress }: Job): Success<Pending> {
  const data: Pending = compact({ job_id: order.id, tool: order.tool, state, ...progress })
  const next = [{ tool: resultToolName, args: { job_id: order.id }, why: 'for its answer' }]
  const message = `${order.tool} is still ${state}.`
  const instruction =
    `This is not the answer yet. Make the call in next: ${resultToolName} with this job_id ` +
    'waits for the end and gives the answer. Do not start the same work again.'
  return ok(data, { message, instruction, next })
}

/** The id of the job that an outcome may be the handle to; whether there is one is for the desk. */
export function findPendingId({ ok: isOk, data }: Outcome): string | undefined {
  if (!isOk || !isRecord(data) || typeof data.state !== 'string') return undefined
  return typeof data.job_id === 'string' ? data.job_id : undefined
}

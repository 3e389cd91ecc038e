import { compact } from '../json/json.ts'
import { type Success, ok } from '../outcome/outcome.ts'
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

const doing: Readonly<Record<JobState, string>> = {
  waiting: 'waits for its turn',
  running: 'is still running',
  asking: 'waits for the answer to a question',
  completed: 'has ended',
  cancelled: 'was cancelled',
}

/** The answer to a caller that did not wait for the end of a job: the handle to it. */
export function toPending({ order, state, progress }: Job): Success<Pending> {
  const data: Pending = compact({ job_id: order.id, tool: order.tool, state, ...progress })
  const next = [{ tool: resultToolName, args: { job_id: order.id }, why: 'for its answer' }]
  const message = `${order.tool} ${doing[state]}.`
  const instruction =
    `This is not the answer yet. Call ${resultToolName} with this job_id; ` +
    'it waits for the end. Do not start the same work again.'
  const job = { id: order.id, tool: order.tool, isPending: true }
  return ok(data, { message, instruction, next, job })
}

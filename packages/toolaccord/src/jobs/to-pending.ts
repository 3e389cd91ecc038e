import { compact } from '../json/json.ts'
import { type Outcome, type Success, ok } from '../outcome/outcome.ts'
import { hasEnded } from './has-ended.ts'
import type { Job, JobOrder, JobState } from './job.ts'
import { type EndState, toEndState } from './to-end-state.ts'

/** The name of the tool that fetches what a job gave. */
export const resultToolName = 'get_result'

/** What a caller gets that did not wait for the end of a job. */
export interface Pending {
  readonly job_id: string
  readonly tool: string
  readonly state: JobState | EndState
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
  const { id, tool } = order
  const data: Pending = compact({ job_id: id, tool, state, ...progress })
  const message = `${tool} ${doing[state]}.`
  const instruction =
    `This is not the answer yet. Make the call in next: ${resultToolName} with this job_id ` +
    'waits for the end and gives the answer. Do not start the same work again.'
  const job = { id, tool, isPending: true }
  return ok(data, { message, instruction, next: [toFetch(order)], job })
}

/** Returns the handle that an outcome is; undefined if it is the answer of a tool. */
export function findPending({ data, notes }: Outcome): Pending | undefined {
  // The cast names what the note says: only `toPending` makes it.
  return notes.job?.isPending ? (data as Pending) : undefined
}

/** The answer to a caller that cancelled a job: what became of it, or the handle to it. */
export function toStopped(job: Job, outcome: Outcome | undefined): Success<Pending> {
  if (!hasEnded(job)) return toPending(job)
  const { order } = job
  const state = toEndState(job, outcome)
  const data: Pending = { job_id: order.id, tool: order.tool, state }
  if (state === 'cancelled') return ok(data, { message: `${order.tool} was cancelled.` })
  const message = `${order.tool} had ended before it was cancelled; its answer can be fetched.`
  return ok(data, { message, next: [toFetch(order)] })
}

const toFetch = ({ id }: JobOrder) => ({
  tool: resultToolName,
  args: { job_id: id },
  why: 'for its answer',
})

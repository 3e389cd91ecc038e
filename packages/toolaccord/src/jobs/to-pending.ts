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

/** A class of its own, so that the data of no tool is taken for a handle. */
class Handle implements Pending {
  readonly job_id: string
  readonly tool: string
  readonly state: JobState
  declare readonly done?: number
  declare readonly total?: number
  declare readonly message?: string

  constructor({ order, state, progress }: Job) {
    this.job_id = order.id
    this.tool = order.tool
    this.state = state
    Object.assign(this, progress)
  }
}

/** The answer to a caller that did not wait for the end of a job: the handle to it. */
export function toPending(job: Job): Success<Pending> {
  const { order, state } = job
  const message = `${order.tool} is still ${state}.`
  const instruction =
    `This is not the answer yet. Call ${resultToolName} with this job_id; ` +
    'it waits for the end. Do not start the same work again.'
  return ok(new Handle(job), { message, instruction, next: [toFetch(job)] })
}

/** Returns the handle that an outcome is; undefined if it is the answer of a tool. */
export const findPending = ({ data }: Outcome): Pending | undefined =>
  data instanceof Handle ? data : undefined

/** The answer to a caller that cancelled a job: what became of it, or the handle to it. */
export function toStopped(job: Job): Success<Pending> {
  const { order, state } = job
  const data: Pending = { job_id: order.id, tool: order.tool, state }
  if (state === 'cancelled') return ok(data, { message: `${order.tool} was cancelled.` })
  if (state !== 'completed') return toPending(job)
  const message = `${order.tool} had ended before it was cancelled; its answer can be fetched.`
  return ok(data, { message, next: [toFetch(job)] })
}

const toFetch = ({ order }: Job) => ({
  tool: resultToolName,
  args: { job_id: order.id },
  why: 'for its answer',
})

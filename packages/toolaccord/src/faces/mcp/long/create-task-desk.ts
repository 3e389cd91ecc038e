import type { CallOptions } from '../../../define/call.ts'
import { hasEnded } from '../../../jobs/has-ended.ts'
import type { Job, JobOrder } from '../../../jobs/job.ts'
import { findPending, resultToolName } from '../../../jobs/to-pending.ts'
import { kindOf } from '../../../outcome/codebook.ts'
import { jsonRpcErrors } from '../../../outcome/json-rpc-errors.ts'
import type { Kind } from '../../../outcome/kinds.ts'
import type { Failure, Outcome } from '../../../outcome/outcome.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'
import type { Server } from '../../../server.ts'
import { TaskRefusal } from './task-refusal.ts'
import { fromInputResponses, toInputRequests } from './to-input-requests.ts'
import { type Task, toTask } from './to-task.ts'

/** Who asks for a task. */
export type TaskHolder = Pick<CallOptions, 'caller' | 'isLocal'>

/** Writes the outcome of an order as the result of its call. */
export type WriteResult = (outcome: Outcome, order: JobOrder) => Promise<object>

/**
 * Long tools as tasks, for clients that know the tasks extension. Each look at a task is a call of
 * the tool that fetches results: what limits one limits the other.
 */
export interface TaskDesk {
  /** The task that a call began; undefined if the outcome is its answer. */
  find(outcome: Outcome, holder: TaskHolder): Promise<Task | undefined>
  /** Looks at a task, with all that its state brings; undefined if this holder has none. */
  get(id: string, holder: TaskHolder, write: WriteResult): Promise<object | undefined>
  /** Gives a task answers; false if this holder has none. Throws if it did not get them. */
  update(
    id: string,
    holder: TaskHolder,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<boolean>
  /** Asks a task to end; false if this holder has none. */
  cancel(id: string, holder: TaskHolder): Promise<boolean>
}

/** Creates the tasks of a server with long tools. */
export function createTaskDesk(
  { codes, callByName }: Pick<Server, 'codes' | 'callByName'>,
  jobs: JobDesk,
): TaskDesk {
  const findJob = (id: string, holder: TaskHolder) => jobs.find(id, { ...holder, face: 'mcp' })

  /** Finds a job; throws a TaskRefusal if a policy would not let its holder fetch the result. */
  async function admit(id: string, holder: TaskHolder): Promise<Job | undefined> {
    const args = { job_id: id, wait_seconds: 0 }
    const outcome = await callByName(resultToolName, args, { ...holder, face: 'mcp' })
    if (outcome.ok || outcome.notes.job !== undefined) return findJob(id, holder)
    // An id that no task can have is one that no task has.
    if (unknownKinds.has(kindOf(codes, outcome.problems[0]))) return undefined
    throw new TaskRefusal(outcome)
  }

  const outcomeOf = (job: Job) =>
    jobs.wait(job, { waitMs: 0, signal: new AbortController().signal, onProgress() {} })

  async function toDetails(job: Job, write: WriteResult): Promise<object> {
    const task = toTask(job)
    const { state, round, order } = job
    if (state === 'asking' && round !== undefined) {
      return { ...task, inputRequests: toInputRequests(round) }
    }
    if (state !== 'completed') return task
    const outcome = await outcomeOf(job)
    if (!outcome.ok && kindOf(codes, outcome.problems[0]) === 'internal') {
      return { ...task, ...toFailed(outcome) }
    }
    return { ...task, result: await write(outcome, order) }
  }

  return {
    async find(outcome, holder) {
      const id = findPending(outcome)?.job_id
      const job = id === undefined ? undefined : await findJob(id, holder)
      // Whatever has happened meanwhile, the client learns of it when it looks.
      return job && { ...toTask(job), status: 'working' }
    },
    async get(id, holder, write) {
      const job = await admit(id, holder)
      return job && toDetails(job, write)
    },
    async update(id, holder, responses) {
      const job = await admit(id, holder)
      if (job === undefined) return false
      const answers = job.round === undefined ? {} : fromInputResponses(job.round, responses)
      if (Object.keys(answers).length === 0 || (await jobs.answer(job, answers))) return true
      // Clients answer once: one that heard no error would not send its answers again.
      const now = await findJob(id, holder)
      if (isSameRound(job, now)) throw new Error('The answers could not be kept; send them again.')
      return true
    },
    async cancel(id, holder) {
      const job = await admit(id, holder)
      if (job !== undefined && !hasEnded(job)) await jobs.cancel(job)
      return job !== undefined
    },
  }
}

const unknownKinds: ReadonlySet<Kind> = new Set<Kind>(['not_found', 'validation'])

const isSameRound = ({ round }: Job, now: Job | undefined): boolean =>
  now?.state === 'asking' && now.round?.number === round?.number

/** A fault of the server itself, which the extension has no result for. */
function toFailed({ problems: [problem], notes }: Failure) {
  const { code, message, hint } = problem
  const error = {
    code: jsonRpcErrors.internalError,
    message: hint === undefined ? message : `${message} ${hint}`,
    data: { code, request_id: notes.requestId },
  }
  return { status: 'failed', statusMessage: message, error } as const
}

import { hasEnded } from '../../../jobs/has-ended.ts'
import type { Job } from '../../../jobs/job.ts'
import { type EndState, toEndState } from '../../../jobs/to-end-state.ts'
import { compact } from '../../../json/json.ts'

/** The facts about a job that programs read. */
export interface JobFacts {
  readonly job_id: string
  readonly tool: string
  /** `failed`: it ended with a failure. `left`: it was begun, and nobody runs it. */
  readonly state: Job['state'] | EndState | 'left'
  /** True if it ended with a failure that is not tried again. */
  readonly failed: boolean
  readonly done?: number | undefined
  readonly total?: number | undefined
  readonly message?: string | undefined
  /** How often it was begun. */
  readonly attempts: number
  /** How often a process died with it. */
  readonly deaths: number
  readonly created_at: string
  readonly changed_at: string
  /** When it is tried again. */
  readonly not_before?: string | undefined
  /** When its answer is forgotten. */
  readonly expires_at?: string | undefined
  /** What became of it, if it failed. */
  readonly problem?: { readonly code: string; readonly message: string } | undefined
}

/** True for a job that ended with a failure, or whose process died. */
export const hasFailed = (job: Job): boolean =>
  hasEnded(job) && toEndState(job, job.outcome) === 'failed'

/** Returns the facts about a job; whether nobody runs it is known to the desk. */
export function toJobFacts(job: Job, isLeft: boolean): JobFacts {
  const { order, attempts, deaths, progress, createdAt, changedAt } = job
  return compact({
    job_id: order.id,
    tool: order.tool,
    state: stateOf(job, isLeft),
    failed: hasFailed(job),
    ...progress,
    attempts,
    deaths,
    created_at: toTime(createdAt),
    changed_at: toTime(changedAt),
    not_before: job.notBefore === undefined ? undefined : toTime(job.notBefore),
    expires_at: job.expiresAt === undefined ? undefined : toTime(job.expiresAt),
    problem: problemOf(job),
  })
}

/** Returns a job as a row of a table. */
export function toJobRow(job: Job, isLeft: boolean): Readonly<Record<string, unknown>> {
  const { order, attempts, createdAt } = job
  return {
    job_id: order.id,
    tool: order.tool,
    state: stateOf(job, isLeft),
    attempts,
    created: toTime(createdAt),
    news: newsOf(job),
  }
}

function stateOf(job: Job, isLeft: boolean): JobFacts['state'] {
  if (isLeft) return 'left'
  return hasEnded(job) ? toEndState(job, job.outcome) : job.state
}

function newsOf(job: Job): string {
  const problem = problemOf(job)
  if (problem !== undefined) return `${problem.code}: ${problem.message}`
  const { progress } = job
  if (hasEnded(job) || progress === undefined) return ''
  const { done, total, message = '' } = progress
  const share = total === undefined ? String(done) : `${done}/${total}`
  return `${share} ${message}`.trimEnd()
}

function problemOf({ outcome }: Job): JobFacts['problem'] {
  if (outcome === undefined || outcome.ok) return undefined
  const [{ code, message }] = outcome.problems
  return { code, message }
}

/** In UTC, to the second. */
const toTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

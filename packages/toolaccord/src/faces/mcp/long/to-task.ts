import type { Progress } from '../../../define/call.ts'
import { hasEnded } from '../../../jobs/has-ended.ts'
import type { Job, JobState } from '../../../jobs/job.ts'
import { compact } from '../../../json/json.ts'

/** A job as the tasks extension shows it. */
export interface Task {
  readonly taskId: string
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  readonly statusMessage?: string | undefined
  /** As ISO 8601. */
  readonly createdAt: string
  readonly lastUpdatedAt: string
  /** From its creation on; null as long as nobody can tell. */
  readonly ttlMs: number | null
  readonly pollIntervalMs?: number | undefined
}

const statuses: Readonly<Record<JobState, Task['status']>> = {
  waiting: 'working',
  running: 'working',
  asking: 'input_required',
  completed: 'completed',
  cancelled: 'cancelled',
}

/** Writes a job as a task. */
export function toTask(job: Job, now: number = Date.now()): Task {
  const { order, state, progress, createdAt, changedAt, expiresAt } = job
  return compact({
    taskId: order.id,
    status: statuses[state],
    statusMessage: progress && describeProgress(progress),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(changedAt).toISOString(),
    ttlMs: expiresAt === undefined ? null : Math.max(1, Math.round(expiresAt - createdAt)),
    pollIntervalMs: hasEnded(job) ? undefined : toPollMs(now - createdAt),
  })
}

const leastPollMs = 500
const mostPollMs = 10_000

/** A job that has run for long is looked at less often: after a tenth of its age. */
const toPollMs = (ageMs: number): number =>
  Math.round(Math.min(mostPollMs, Math.max(leastPollMs, ageMs / 10)))

function describeProgress({ done, total, message }: Progress): string {
  const share = total === undefined ? String(done) : `${done} of ${total}`
  return message === undefined ? share : `${share}: ${message}`
}

import type { CallOptions, Progress } from '../define/call.ts'
import type { Outcome } from '../outcome/outcome.ts'

/** The facts about a call that the tool still needs when its caller is gone. */
export type JobContext = Pick<
  CallOptions,
  'face' | 'client' | 'caller' | 'isLocal' | 'traceparent' | 'budget'
> & {
  /** The id of the request that started the job. */
  readonly id: string
}

/** What a job runs, and for whom. It is JSON: another process may run it. */
export interface JobOrder {
  readonly id: string
  /** The version of the server that took the order. */
  readonly version: string
  readonly tool: string
  /** As the caller gave them; every policy has let them pass. */
  readonly args: unknown
  /** Who may see the job. */
  readonly owner: string
  readonly context: JobContext
  readonly maxMs: number
  readonly keepMs: number
  readonly isRepeatable: boolean
}

/** How far a job has come; it never leaves the last two. */
export type JobState = 'waiting' | 'running' | 'completed' | 'cancelled'

/** One run of a long tool, which its caller may leave and come back to. */
export interface Job {
  readonly order: JobOrder
  readonly state: JobState
  /** How often it was begun: more than once if a process died. */
  readonly attempts: number
  readonly progress?: Progress | undefined
  /** What the tool gave last to `call.checkpoint`. */
  readonly checkpoint?: unknown
  /** What became of it; only a job that has ended has one. */
  readonly outcome?: Outcome | undefined
  /** In milliseconds since 1970. */
  readonly createdAt: number
  readonly changedAt: number
  /** When its answer is forgotten; only a job that has ended has it. */
  readonly expiresAt?: number | undefined
}

/** True if nothing more will happen to a job. */
export const hasEnded = ({ state }: Job): boolean => state === 'completed' || state === 'cancelled'

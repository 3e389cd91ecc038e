import type { CallOptions, Progress } from '../define/call.ts'
import type { LongInit } from '../define/long-init.ts'
import type { Question } from '../define/questions/conversation.ts'
import type { Outcome } from '../outcome/outcome.ts'

/** The facts about a call that the tool still needs when its caller is gone. */
export type JobContext = Pick<
  CallOptions,
  'face' | 'client' | 'caller' | 'isLocal' | 'traceparent' | 'budget'
> & {
  /** The id of the request that started the job. */
  readonly id: string
  /** What the caller can be asked; absent if it cannot. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
}

/** What a job runs, and for whom. It is JSON: another process may run it. */
export interface JobOrder {
  readonly id: string
  /** The name of the server, because engines may be shared. */
  readonly server: string
  /** The version of the server that took the order. */
  readonly version: string
  readonly tool: string
  /** As the caller gave them; every policy has let them pass. */
  readonly args: unknown
  /** Who may see the job. */
  readonly owner: string
  /** The scopes of the tool, which whoever fetches the answer needs as well. */
  readonly scopes: readonly string[]
  readonly context: JobContext
  readonly maxMs: number
  readonly keepMs: number
  readonly isRepeatable: boolean
  /** How often it is tried again after a failure that may pass. */
  readonly retries: number
  /** How many of its tool run at a time in one process. */
  readonly concurrency?: number | undefined
  readonly priority: NonNullable<LongInit['priority']>
}

/** How far a job has come; it never leaves the last two. `asking`: it waits for an answer. */
export type JobState = 'waiting' | 'running' | 'asking' | 'completed' | 'cancelled'

/** The rounds of a job that asks its caller. */
export interface JobRound {
  /** What is asked; empty once the answers are there. */
  readonly questions: Readonly<Record<string, Question>>
  readonly answers: Readonly<Record<string, unknown>>
  /** What the tool gave to `ask`. */
  readonly state?: unknown
  readonly number: number
}

/** One run of a long tool, which its caller may leave and come back to. */
export interface Job {
  readonly order: JobOrder
  readonly state: JobState
  /** How often it was begun. */
  readonly attempts: number
  /** How often a process died with it. */
  readonly deaths: number
  readonly progress?: Progress | undefined
  /** What the tool gave last to `call.checkpoint`. */
  readonly checkpoint?: unknown
  /** Present from its first question on. */
  readonly round?: JobRound | undefined
  /** What became of it; only a job that has ended has one. */
  readonly outcome?: Outcome | undefined
  /** The hash of an outcome that is kept in the archive, in the place of `outcome`. */
  readonly archived?: string | undefined
  /** In milliseconds since 1970. */
  readonly createdAt: number
  readonly changedAt: number
  /** Not to be begun before; only a job that waits after a failure has it. */
  readonly notBefore?: number | undefined
  /** When its answer is forgotten; only a job that has ended has it. */
  readonly expiresAt?: number | undefined
}

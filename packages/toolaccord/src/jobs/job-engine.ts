import type { Progress } from '../define/call.ts'
import type { RunningJob } from '../define/call.ts'
import type { Question } from '../define/conversation.ts'
import type { Failure, Outcome } from '../outcome/outcome.ts'
import type { JobFilter } from './job-store.ts'
import type { Job, JobOrder, JobRound } from './job.ts'

/** What the tool of a job sees of its engine. */
export interface JobRun extends RunningJob {
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal
  /** The answers to what it asked before. */
  readonly round?: JobRound | undefined
  progress(progress: Progress): void
}

/** What a run came to: an outcome, or questions. */
export type RunEnd =
  | { readonly outcome: Outcome }
  | { readonly questions: Readonly<Record<string, Question>>; readonly state: unknown }

/** Runs the tool of a job. It never rejects, and resolves soon after its signal is aborted. */
export type JobRunner = (order: JobOrder, run: JobRun) => Promise<RunEnd>

/** Why a job ends although its tool did not answer. */
export type LostBecause = 'died' | 'unknown version' | 'too large'

/** The parts of a server that an engine needs. */
export interface JobHost {
  readonly server: string
  readonly version: string
  readonly runTool: JobRunner
  /** True if a job of another version of the server may be run. */
  takesVersion(version: string): boolean
  /** How long to wait before a failure is tried again; undefined if it will not pass. */
  retryInMs(failed: Failure, attempts: number): number | undefined
  /** The outcome of a job that cannot be run to its end. */
  toLost(order: JobOrder, because: LostBecause): Outcome
  /** The outcome of a job that was cancelled before it ran. */
  toCancelled(order: JobOrder): Outcome
  /** Told of what an engine cannot tell any caller, such as a full disk. */
  onTrouble(thrown: unknown): void
}

/** Where jobs run, and where their answers wait for whoever comes back. */
export interface JobEngine {
  /** True if jobs outlive the process. */
  readonly isDurable: boolean
  /** True if every process that serves also runs jobs. */
  readonly isLocal: boolean
  /** Takes an order; it is kept when this resolves. An order whose id is known changes nothing. */
  start(order: JobOrder, host: JobHost): Promise<void>
  find(id: string): Promise<Job | undefined>
  /** The outcome of a job that has ended; undefined if it is not kept any more. */
  outcomeOf(job: Job): Promise<Outcome | undefined>
  /** Jobs, the newest first. */
  list(filter: JobFilter): Promise<readonly Job[]>
  /** Asks a job to end; resolves when that is known to whoever runs it. */
  cancel(id: string, host: JobHost): Promise<void>
  /**
   * Gives a job that asks some of its answers, and it goes on when it has all; false if it does not
   * ask. Answers to what it does not ask are ignored.
   */
  answer(id: string, answers: Readonly<Record<string, unknown>>): Promise<boolean>
  /** Tells of every change of a job until the returned function is called. */
  watch(id: string, tell: (job: Job) => void): () => void
  /** Runs what waits and what processes that died have left. */
  work(host: JobHost): Promise<void>
  /** Lets running jobs end until the signal is aborted, and takes no more. */
  close(signal?: AbortSignal): Promise<void>
}

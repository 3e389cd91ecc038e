import type { Progress } from '../define/call.ts'
import type { RunningJob } from '../define/long.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Job, JobOrder } from './job.ts'

/** What the tool of a job sees of its engine. */
export interface JobRun extends RunningJob {
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal
  progress(progress: Progress): void
}

/** Runs the tool of a job. It never rejects, and resolves soon after its signal is aborted. */
export type JobRunner = (order: JobOrder, run: JobRun) => Promise<Outcome>

/** Why a job ends although its tool did not answer. */
export type LostBecause = 'died' | 'unknown version'

/** The parts of a server that an engine needs. */
export interface JobHost {
  readonly version: string
  readonly run: JobRunner
  /** The outcome of a job that cannot be run to its end. */
  toLost(order: JobOrder, because: LostBecause): Outcome
  /** The outcome of a job that was cancelled before it ran. */
  toCancelled(order: JobOrder): Outcome
  /** Told of what an engine cannot tell any caller, such as a full disk. */
  onTrouble(thrown: unknown): void
}

/** Where jobs run, and where their answers wait for whoever comes back. */
export interface JobEngine {
  /** Takes an order; it is kept when this resolves. An order whose id is known changes nothing. */
  start(order: JobOrder, host: JobHost): Promise<void>
  find(id: string): Promise<Job | undefined>
  /** Asks a job to end; resolves when that is known to whoever runs it. */
  cancel(id: string): Promise<void>
  /** Tells of every change of a job until the returned function is called. */
  watch(id: string, tell: (job: Job) => void): () => void
  /** Runs what waits and what processes that died have left; called when a server is served. */
  work(host: JobHost): Promise<void>
  /** Lets running jobs end until the signal is aborted, and takes no more. */
  close(signal?: AbortSignal): Promise<void>
}

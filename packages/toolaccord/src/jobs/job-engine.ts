import type { Progress } from '../define/call.ts'
import type { RunningJob } from '../define/call.ts'
import type { Question } from '../define/questions/conversation.ts'
import type { Failure, Outcome } from '../outcome/outcome.ts'
import type { Seat } from './job-queue.ts'
import type { JobFilter } from './job-store.ts'
import type { Job, JobOrder, JobRound } from './job.ts'

/** What the tool of a job sees of its engine. */
export interface JobRun extends RunningJob {
  /** Aborted when the job is cancelled, and when it is left to another process. */
  readonly signal: AbortSignal
  /** True if this process gave the job back, so that another goes on with it. */
  readonly isLeft?: boolean | undefined
  /** The answers to what it asked before. */
  readonly round?: JobRound | undefined
  progress(progress: Progress): void
}

/** What a run came to: an outcome, or questions. */
export type RunEnd =
  | {
      readonly outcome: Outcome
      /** True if trying again would not help, whatever the kind of the failure. */
      readonly isFinal?: boolean | undefined
    }
  | { readonly questions: Readonly<Record<string, Question>>; readonly state: unknown }

/** Runs the tool of a job. It never rejects, and resolves soon after its signal is aborted. */
export type JobRunner = (order: JobOrder, run: JobRun) => Promise<RunEnd>

/** A tool that was run at once, and is now waited for as a job. */
export interface RunningTool {
  readonly work: PromiseLike<Outcome>
  /** Tells the tool of its job; the signal is also aborted when its time is up. */
  become(run: JobRun, signal: AbortSignal): void
}

/** Waits for a tool that was run at once, as long as its job may run. */
export type JobFinisher = (order: JobOrder, run: JobRun, tool: RunningTool) => Promise<RunEnd>

/** Why a job ends although its tool did not answer. */
export type LostBecause = 'died' | 'stopped' | 'unanswered' | 'unknown version' | 'unkept'

/** The parts of a server that an engine needs. */
export interface JobHost {
  readonly server: string
  readonly version: string
  readonly runTool: JobRunner
  readonly finishTool: JobFinisher
  /** How long to wait before a failure is tried again; undefined if it will not pass. */
  retryInMs(failed: Failure, attempts: number): number | undefined
  /** The outcome of a job that cannot be run to its end. */
  toLost(order: JobOrder, because: LostBecause): Outcome
  /** The outcome of a job that was cancelled before it ran. */
  toCancelled(order: JobOrder): Outcome
  /** Told of what an engine cannot tell any caller, such as a full disk. */
  onTrouble(thrown: unknown): void
}

/** A tool that was run at once, and takes so long that it becomes a job. */
export interface AdoptedWork {
  /** Waits for the tool, which is told of the job. */
  readonly runTool: JobRunner
  /** Gives the place back that was taken for it. */
  giveBack(): void
}

/** A job that was made of a tool that ran already. */
export interface AdoptedJob {
  readonly job: Job
  /** Resolves to the job when this process is done with it. */
  readonly settled: Promise<Job>
}

/** Where jobs run, and where their answers wait for whoever comes back. */
export interface JobEngine {
  /** True if jobs outlive the process. */
  readonly isDurable: boolean
  /** True if every process that serves also runs jobs. */
  readonly isLocal: boolean
  /**
   * Takes an order, and resolves when it is kept to its job. An order whose id is known changes
   * nothing. Throws a JobShareError if its owner has too many jobs.
   */
  start(order: JobOrder, host: JobHost): Promise<Job>
  /** Takes a place for a tool that is run at once; undefined if there is none in this process. */
  tryTake(seat: Seat): (() => void) | undefined
  /** Makes a job of a tool that runs already. */
  adopt(order: JobOrder, host: JobHost, work: AdoptedWork): AdoptedJob
  find(id: string): Promise<Job | undefined>
  /** The outcome of a job that has ended; undefined if it is not kept any more. */
  outcomeOf(job: Job): Promise<Outcome | undefined>
  /** Jobs, the newest first. */
  list(filter: JobFilter): Promise<readonly Job[]>
  /** True if a living process runs a job, as far as can be told at once. */
  isHeld(id: string): Promise<boolean>
  /** Asks a job to end; resolves when that is known to whoever runs it. */
  cancel(id: string, host: JobHost): Promise<void>
  /**
   * Gives a job that asks some of its answers, and it goes on when it has all; false if it does not
   * ask. Answers to what it does not ask are ignored.
   */
  answer(id: string, answers: Readonly<Record<string, unknown>>): Promise<boolean>
  /** Tells of every change of a job until the returned function is called. */
  watch(id: string, tell: (job: Job) => void): () => void
  /**
   * Runs what waits and what processes that died have left; tells of every change of what it runs.
   * So many run at a time in this process; default: what the engine was made with.
   */
  work(host: JobHost, tell?: (job: Job) => void, concurrency?: number): Promise<void>
  /** True if a job waits, or runs in no other living process. */
  hasWork(host: JobHost): Promise<boolean>
  /**
   * Lets running jobs end until the signal is aborted, and then gives them back for others to go on
   * with. It runs no more of them.
   */
  close(signal?: AbortSignal): Promise<void>
}

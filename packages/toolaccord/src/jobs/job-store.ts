import type { Job } from './job.ts'

/** Keeps jobs, and says who may run one. Several processes may share one. */
export interface JobStore {
  /** True if jobs outlive the process. */
  readonly isDurable: boolean
  /** Keeps a new job; false if there is one with its id. */
  add(job: Job): Promise<boolean>
  /** A job that has not expired. */
  find(id: string): Promise<Job | undefined>
  /** Jobs that have not expired, the newest first. */
  list(filter: JobFilter): Promise<readonly Job[]>
  /** How many jobs there are that have not expired, at most as many as the limit. */
  count(filter: JobFilter): Promise<number>
  /** Takes the right to change a job; undefined if a living process has it, or there is none. */
  claim(id: string): Promise<JobClaim | undefined>
  /** True if a living process has the right to change a job, as far as can be told at once. */
  isHeld(id: string): Promise<boolean>
  /** Leaves a mark that whoever runs the job should stop. */
  askToStop(id: string): Promise<void>
  /** Removes the jobs that have expired. */
  sweep(): Promise<void>
  close?(): Promise<void>
}

/** Which jobs are wanted. */
export interface JobFilter {
  /** The name of the server that took them. */
  readonly server: string
  /** Default: of any owner. */
  readonly owner?: string | undefined
  /** Default: both. */
  readonly hasEnded?: boolean | undefined
  readonly limit: number
}

/** The right to change a job, which ends with the process that has it. */
export interface JobClaim {
  /** Says that the process lives, and hears how the run should go on. */
  renew(): Promise<ClaimState>
  /** Replaces the job; false if another process has the right now, and then nothing changes. */
  save(job: Job): Promise<boolean>
  release(): Promise<void>
}

/** `stop`: somebody asked the job to end. `lost`: another process has the right. */
export type ClaimState = 'held' | 'stop' | 'lost'

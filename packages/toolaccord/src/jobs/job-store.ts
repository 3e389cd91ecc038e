import type { Job } from './job.ts'

/** Keeps jobs for the engine that runs them in its own process. */
export interface JobStore {
  /** Keeps a new job; false if there is one with its id. */
  add(job: Job): Promise<boolean>
  /** Replaces a job that is kept. */
  save(job: Job): Promise<void>
  find(id: string): Promise<Job | undefined>
  /** Every job that is kept, of any process that shares the store. */
  all(): Promise<readonly Job[]>
  delete(id: string): Promise<void>
  /** Takes the right to run a job; undefined if a living process has it. */
  claim(id: string): Promise<JobClaim | undefined>
  /** Leaves a mark that whoever runs the job should stop. */
  askToStop(id: string): Promise<void>
}

/** The right to run a job, which ends with the process. */
export interface JobClaim {
  /** Says that the process lives, and hears how the run should go on. */
  renew(): Promise<ClaimState>
  release(): Promise<void>
}

/** `stop`: somebody asked the job to end. `lost`: another process runs it, so this one must not. */
export type ClaimState = 'held' | 'stop' | 'lost'

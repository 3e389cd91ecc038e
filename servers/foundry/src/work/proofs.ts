import type { ProblemInit } from 'toolaccord'
import type { FoundryCode } from '../errors/foundry-error.ts'
import type { Plan } from '../store/plan-store.ts'
import type { RunningTask } from '../store/running.ts'

/** What proves that work is done. */
export interface Proofs {
  /** The commit and the files of a task as they are now, to compare with at its end. */
  snapshot(plan: Plan, taskId: string): Promise<Pick<RunningTask, 'head' | 'files'>>
  /** Everything that stops a task from being completed; empty if it is proved. */
  missing(plan: Plan, taskId: string): Promise<readonly ProblemInit<FoundryCode>[]>
  /** What looks wrong with a completion and does not stop it. */
  doubts(plan: Plan, taskId: string): Promise<readonly string[]>
}

import type { Finding } from '../findings/finding.ts'
import type { CheckRun } from '../proof/checks/check-run.ts'
import type { FileTree } from '../proof/files/file-tree.ts'
import type { Plan } from '../store/plan-store.ts'
import type { RunningTask } from '../store/running.ts'

/** What proves that work is done. */
export interface Proofs {
  /** The files of a task as they are now; all of the repository if it names none. */
  treeOf(plan: Plan, taskId: string): Promise<FileTree>
  /** The records of the checks of a task. */
  recordsOf(plan: Plan, taskId: string): Promise<readonly CheckRun[]>
  /** The commit and the files of a task as they are now, to compare with at its end. */
  snapshot(plan: Plan, taskId: string): Promise<Pick<RunningTask, 'head' | 'tree'>>
  /** Everything that stops a task from being completed; empty if it is proved. */
  missing(plan: Plan, taskId: string): Promise<readonly Finding[]>
  /** What looks wrong with a completion and does not stop it. */
  doubts(plan: Plan, taskId: string): Promise<readonly Finding[]>
}

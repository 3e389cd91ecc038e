import type { FileTree } from '../proof/files/file-tree.ts'

/** What is going on with a task. It is never in the file of the spec. */
export interface RunningTask {
  /** Claimed tasks are not begun; those in review wait for somebody else. */
  readonly state: 'claimed' | 'in_progress' | 'in_review'
  readonly holder: string
  /** The number of the lease: one that is lower than the task's was given on. */
  readonly lease: number
  readonly claimed_at: string
  /** From then on the task may be given on; absent while it is in review. */
  readonly expires_at?: string | undefined
  readonly started_at?: string | undefined
  /** The commit that the work began on. */
  readonly head?: string | undefined
  /** The files of the task as they were at the start. */
  readonly tree?: FileTree | undefined
  /** What the worker said when it handed the task in. */
  readonly note?: string | undefined
}

/** What is going on in one spec, in all worktrees of the repository. */
export interface Running {
  /** The number of the last lease; it only grows. */
  readonly lease: number
  readonly tasks: Readonly<Record<string, RunningTask>>
}

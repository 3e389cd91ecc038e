import type { FileTree } from '../files/file-tree.ts'

/** How a check ended; `error` if it could not be run to its end. */
export type Verdict = 'passed' | 'failed' | 'error' | 'timeout'

/**
 * Who says so. The server ran a command; a person looked; a worker wrote the result itself, which
 * is a claim and not a proof.
 */
export interface CheckAuthor {
  readonly kind: 'server' | 'person' | 'worker'
  /** For the server: for whom it ran the command. */
  readonly name: string
}

/** The record of one run of a check. Records are kept in the order in which they were made. */
export interface CheckRun {
  readonly id: string
  readonly spec_id: string
  readonly task_id: string
  readonly verify_id: string
  /** Empty if a person looked. */
  readonly command: string
  /** What was checked, by `toCommandHash`: a check that was changed since has another. */
  readonly commandHash: string
  readonly exitCode: number | null
  readonly durationMs: number
  readonly outputHash: string
  /** The end of the output. */
  readonly outputPreview: string
  /** The files of the task before the command ran. */
  readonly tree: FileTree
  /** The commit that was checked out, if there was one. */
  readonly head: string | undefined
  readonly startedAt: string
  readonly by: CheckAuthor
  readonly verdict: Verdict
  /** Why, in one sentence. */
  readonly reason: string
}

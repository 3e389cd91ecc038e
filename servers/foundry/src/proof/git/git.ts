/** A commit, and what it changed. */
export interface Commit {
  readonly hash: string
  /** When it was committed, in ISO 8601. */
  readonly at: string
  readonly author: string
  /** The first line of its message. */
  readonly subject: string
  readonly message: string
  /** From the folder that was asked about; empty for merges. */
  readonly files: readonly string[]
}

/** Which commits to look for: those that name the task, or that touch the paths. */
export interface CommitQuery {
  readonly taskId?: string | undefined
  readonly paths?: readonly string[] | undefined
  /** Only commits after this time, in ISO 8601. */
  readonly since?: string | undefined
  /** At most so many, the newest first; 1,000 if it is left out. */
  readonly limit?: number | undefined
}

/** The difference between a commit and the files as they are. */
export interface Diff {
  readonly text: string
  /** True if the difference is longer than was asked for. */
  readonly isCut: boolean
  /** New files that git does not have yet; the first of them are in the text. */
  readonly untracked: readonly string[]
}

/**
 * Facts about the repository that a folder is in. Paths are from that folder, and what is outside
 * of it does not count. Each fact is undefined if there is no git, or no repository.
 */
export interface Git {
  /** The root of the worktree that the folder is in. */
  findRoot(): Promise<string | undefined>
  /** The folder that all worktrees of the repository share. */
  commonDir(): Promise<string | undefined>
  /** The root of the first worktree; undefined for a bare repository. */
  mainWorktree(): Promise<string | undefined>
  /** The commit that is checked out; undefined before the first. */
  head(): Promise<string | undefined>
  /** True if the files are as they are in the commit; what is in submodules does not count. */
  isClean(paths?: readonly string[]): Promise<boolean | undefined>
  diffSince(commit: string, paths: readonly string[], maxBytes: number): Promise<Diff | undefined>
  /** Commits on the branch that is checked out, the newest first. */
  commitsFor(query: CommitQuery): Promise<readonly Commit[] | undefined>
  /** Files that are not as they were in the commit, new and removed ones included. */
  filesChangedSince(commit: string): Promise<readonly string[] | undefined>
  /** Files that git has or would take, those of submodules included. */
  listFiles(): Promise<readonly string[] | undefined>
}

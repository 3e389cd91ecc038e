/** A file, and what it was. */
export interface HashedFile {
  /** From the root of the repository, with `/`. */
  readonly path: string
  /**
   * The SHA-256 of its content; `missing`; `special` for pipes and devices; `link` or `link:` and
   * the SHA-256 of where it points, with the content if that is a file in the root.
   */
  readonly hash: string
}

/** The files of a task at one moment. */
export interface FileTree {
  /** `sha256:` and 64 digits, over all paths and hashes. */
  readonly hash: string
  /** Sorted by path. */
  readonly files: readonly HashedFile[]
}

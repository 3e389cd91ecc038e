/** How bad a finding is: a spec with an error is not valid. */
export type Severity = 'error' | 'warning' | 'info'

/** One thing that is wrong with a spec. */
export interface Finding {
  readonly code: string
  readonly severity: Severity
  /** Where, such as `hierarchy.task-1-2.metadata.file_path`; empty for the whole file. */
  readonly path: string
  /** What is wrong, and what is accepted. */
  readonly message: string
  /** What to do next. */
  readonly hint?: string | undefined
  /** True if it can be mended without a choice. */
  readonly fixable?: boolean | undefined
}

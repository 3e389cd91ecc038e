/** One breach of a rule: where it is, what is wrong, and what to do. */
export interface Finding<Code extends string = string> {
  readonly code: Code
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** A place in the checked document, such as `elements[0].element_id`. */
  readonly path: string
  readonly hint: string
}

/** A finding without its code and severity, as a rule reports it. */
export type Report = Omit<Finding, 'code' | 'severity'>

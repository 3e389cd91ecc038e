/** The tool that a call is for, and its arguments. */
export interface CallTarget {
  readonly name: string
  readonly args: unknown
}

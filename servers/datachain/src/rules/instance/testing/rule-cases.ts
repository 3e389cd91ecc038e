/** Datachains that show what the rules of one subject find, and what they do not. */
export interface RuleCases {
  readonly broken: readonly BrokenCase[]
  readonly kept: readonly KeptCase[]
}

/** A datachain that breaks a rule, with the path and a part of the hint of the finding. */
export type BrokenCase = readonly [code: string, datachain: object, path: string, hint: string]

/** A datachain that comes close to breaking a rule and keeps it. */
export type KeptCase = readonly [code: string, what: string, datachain: object]

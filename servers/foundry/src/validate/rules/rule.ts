import type { Spec } from '../../spec/spec.ts'
import type { Report } from '../faults/create-faults.ts'

/** What a rule is given: a spec whose structure was checked, and where to report. */
export interface RuleInput {
  readonly spec: Spec
  readonly report: Report
  /** The name of the folder that the file is in, such as `active`. */
  readonly folder?: string | undefined
}

/** Reports everything that is against one rule. */
export type Rule = (input: RuleInput) => void

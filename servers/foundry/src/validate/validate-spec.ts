import { toConflictFindings } from '../conflicts/to-conflict-findings.ts'
import type { Finding } from '../findings/finding.ts'
import type { Spec } from '../spec/spec.ts'
import { toFindings } from './faults/to-findings.ts'
import { findFaults } from './rules/find-faults.ts'

/** What is known of a spec beside its content. */
export interface ValidateOptions {
  /** The name of the folder that its file is in: pending, active, completed or archived. */
  readonly folder?: string | undefined
}

/**
 * Returns everything that is wrong with a spec, in the order of its file: at most 1,000 findings,
 * and one more that says how many are left out. Then comes what merges left to decide. A spec
 * without errors is valid.
 */
export const validateSpec = (spec: Spec, options: ValidateOptions = {}): readonly Finding[] => [
  ...toFindings(findFaults(spec, options.folder), spec),
  ...toConflictFindings(spec),
]

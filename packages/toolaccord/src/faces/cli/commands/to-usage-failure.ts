import {
  type Contract,
  type ReasonedProblem,
  toRefusalFailure,
} from '../../../contracts/contract/contract.ts'
import type { Failure } from '../../../outcome/outcome.ts'

/** Something wrong with the command line itself; the contract spells its code. */
export type UsageProblem = ReasonedProblem

const malformed: UsageProblem = { reason: 'malformed_input' }

/** Makes the problems of a command line a failure like any other. */
export function toUsageFailure(
  problems: readonly UsageProblem[],
  contract: Contract,
  requestId?: string,
): Failure {
  const [first = malformed, ...others] = problems
  const notes = requestId === undefined ? {} : { requestId }
  return toRefusalFailure(contract, [first, ...others], notes)
}

import type { Contract } from '../../../contracts/contract/contract.ts'
import { toFailure } from '../../../outcome/failure.ts'
import type { Failure } from '../../../outcome/outcome.ts'
import type { Reason, ReasonProblem } from '../../../outcome/reasons.ts'

/** Something wrong with the command line itself; the contract spells its code. */
export interface UsageProblem extends ReasonProblem {
  readonly reason: Reason
}

/** Makes the problems of a command line a failure like any other. */
export function toUsageFailure(
  problems: readonly UsageProblem[],
  contract: Contract,
  requestId?: string,
): Failure {
  const [first, ...others] = problems.map(({ reason, ...more }) => contract.problem(reason, more))
  const notes = requestId === undefined ? {} : { requestId }
  return toFailure([first ?? contract.problem('malformed_input'), ...others], { notes })
}

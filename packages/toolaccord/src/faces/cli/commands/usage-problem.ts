import type { Contract } from '../../../contracts/contract/contract.ts'
import type { Failure } from '../../../outcome/outcome.ts'
import type { ReasonProblem } from '../../../outcome/reasons.ts'
import type { Reason } from '../../../outcome/reasons.ts'

/** Something wrong with the command line itself; the contract spells its code. */
export interface UsageProblem extends ReasonProblem {
  readonly reason: Reason
}

/** What is wrong with a command line, as any other failure. */
export function toUsageFailure(
  [first, ...others]: readonly [UsageProblem, ...UsageProblem[]],
  contract: Contract,
  requestId?: string,
): Failure {
  const toProblem = ({ reason, ...more }: UsageProblem) => contract.problem(reason, more)
  return {
    ok: false,
    problems: [toProblem(first), ...others.map(toProblem)],
    soft: false,
    notes: requestId === undefined ? {} : { requestId },
  }
}

/** Whether there are any. */
export const hasProblems = (
  problems: readonly UsageProblem[],
): problems is readonly [UsageProblem, ...UsageProblem[]] => problems.length > 0

import { kinds } from '../../../outcome/kinds.ts'
import type { ReasonProblem } from '../../../outcome/reasons.ts'
import { type Reason, type ReasonFacts, reasons } from '../../../outcome/reasons.ts'

/** Thrown where a request cannot become a call; the caller gets the problem in an envelope. */
export class Refusal extends Error {
  readonly reason: Reason
  readonly problem: ReasonProblem
  /** What the answer must tell beside the problem. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    reason: Reason,
    problem: ReasonProblem,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(problem.message)
    this.name = 'Refusal'
    this.reason = reason
    this.problem = problem
    this.headers = headers
  }
}

/**
 * The HTTP status of what the face itself refuses; contracts may spell several reasons with one
 * code, so the code cannot tell.
 */
export function statusOfReason(reason: Reason): number {
  const { kind, status }: ReasonFacts = reasons[reason]
  return status ?? kinds[kind].status
}

import { kinds } from './kinds.ts'
import { type Reason, type ReasonFacts, type ReasonProblem, reasons } from './reasons.ts'

/**
 * A failure of the framework's own, thrown by code that cannot return one. The pipeline, or the
 * face that catches it, spells its reason as a code of the contract.
 *
 * @example
 *   function checkMedium(free: number): void {
 *     if (free === 0)
 *       throw new Refusal('unavailable', { hint: 'Free some space, then call again.' })
 *   }
 *   checkMedium(1)
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: Reason
  readonly problem: ReasonProblem
  /** HTTP headers that the answer must have, such as `Allow` or `WWW-Authenticate`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    reason: Reason,
    problem: ReasonProblem = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(problem.message ?? reasons[reason].message)
    this.reason = reason
    this.problem = problem
    this.headers = headers
  }
}

/**
 * The HTTP status of a reason. The code cannot give it, because a contract may spell several
 * reasons with one code.
 */
export function statusOfReason(reason: Reason): number {
  const { kind, status }: ReasonFacts = reasons[reason]
  return status ?? kinds[kind].status
}

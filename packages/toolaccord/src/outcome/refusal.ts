import type { ReasonProblem } from './reasons.ts'
import { type Reason, reasons } from './reasons.ts'

/**
 * A failure of the framework's own, thrown by code that has no request at hand; the pipeline spells
 * it as a code of the contract.
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
  readonly more: ReasonProblem

  constructor(reason: Reason, more: ReasonProblem = {}) {
    super(more.message ?? reasons[reason].message)
    this.reason = reason
    this.more = more
  }
}

import { type Reason, type ReasonProblem, reasons } from './reasons.ts'

/**
 * A failure of the framework's own, thrown by code that has no request at hand. The pipeline spells
 * its reason as a code of the contract.
 *
 * @example
 *   throw new Refusal('conflict', { message: 'The note is open elsewhere.', path: 'id' })
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

import type { Outcome } from '../../outcome/outcome.ts'
import { toWarning, withWarning } from '../../outcome/warnings.ts'

/**
 * Turns the outcome of an earlier call into the answer to this one, without the notes that were
 * true at that moment only.
 */
export function toReplay(outcome: Outcome): Outcome {
  const { requestId: _id, rateLimit: _limit, timing: _timing, ...notes } = outcome.notes
  const message =
    'This is the outcome of an earlier call with the same idempotency key; nothing was run.'
  return withWarning({ ...outcome, notes }, toWarning('IDEMPOTENT_REPLAY', message))
}

import type { Outcome } from '../../outcome/outcome.ts'
import { toWarning, withWarning } from '../../outcome/warnings.ts'

/** Why an outcome is not kept under its key, in words for the caller. */
const reasons = {
  pending:
    'The call has run, but its outcome is not kept for its idempotency key yet. The server goes ' +
    'on trying; if it ends before, a retry with the same key may run the call again.',
  forgotten:
    'The call has run, but its outcome cannot be kept for its idempotency key. ' +
    'A retry with the same key may run the call again.',
  taken:
    'The call has run, but it lost its idempotency key meanwhile. ' +
    'Another call has the key now, and may have run too.',
  large:
    'The outcome is too large to be kept for its idempotency key. A retry with the same key is ' +
    'refused, and does not run the call again.',
  unclaimed:
    'The call has run without a look at its idempotency key, because the keys are out of reach. ' +
    'It may have run before, and a retry with the same key may run it again.',
} as const satisfies Readonly<Record<string, string>>

/** Why an outcome is not kept under its key. */
export type UnkeptReason = keyof typeof reasons

/** Warns the caller that an outcome is not kept. */
export const warnOfOutcome = (outcome: Outcome, reason: UnkeptReason): Outcome =>
  withWarning(outcome, toWarning('OUTCOME_NOT_KEPT', reasons[reason]))

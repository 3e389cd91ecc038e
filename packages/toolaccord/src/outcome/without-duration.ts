import { compact, compactUnlessEmpty, without } from '../json/json.ts'
import type { Outcome } from './outcome.ts'

/**
 * Returns an outcome without the time that its tool ran, which differs from run to run. Other
 * metrics stay.
 */
export function withoutDuration<Of extends Outcome>(outcome: Of): Of {
  const { timing } = outcome.notes
  if (timing?.duration_ms === undefined) return outcome
  const others = compactUnlessEmpty(without(timing, ['duration_ms']))
  return { ...outcome, notes: compact({ ...outcome.notes, timing: others }) }
}

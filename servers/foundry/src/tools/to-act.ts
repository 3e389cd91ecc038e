import type { Act } from '../tasks/apply-move.ts'
import type { Foundry } from './foundry.ts'

/** Returns who acts, when and why, for the journal. */
export const toAct = (
  { now, ids, leaseMs }: Foundry,
  who: string,
  reason: string,
  metadata?: Act['metadata'],
): Act => ({ who, now: now(), entryId: ids.id(), reason, leaseMs, metadata })

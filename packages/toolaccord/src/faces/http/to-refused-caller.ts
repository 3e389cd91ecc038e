import type { Refusal } from '../../outcome/refusal.ts'
import type { RefusedCaller } from '../../policies/create-refusal-log.ts'
import type { Sender } from './create-guarded-fetch.ts'

/** What the log of refused callers holds about a refusal of the edge. */
export function toRefusedCaller(
  { reason, message, problem }: Refusal,
  about: Pick<RefusedCaller, 'id' | 'face' | 'findWanted'>,
  { caller, remote }: Sender,
): RefusedCaller {
  const missingScopes = problem.details?.missing_scopes
  return { ...about, reason, message, remote, caller: caller?.id, missingScopes }
}

import { ArchiveError, type ArchiveReason } from '../archive/archive-error.ts'
import type { Archive, ArchiveEntry } from '../archive/archive.ts'
import { type ScopeHolder, findScopeLack } from '../auth/scopes.ts'
import type { Reason } from '../outcome/reasons.ts'
import { Refusal } from '../outcome/refusal.ts'
import { ownerOf } from './owner-of.ts'

const reasons: Readonly<Record<ArchiveReason, Reason>> = {
  malformed_hash: 'invalid_argument',
  too_large: 'internal',
  corrupt: 'internal',
  unavailable: 'unavailable',
}

/**
 * Returns the content that a caller has under a hash; throws a Refusal if there is none, or if the
 * caller does not have the scopes of the tool that gave it.
 */
export async function readArchive(
  archive: Archive,
  hash: string,
  holder: ScopeHolder,
): Promise<ArchiveEntry> {
  const entry = await archive.get(hash, { owner: ownerOf(holder.caller) }).catch(throwRefusal)
  if (entry !== undefined) return checkScopes(entry, holder)
  throw new Refusal('not_found', {
    message: 'There is no content under this hash, or it is no longer kept.',
    path: 'hash',
    hint: 'Call the tool again that gave the hash.',
  })
}

/** Returns an entry to whoever has its scopes; throws a Refusal for anybody else. */
export function checkScopes(entry: ArchiveEntry, holder: ScopeHolder): ArchiveEntry {
  const lack = findScopeLack(entry.scopes ?? [], holder)
  if (lack === undefined) return entry
  throw new Refusal(lack.reason, lack.problem)
}

function throwRefusal(thrown: unknown): never {
  throw thrown instanceof ArchiveError ? toRefusal(thrown) : thrown
}

function toRefusal({ reason, message, hint }: ArchiveError): Refusal {
  const path = reason === 'malformed_hash' ? 'hash' : undefined
  return new Refusal(reasons[reason], { message, hint, path })
}

/** True if content of a media type is text. */
export const isText = (type: string): boolean => /^text\/|[/+](json|xml)$/.test(type)

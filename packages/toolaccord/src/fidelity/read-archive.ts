import { ArchiveError, type ArchiveReason } from '../archive/archive-error.ts'
import type { Archive, ArchiveEntry } from '../archive/archive.ts'
import type { Reason } from '../outcome/reasons.ts'
import { Refusal } from '../outcome/refusal.ts'

const reasons: Readonly<Record<ArchiveReason, Reason>> = {
  malformed_hash: 'invalid_argument',
  too_large: 'internal',
  corrupt: 'internal',
  unavailable: 'unavailable',
}

/** Returns the content that an owner has under a hash; throws a Refusal if there is none. */
export async function readArchive(
  archive: Archive,
  hash: string,
  owner: string,
): Promise<ArchiveEntry> {
  const entry = await archive.get(hash, { owner }).catch((thrown: unknown) => {
    throw thrown instanceof ArchiveError ? toRefusal(thrown) : thrown
  })
  if (entry !== undefined) return entry
  throw new Refusal('not_found', {
    message: 'There is no content under this hash, or it is no longer kept.',
    path: 'hash',
    hint: 'Call the tool again that gave the hash.',
  })
}

function toRefusal({ reason, message, hint }: ArchiveError): Refusal {
  const path = reason === 'malformed_hash' ? 'hash' : undefined
  return new Refusal(reasons[reason], { message, hint, path })
}

/** True if content of a media type is text. */
export const isText = (type: string): boolean => /^text\/|[/+](json|xml)$/.test(type)

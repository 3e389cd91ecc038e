import { compact } from '../../json/json.ts'
import type { Notes, Outcome, Page } from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract-init.ts'
import { readString, readStrings } from '../contract/read.ts'
import {
  fromShownFacts,
  fromWarningLine,
  toShownNotes,
  toWarningLine,
} from '../contract/shown-notes.ts'

/** Writes `meta`, as far as the source has fields for the notes. */
export function toDtprMeta({ contentHash, version, page, warnings }: Notes): Envelope {
  return compact({
    content_hash: contentHash,
    version,
    next_cursor: page?.cursor,
    warnings: warnings?.map(toWarningLine),
  })
}

/** Writes the further properties of `meta`; undefined if there are none. */
export function toAddedMeta(outcome: Outcome): Envelope | undefined {
  const shown = toShownNotes({ ...outcome, notes: { ...outcome.notes, page: undefined } })
  if (shown === undefined) return undefined
  const { warnings: _, ...added } = shown
  return added
}

/** Reads the notes in `meta`. */
export const fromDtprMeta = (meta: Envelope): Notes =>
  compact({
    contentHash: readString(meta.content_hash),
    version: readString(meta.version),
    page: toPage(meta),
    warnings: readStrings(meta.warnings)?.map(fromWarningLine),
    message: readString(meta.message),
    instruction: readString(meta.instruction),
    ...fromShownFacts(meta),
  })

function toPage(meta: Envelope): Page | undefined {
  if (!('next_cursor' in meta)) return undefined
  const cursor = readString(meta.next_cursor) ?? null
  return { cursor, hasMore: cursor !== null }
}

import { compact, compactUnlessEmpty, isRecord } from '../../json/json.ts'
import { describeBlock } from '../../outcome/describe-block.ts'
import { nextOf } from '../../outcome/next.ts'
import {
  type Deprecation,
  type Fidelity,
  type Notes,
  type Outcome,
  type Page,
  type Warning,
  hasNext,
} from '../../outcome/outcome.ts'
import type { Envelope } from './contract-init.ts'
import { toNextMembers } from './next-members.ts'
import { readBoolean, readNumber, readRecord, readString, readStrings } from './read.ts'

/**
 * Writes the notes that a model must know, each fact once, for a dialect that has one added
 * property for all of them. Hosts show a model the envelope and hide everything beside it. Returns
 * undefined if there is nothing to say.
 */
export function toShownNotes(outcome: Outcome): Envelope | undefined {
  const { notes } = outcome
  if (!hasShownNotes(notes) && !hasNext(outcome)) return undefined
  return compactUnlessEmpty({
    message: notes.message || undefined,
    instruction: notes.instruction || undefined,
    warnings: toWarningLines(notes.warnings),
    pagination: notes.page && toPagination(notes.page),
    ...toShownFacts(notes),
    next: hasNext(outcome) ? toNextMembers(nextOf(outcome)) : undefined,
  })
}

/** Reads the notes that `toShownNotes` wrote, as far as their form holds them. */
export function fromShownNotes(shown: Envelope): Notes {
  const pagination = readRecord(shown.pagination)
  return {
    message: readString(shown.message),
    instruction: readString(shown.instruction),
    warnings: readStrings(shown.warnings)?.map(fromWarningLine),
    page: pagination && fromPagination(pagination),
    ...fromShownFacts(shown),
  }
}

/** Writes the notes that no source document but that of response-v2 has a field for. */
export function toShownFacts(notes: Notes): Envelope {
  const { fidelity, deprecation, warnings = [] } = notes
  const isAnnounced = warnings.some(({ code }) => code === 'DEPRECATED')
  return {
    content_fidelity: fidelity?.level,
    dropped_content_ids: fidelity?.droppedIds,
    content_archive_hashes: toUnsaidHashes(notes),
    deprecated: deprecation && !isAnnounced ? toDeprecated(deprecation) : undefined,
    attachments: toAttachmentLines(notes.attachments),
  }
}

/** Reads the notes that `toShownFacts` wrote. */
export function fromShownFacts(shown: Envelope): Pick<Notes, 'fidelity' | 'deprecation'> {
  const deprecated = readRecord(shown.deprecated)
  return { fidelity: fromFidelity(shown), deprecation: deprecated && fromDeprecated(deprecated) }
}

/** The notes of which a model must know. */
const shownNotes: ReadonlySet<string> = new Set([
  'message',
  'instruction',
  'warnings',
  'page',
  'fidelity',
  'deprecation',
  'attachments',
] satisfies readonly (keyof Notes)[])

/** Most answers have none of these notes, and a small call has little time to find that out. */
function hasShownNotes(notes: Notes): boolean {
  for (const name in notes) if (shownNotes.has(name)) return true
  return false
}

/** Writes one line for each attachment; the blocks themselves are beside the envelope. */
export function toAttachmentLines(
  attachments: Notes['attachments'],
): readonly string[] | undefined {
  if (attachments === undefined || attachments.length === 0) return undefined
  return attachments.map(describeBlock)
}

/** Writes the hashes that neither the instruction nor a next step names. */
function toUnsaidHashes({ fidelity, instruction = '', next = [] }: Notes) {
  const hashes = Object.values(fidelity?.archiveHashes ?? {})
  if (hashes.length === 0) return undefined
  const said = instruction + JSON.stringify(next)
  if (hashes.every((hash) => said.includes(hash))) return undefined
  return fidelity?.archiveHashes
}

function toWarningLines(warnings: Notes['warnings']): readonly string[] | undefined {
  if (warnings === undefined || warnings.length === 0) return undefined
  return warnings.map(toWarningLine)
}

/** Writes a warning as one line: its code, a colon, its message. */
export function toWarningLine({ code, message }: Warning): string {
  return code === undefined ? message : `${code}: ${message}`
}

/** Reads a warning that was written as one line. */
export function fromWarningLine(line: string): Warning {
  const groups = /^(?<code>\w+): (?<message>[^]+)$/.exec(line)?.groups
  if (groups?.code === undefined || groups.message === undefined) return { message: line }
  return { code: groups.code, message: groups.message }
}

/** Writes the place of an answer in its list. */
export const toPagination = ({ cursor, hasMore, size, total }: Page): Envelope =>
  compact({ cursor, has_more: hasMore, page_size: size, total_count: total })

/** Reads the place of an answer in its list. */
export function fromPagination(pagination: Envelope): Page {
  const cursor = readString(pagination.cursor)
  return compact({
    cursor: cursor ?? null,
    hasMore: readBoolean(pagination.has_more) ?? cursor !== undefined,
    size: readNumber(pagination.page_size),
    total: readNumber(pagination.total_count),
  })
}

/** Writes the announcement that something will be removed. */
export const toDeprecated = ({ since, use, removeIn }: Deprecation): Envelope =>
  compact({ since, use, remove_in: removeIn })

/** Reads the announcement that something will be removed. */
export const fromDeprecated = (deprecated: Envelope): Deprecation =>
  compact({
    since: readString(deprecated.since),
    use: readString(deprecated.use),
    removeIn: readString(deprecated.remove_in),
  })

const levels = ['full', 'partial', 'summary', 'reference_only'] as const

/** Reads how much of the content is in an answer. */
export function fromFidelity(shown: Envelope): Fidelity | undefined {
  return compactUnlessEmpty({
    level: levels.find((known) => known === shown.content_fidelity),
    schemaVersion: readString(shown.content_fidelity_schema_version),
    droppedIds: readStrings(shown.dropped_content_ids),
    archiveHashes: readHashes(shown.content_archive_hashes),
  })
}

function readHashes(hashes: unknown): Record<string, string> | undefined {
  if (!isRecord(hashes)) return undefined
  return Object.fromEntries(Object.entries(hashes).map(([id, hash]) => [id, String(hash)]))
}

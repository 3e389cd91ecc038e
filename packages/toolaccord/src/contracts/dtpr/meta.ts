import { compact } from '../../json/json.ts'
import { nextOf } from '../../outcome/next.ts'
import {
  type Notes,
  type Outcome,
  type Page,
  type Warning,
  hasNext,
} from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract.ts'
import { toNextMembers } from '../contract/next-members.ts'
import { readString, readStrings } from '../contract/read.ts'

/** Writes `meta`, as far as it has fields for the notes. */
export function toDtprMeta(outcome: Outcome): Envelope {
  const { contentHash, version, page, warnings } = outcome.notes
  return compact({
    content_hash: contentHash,
    version,
    next_cursor: page?.cursor,
    warnings: warnings?.map(toLine),
    next: hasNext(outcome) ? toNextMembers(nextOf(outcome)) : undefined,
  })
}

/** Reads the notes in `meta`. */
export const fromDtprMeta = (meta: Envelope): Notes =>
  compact({
    contentHash: readString(meta.content_hash),
    version: readString(meta.version),
    page: toPage(meta),
    warnings: readStrings(meta.warnings)?.map(fromLine),
  })

function toPage(meta: Envelope): Page | undefined {
  if (!('next_cursor' in meta)) return undefined
  const cursor = readString(meta.next_cursor) ?? null
  return { cursor, hasMore: cursor !== null }
}

/** The source writes a warning as one line: its code, a colon, its message. */
function toLine({ code, message }: Warning): string {
  if (code === undefined) return message
  return `${code}: ${message}`
}

function fromLine(line: string): Warning {
  const groups = /^(?<code>\w+): (?<message>[^]+)$/.exec(line)?.groups
  if (groups?.code === undefined || groups.message === undefined) return { message: line }
  return { code: groups.code, message: groups.message }
}

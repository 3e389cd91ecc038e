import { compact } from '../../json/json.ts'
import type { Notes, Page, Warning } from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract.ts'
import { readString, readStrings } from '../contract/read.ts'

/** Writes `meta`, as far as it has fields for the notes. */
export const toDtprMeta = ({ contentHash, version, page, warnings }: Notes): Envelope =>
  compact({
    content_hash: contentHash,
    version,
    next_cursor: page?.cursor,
    warnings: warnings?.map(toLine),
  })

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

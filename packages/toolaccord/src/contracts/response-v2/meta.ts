import { compact, compactUnlessEmpty, isRecord, without } from '../../json/json.ts'
import { nextOf } from '../../outcome/next.ts'
import type {
  Deprecation,
  Fidelity,
  Notes,
  Outcome,
  Page,
  RateLimit,
  Warning,
} from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract.ts'
import { toNextMembers } from '../contract/next-members.ts'
import {
  readArray,
  readBoolean,
  readNumber,
  readRecord,
  readString,
  readStrings,
} from '../contract/read.ts'

/** The version that every envelope has in `meta`. */
export const responseV2Version = 'response-v2'

const levels = ['full', 'partial', 'summary', 'reference_only'] as const
const severities = ['info', 'warning', 'error'] as const

/** The properties of `meta` that are written from notes; every other one is extra. */
const metaMembers = [
  'version',
  'request_id',
  'warnings',
  'warning_details',
  'pagination',
  'rate_limit',
  'telemetry',
  'content_fidelity',
  'content_fidelity_schema_version',
  'dropped_content_ids',
  'content_archive_hashes',
  'message',
  'instruction',
  'next',
  'content_hash',
  'content_version',
  'deprecated',
  'soft',
] as const
const paginationMembers = ['cursor', 'has_more', 'page_size', 'total_count'] as const
const rateLimitMembers = ['limit', 'remaining', 'reset_at', 'retry_after_seconds'] as const

/** Writes `meta`: the properties of the source and the documented additions that have values. */
export function toResponseV2Meta(outcome: Outcome): Envelope {
  const { notes } = outcome
  const known = toKnownMeta(outcome)
  if (notes.extra === undefined) return { version: responseV2Version, ...known }
  return { version: responseV2Version, ...without(notes.extra, metaMembers), ...known }
}

function toKnownMeta(outcome: Outcome): Envelope {
  const { notes } = outcome
  const isSoft = !outcome.ok && outcome.soft
  const { fidelity, deprecation, extra, warnings = [] } = notes
  const details = warnings.filter(({ code, severity, context }) => code ?? severity ?? context)
  return compact({
    request_id: notes.requestId || undefined,
    warnings: warnings.length > 0 ? warnings.map(({ message }) => message) : undefined,
    warning_details: details.length > 0 ? details : undefined,
    pagination: merge(notes.page && toPagination(notes.page), extra?.pagination),
    rate_limit: merge(notes.rateLimit && toRateLimit(notes.rateLimit), extra?.rate_limit),
    telemetry: merge(notes.timing, extra?.telemetry),
    content_fidelity_schema_version: fidelity?.schemaVersion,
    content_fidelity: fidelity?.level,
    dropped_content_ids: fidelity?.droppedIds,
    content_archive_hashes: fidelity?.archiveHashes,
    message: notes.message || undefined,
    instruction: notes.instruction || undefined,
    next: toNextMembers(nextOf(outcome)),
    content_hash: notes.contentHash,
    content_version: notes.version,
    deprecated: deprecation && toDeprecated(deprecation),
    soft: isSoft || undefined,
  })
}

/** Reads the notes in `meta`. */
export function fromResponseV2Meta(meta: Envelope): Notes {
  const pagination = readRecord(meta.pagination)
  const rateLimit = readRecord(meta.rate_limit)
  const telemetry = readRecord(meta.telemetry)
  const deprecated = readRecord(meta.deprecated)
  return compact({
    requestId: readString(meta.request_id),
    warnings: readWarnings(meta),
    page: pagination && fromPagination(pagination),
    rateLimit: rateLimit && fromRateLimit(rateLimit),
    timing: telemetry && compactUnlessEmpty(readMetrics(telemetry)),
    fidelity: fromFidelity(meta),
    message: readString(meta.message),
    instruction: readString(meta.instruction),
    contentHash: readString(meta.content_hash),
    version: readString(meta.content_version),
    deprecation: deprecated && fromDeprecated(deprecated),
    extra: readExtra(meta),
  })
}

/** Reads every property that no other note comes from, also within the known objects. */
function readExtra(meta: Envelope): Envelope | undefined {
  const telemetry = readRecord(meta.telemetry)
  return compactUnlessEmpty({
    ...without(meta, metaMembers),
    pagination: othersOf(readRecord(meta.pagination), paginationMembers),
    rate_limit: othersOf(readRecord(meta.rate_limit), rateLimitMembers),
    telemetry: telemetry && othersOf(telemetry, Object.keys(readMetrics(telemetry))),
  })
}

function othersOf(object: Envelope | undefined, known: readonly string[]): Envelope | undefined {
  return object && compactUnlessEmpty(without(object, known))
}

function merge(known: object | undefined, extra: unknown): Envelope | undefined {
  if (known === undefined && !isRecord(extra)) return undefined
  return { ...readRecord(extra), ...known }
}

const toPagination = ({ cursor, hasMore, size, total }: Page) =>
  compact({ cursor, has_more: hasMore, page_size: size, total_count: total })

function fromPagination(pagination: Envelope): Page {
  const cursor = readString(pagination.cursor)
  return compact({
    cursor: cursor ?? null,
    hasMore: readBoolean(pagination.has_more) ?? cursor !== undefined,
    size: readNumber(pagination.page_size),
    total: readNumber(pagination.total_count),
  })
}

const toRateLimit = ({ limit, remaining, resetAt, retryAfterSeconds }: RateLimit) =>
  compact({ limit, remaining, reset_at: resetAt, retry_after_seconds: retryAfterSeconds })

const fromRateLimit = (rateLimit: Envelope): RateLimit | undefined =>
  compactUnlessEmpty({
    limit: readNumber(rateLimit.limit),
    remaining: readNumber(rateLimit.remaining),
    resetAt: readString(rateLimit.reset_at) ?? readNumber(rateLimit.reset_at),
    retryAfterSeconds: readNumber(rateLimit.retry_after_seconds),
  })

const toDeprecated = ({ since, use, removeIn }: Deprecation) =>
  compact({ since, use, remove_in: removeIn })

const fromDeprecated = (deprecated: Envelope): Deprecation =>
  compact({
    since: readString(deprecated.since),
    use: readString(deprecated.use),
    removeIn: readString(deprecated.remove_in),
  })

function readMetrics(telemetry: Envelope): Record<string, number> {
  const entries = Object.entries(telemetry)
  return Object.fromEntries(entries.filter(isMetric))
}

const isMetric = (entry: [string, unknown]): entry is [string, number] =>
  typeof entry[1] === 'number'

function fromFidelity(meta: Envelope): Fidelity | undefined {
  const level = levels.find((known) => known === meta.content_fidelity)
  if (level === undefined) return undefined
  return compact({
    level,
    schemaVersion: readString(meta.content_fidelity_schema_version),
    droppedIds: readStrings(meta.dropped_content_ids),
    archiveHashes: readHashes(meta.content_archive_hashes),
  })
}

function readHashes(hashes: unknown): Record<string, string> | undefined {
  if (!isRecord(hashes)) return undefined
  return Object.fromEntries(Object.entries(hashes).map(([id, hash]) => [id, String(hash)]))
}

/** Details say more than plain lines, so a line that has details is read from them. */
function readWarnings(meta: Envelope): Warning[] | undefined {
  const lines = readStrings(meta.warnings) ?? []
  const details = readArray(meta.warning_details).filter(isWarning)
  const warnings = lines.map((message): Warning => {
    const at = details.findIndex((detail) => detail.message === message)
    if (at === -1) return { message }
    return details.splice(at, 1)[0] ?? { message }
  })
  if (warnings.length + details.length === 0) return undefined
  return [...warnings, ...details].map(readWarning)
}

const isWarning = (value: unknown): value is Warning =>
  isRecord(value) && typeof value.message === 'string'

const readWarning = ({ code, severity, message, context }: Warning): Warning =>
  compact({
    code: readString(code),
    severity: severities.find((known) => known === severity),
    message,
    context: readRecord(context),
  })

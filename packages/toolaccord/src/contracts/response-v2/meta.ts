import { compact, compactUnlessEmpty, isRecord, without } from '../../json/json.ts'
import { nextOf } from '../../outcome/next.ts'
import type { Notes, Outcome, RateLimit, Warning } from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract-init.ts'
import { toNextMembers } from '../contract/next-members.ts'
import { readArray, readNumber, readRecord, readString, readStrings } from '../contract/read.ts'
import {
  fromDeprecated,
  fromFidelity,
  fromPagination,
  toAttachmentLines,
  toDeprecated,
  toPagination,
} from '../contract/shown-notes.ts'

/** The version that every envelope has in `meta`. */
export const responseV2Version = 'response-v2'

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
  'attachments',
  'soft',
] as const
/** Stands for `warnings` in the extra notes if an envelope has only `warning_details`. */
const noLines = null
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
  const hasLines = warnings.length > 0 && extra?.warnings !== noLines
  return compact({
    request_id: notes.requestId || undefined,
    warnings: hasLines ? warnings.map(({ message }) => message) : undefined,
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
    attachments: toAttachmentLines(notes.attachments),
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
    warnings: hasDetailsOnly(meta) ? noLines : undefined,
    pagination: othersOf(readRecord(meta.pagination), paginationMembers),
    rate_limit: othersOf(readRecord(meta.rate_limit), rateLimitMembers),
    telemetry: telemetry && othersOf(telemetry, Object.keys(readMetrics(telemetry))),
  })
}

/** The source lets details stand instead of lines; an envelope that has them so stays so. */
const hasDetailsOnly = (meta: Envelope): boolean =>
  meta.warnings === undefined && readArray(meta.warning_details).some(isWarning)

function othersOf(object: Envelope | undefined, known: readonly string[]): Envelope | undefined {
  return object && compactUnlessEmpty(without(object, known))
}

function merge(known: object | undefined, extra: unknown): Envelope | undefined {
  if (known === undefined && !isRecord(extra)) return undefined
  return { ...readRecord(extra), ...known }
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

function readMetrics(telemetry: Envelope): Record<string, number> {
  const entries = Object.entries(telemetry)
  return Object.fromEntries(entries.filter(isMetric))
}

const isMetric = (entry: [string, unknown]): entry is [string, number] =>
  typeof entry[1] === 'number'

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

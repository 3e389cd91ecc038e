import { compact, isRecord, compactUnlessEmpty, without } from '../../json/json.ts'
import type { Fidelity, Notes, Outcome, Page, RateLimit, Warning } from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract.ts'
import { list, number, record, text, texts } from '../contract/read.ts'

export const version = 'response-v2'

const levels = ['full', 'partial', 'summary', 'reference_only'] as const
const severities = ['info', 'warning', 'error'] as const

/** `meta`: the source's members and the documented additions, each only when it says something. */
export function toMeta(outcome: Outcome): Envelope {
  const { notes } = outcome
  // Most answers have no other note, and writing out the rest costs more than all else in a small call.
  if (hasRequestIdOnly(notes) && (outcome.ok || !outcome.soft))
    return { version, request_id: notes.requestId }
  const { fidelity, warnings = [] } = notes
  const details = warnings.filter(({ code, severity, context }) => code ?? severity ?? context)
  const known = compact({
    request_id: notes.requestId || undefined,
    warnings: warnings.length > 0 ? warnings.map(({ message }) => message) : undefined,
    warning_details: details.length > 0 ? details : undefined,
    pagination: merge(notes.page && toPagination(notes.page), notes.extra?.pagination),
    rate_limit: merge(notes.rateLimit && toRateLimit(notes.rateLimit), notes.extra?.rate_limit),
    telemetry: merge(notes.timing, notes.extra?.telemetry),
    content_fidelity_schema_version: fidelity?.schemaVersion,
    content_fidelity: fidelity?.level,
    dropped_content_ids: fidelity?.droppedIds,
    content_archive_hashes: fidelity?.archiveHashes,
    message: notes.message || undefined,
    instruction: notes.instruction || undefined,
    content_hash: notes.contentHash,
    content_version: notes.version,
    deprecated:
      notes.deprecation &&
      compact({
        since: notes.deprecation.since,
        use: notes.deprecation.use,
        remove_in: notes.deprecation.removeIn,
      }),
    soft: !outcome.ok && outcome.soft ? true : undefined,
  })
  return {
    version,
    ...(notes.extra && without(notes.extra, ['version', ...metaMembers])),
    ...known,
  }
}

function hasRequestIdOnly(notes: Notes): boolean {
  // The cast names the members that the loop visits.
  for (const name in notes)
    if (name !== 'requestId' && notes[name as keyof Notes] !== undefined) return false
  return Boolean(notes.requestId)
}

export const metaMembers = [
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
  'content_hash',
  'content_version',
  'deprecated',
  'soft',
] as const

export function fromMeta(meta: Envelope): Notes {
  const [pagination, rateLimit, telemetry] = [
    record(meta.pagination),
    record(meta.rate_limit),
    record(meta.telemetry),
  ]
  const deprecated = record(meta.deprecated)
  return compact({
    requestId: text(meta.request_id),
    warnings: fromWarnings(
      texts(meta.warnings) ?? [],
      list(meta.warning_details).filter(isWarning),
    ),
    page: pagination && fromPagination(pagination),
    rateLimit: rateLimit && fromRateLimit(rateLimit),
    timing: telemetry && compactUnlessEmpty(metrics(telemetry)),
    fidelity: fromFidelity(meta),
    message: text(meta.message),
    instruction: text(meta.instruction),
    contentHash: text(meta.content_hash),
    version: text(meta.content_version),
    deprecation:
      deprecated &&
      compact({
        since: text(deprecated.since),
        use: text(deprecated.use),
        removeIn: text(deprecated.remove_in),
      }),
    extra: compactUnlessEmpty({
      ...without(meta, ['version', ...metaMembers]),
      pagination:
        pagination &&
        compactUnlessEmpty(without(pagination, ['cursor', 'has_more', 'page_size', 'total_count'])),
      rate_limit:
        rateLimit &&
        compactUnlessEmpty(
          without(rateLimit, ['limit', 'remaining', 'reset_at', 'retry_after_seconds']),
        ),
      telemetry:
        telemetry && compactUnlessEmpty(without(telemetry, Object.keys(metrics(telemetry)))),
    }),
  })
}

const merge = (known: object | undefined, extra: unknown) =>
  known || isRecord(extra) ? { ...record(extra), ...known } : undefined

const toPagination = ({ cursor, hasMore, size, total }: Page) =>
  compact({ cursor, has_more: hasMore, page_size: size, total_count: total })

function fromPagination(pagination: Envelope): Page | undefined {
  const cursor = text(pagination.cursor)
  const hasMore =
    typeof pagination.has_more === 'boolean' ? pagination.has_more : cursor !== undefined
  return compact({
    cursor: cursor ?? null,
    hasMore,
    size: number(pagination.page_size),
    total: number(pagination.total_count),
  })
}

const toRateLimit = ({ limit, remaining, resetAt, retryAfterSeconds }: RateLimit) =>
  compact({ limit, remaining, reset_at: resetAt, retry_after_seconds: retryAfterSeconds })

const fromRateLimit = (rateLimit: Envelope): RateLimit | undefined =>
  compactUnlessEmpty({
    limit: number(rateLimit.limit),
    remaining: number(rateLimit.remaining),
    resetAt: text(rateLimit.reset_at) ?? number(rateLimit.reset_at),
    retryAfterSeconds: number(rateLimit.retry_after_seconds),
  })

const metrics = (telemetry: Envelope): Record<string, number> =>
  Object.fromEntries(
    Object.entries(telemetry).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value]] : [],
    ),
  )

function fromFidelity(meta: Envelope): Fidelity | undefined {
  const level = levels.find((known) => known === meta.content_fidelity)
  if (level === undefined) return undefined
  const archiveHashes = record(meta.content_archive_hashes)
  return compact({
    level,
    schemaVersion: text(meta.content_fidelity_schema_version),
    droppedIds: texts(meta.dropped_content_ids),
    archiveHashes:
      archiveHashes &&
      Object.fromEntries(Object.entries(archiveHashes).map(([id, hash]) => [id, String(hash)])),
  })
}

/** Details say more than plain lines, so a line that has details is read from them. */
function fromWarnings(
  lines: readonly string[],
  details: readonly Warning[],
): Warning[] | undefined {
  const left = [...details]
  const warnings = lines.map((message) => {
    const at = left.findIndex((detail) => detail.message === message)
    return at === -1 ? { message } : (left.splice(at, 1)[0] ?? { message })
  })
  return warnings.length + left.length === 0 ? undefined : [...warnings, ...left].map(toWarning)
}

const isWarning = (value: unknown): value is Warning =>
  isRecord(value) && typeof value.message === 'string'

const toWarning = ({ code, severity, message, context }: Warning): Warning =>
  compact({
    code: text(code),
    severity: severities.find((known) => known === severity),
    message,
    context: record(context),
  })

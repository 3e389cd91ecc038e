import type { Kind } from '../kinds.ts'
import { type Fidelity, type Notes, type Outcome, type Page, type RateLimit, type Warning, ok } from '../outcome.ts'
import type { Envelope } from './contract.ts'
import { compact } from './read.ts'
import { responseV2Contract } from './response-v2.ts'
import type { responseV2Codes } from './response-v2-codes.ts'
import { fromMeta, type version } from './response-v2-meta.ts'

type Members = Readonly<Record<string, unknown>>

type Meta = Members & { readonly version: typeof version }

/** A success on the wire; `data` is always an object, so a list stands under `items`. */
export type ResponseV2Success<T> = {
  readonly success: true
  readonly data: T extends readonly unknown[] ? { readonly items: T } : T
  readonly error: null
  readonly meta: Meta
}

/** A failure on the wire. */
export type ResponseV2Failure = {
  readonly success: false
  readonly data: Members & { readonly error_code: string; readonly error_type: Kind; readonly remediation?: string; readonly details?: Members }
  readonly error: string
  readonly meta: Meta
}

/** What goes into `meta` of any response. */
export interface ResponseOptions {
  readonly requestId?: string
  readonly rateLimit?: RateLimit
  /** Metrics by their name on the wire, such as `duration_ms`. */
  readonly telemetry?: Readonly<Record<string, number>>
  /** More members for `meta`, by their name on the wire; the options above win and `version` stays. */
  readonly meta?: Members
}

export interface SuccessOptions extends ResponseOptions {
  readonly warnings?: readonly (string | Warning)[]
  readonly pagination?: Page
  /** Default, when content was dropped or archived: `partial`. */
  readonly contentFidelity?: Fidelity['level']
  readonly droppedContentIds?: Fidelity['droppedIds']
  readonly contentArchiveHashes?: Fidelity['archiveHashes']
}

/** What a specialised error leaves open. */
export interface ErrorDetails extends ResponseOptions {
  /** What to do about it. */
  readonly remediation?: string
  /** Context that stands in `data` beside the error's own members, which it cannot replace. */
  readonly data?: Members
  readonly details?: Members
}

export interface ErrorOptions extends ErrorDetails {
  /** Default: `INTERNAL_ERROR`. */
  readonly errorCode?: keyof typeof responseV2Codes | (string & {})
  /** Default: the type that the contract gives the code, or `internal` for a code of your own. */
  readonly errorType?: Kind
}

export interface RateLimitInit {
  readonly limit: number
  /** What the limit counts over, as `minute`. */
  readonly period: string
  readonly retryAfterSeconds: number
  readonly resetAt?: RateLimit['resetAt']
}

/** The source's two builders and its specialised errors. */
export const responseV2Builders = Object.freeze({
  successResponse: <T extends object = Members>(data?: T, options: SuccessOptions = {}) => encode<ResponseV2Success<T>>(ok(data, toNotes(options))),

  errorResponse,

  /** `field` names the argument that is wrong. */
  validationError: (message: string, { field, details, ...more }: ErrorDetails & { readonly field?: string } = {}) =>
    errorResponse(message, { ...more, errorCode: 'VALIDATION_ERROR', details: { field, ...details } }),

  notFoundError: (resourceType: string, resourceId: string, { data, ...more }: ErrorDetails = {}) =>
    errorResponse(`${resourceType} '${resourceId}' not found`, {
      remediation: `Verify that the ${resourceType.toLowerCase()} ID exists.`,
      ...more,
      errorCode: 'NOT_FOUND',
      data: { resource_type: resourceType, resource_id: resourceId, ...data },
    }),

  rateLimitError: ({ limit, period, retryAfterSeconds, resetAt }: RateLimitInit, { data, ...more }: ErrorDetails = {}) =>
    errorResponse(`Rate limit exceeded: ${limit} requests per ${period}`, {
      remediation: `Wait ${retryAfterSeconds} seconds before retrying.`,
      rateLimit: { limit, remaining: 0, resetAt, retryAfterSeconds },
      ...more,
      errorCode: 'RATE_LIMIT_EXCEEDED',
      data: { retry_after_seconds: retryAfterSeconds, ...data },
    }),

  unauthorizedError: (message = 'Authentication required', more: ErrorDetails = {}) =>
    errorResponse(message, { remediation: 'Provide valid credentials.', ...more, errorCode: 'UNAUTHORIZED' }),

  forbiddenError: (message: string, { requiredPermission, data, ...more }: ErrorDetails & { readonly requiredPermission?: string } = {}) =>
    errorResponse(message, { ...more, errorCode: 'FORBIDDEN', data: compact({ required_permission: requiredPermission, ...data }) }),

  conflictError: (message: string, more: ErrorDetails = {}) => errorResponse(message, { ...more, errorCode: 'CONFLICT' }),

  internalError: (message = 'An internal error occurred', more: ErrorDetails = {}) =>
    errorResponse(message, { remediation: reportLater(more.requestId), ...more, errorCode: 'INTERNAL_ERROR' }),

  unavailableError: (message = 'Service temporarily unavailable', { retryAfterSeconds, data, ...more }: ErrorDetails & { readonly retryAfterSeconds?: number } = {}) =>
    errorResponse(message, {
      remediation: retryAfterSeconds ? `Wait ${retryAfterSeconds} seconds before retrying.` : 'Retry with backoff.',
      ...more,
      errorCode: 'UNAVAILABLE',
      data: compact({ retry_after_seconds: retryAfterSeconds || undefined, ...data }),
    }),

  featureDisabledError: (feature: string, { data, ...more }: ErrorDetails = {}) =>
    errorResponse(`Feature '${feature}' is not enabled`, {
      remediation: 'Contact support to enable this feature or check feature flag configuration',
      ...more,
      errorCode: 'FEATURE_DISABLED',
      data: { feature, ...data },
    }),
})

function errorResponse(message: string, options: ErrorOptions = {}): ResponseV2Failure {
  const { errorCode = 'INTERNAL_ERROR', errorType, remediation, data, details, ...meta } = options
  const problem = { code: errorCode, message, hint: remediation, details, kind: errorType }
  return encode({ ok: false, problems: [problem], soft: false, data, notes: toNotes(meta) })
}

const reportLater = (requestId: string | undefined) =>
  requestId ? `Retry later; if it happens again, report request id ${requestId}.` : 'Retry later; if it happens again, report it.'

const toNotes = ({ meta = {}, requestId, warnings, pagination, rateLimit, telemetry, ...content }: SuccessOptions): Notes => ({
  ...fromMeta(meta),
  ...compact({
    requestId,
    warnings: warnings?.map((warning) => (typeof warning === 'string' ? { message: warning } : warning)),
    page: pagination,
    rateLimit,
    timing: telemetry,
    fidelity: toFidelity(content),
  }),
})

function toFidelity({ contentFidelity, droppedContentIds, contentArchiveHashes }: SuccessOptions): Fidelity | undefined {
  if ((contentFidelity ?? droppedContentIds ?? contentArchiveHashes) === undefined) return undefined
  return { level: contentFidelity ?? 'partial', schemaVersion: '1.0', droppedIds: droppedContentIds, archiveHashes: contentArchiveHashes }
}

function encode<Body extends Envelope>(outcome: Outcome): Body {
  // The cast names the shape that the encoder gives this outcome, which the golden tests hold it to.
  return responseV2Contract.encode(outcome).body as Body
}

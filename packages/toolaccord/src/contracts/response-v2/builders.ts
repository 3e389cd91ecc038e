import { compact } from '../../json/json.ts'
import type { Kind } from '../../outcome/kinds.ts'
import {
  type Fidelity,
  type Notes,
  type Outcome,
  type Page,
  type RateLimit,
  type Warning,
  ok,
} from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract.ts'
import type { responseV2Codes } from './codes.ts'
import { responseV2Contract } from './contract.ts'
import { fromMeta, type version } from './meta.ts'

type Members = Readonly<Record<string, unknown>>

/** A code of the contract. */
export type ResponseV2Code = keyof typeof responseV2Codes

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
  readonly data: Members & {
    readonly error_code: string
    readonly error_type: Kind
    readonly remediation?: string
    readonly details?: Members
  }
  readonly error: string
  readonly meta: Meta
}

/** What goes into `meta` of any response. */
export interface ResponseV2Options {
  readonly requestId?: string
  readonly rateLimit?: RateLimit
  /** Metrics by their name on the wire, such as `duration_ms`. */
  readonly telemetry?: Readonly<Record<string, number>>
  /** More members for `meta`, by their name on the wire; the options above win and `version` stays. */
  readonly meta?: Members
}

export interface ResponseV2SuccessOptions extends ResponseV2Options {
  readonly warnings?: readonly (string | Warning)[]
  readonly pagination?: Page
  /** Default, when content was dropped or archived: `partial`. */
  readonly contentFidelity?: Fidelity['level']
  readonly droppedContentIds?: Fidelity['droppedIds']
  readonly contentArchiveHashes?: Fidelity['archiveHashes']
}

/** What a specialised error leaves open. */
export interface ResponseV2ErrorDetails extends ResponseV2Options {
  /** What to do about it. */
  readonly remediation?: string
  /** Context that stands in `data` beside the error's own members, which it cannot replace. */
  readonly data?: Members
  readonly details?: Members
}

export interface ResponseV2ErrorOptions extends ResponseV2ErrorDetails {
  /** Default: `INTERNAL_ERROR`. */
  readonly errorCode?: ResponseV2Code | (string & {})
  /** Default: the type that the contract gives the code, or `internal` for a code of your own. */
  readonly errorType?: Kind
}

export interface ResponseV2RateLimit {
  readonly limit: number
  /** What the limit counts over, as `minute`. */
  readonly period: string
  readonly retryAfterSeconds: number
  readonly resetAt?: RateLimit['resetAt']
}

/** The source's two builders and its specialised errors. */
export const responseV2Builders = Object.freeze({
  successResponse: <T extends object = Members>(data?: T, options: ResponseV2SuccessOptions = {}) =>
    encode<ResponseV2Success<T>>(ok(data, toNotes(options))),

  errorResponse,

  /** `field` names the argument that is wrong. */
  validationError: (
    message: string,
    { field, ...more }: ResponseV2ErrorDetails & { readonly field?: string } = {},
  ) => specialised('VALIDATION_ERROR', message, { details: { field } }, more),

  notFoundError: (resourceType: string, resourceId: string, more: ResponseV2ErrorDetails = {}) =>
    specialised(
      'NOT_FOUND',
      `${resourceType} '${resourceId}' not found`,
      {
        remediation: `Verify that the ${resourceType.toLowerCase()} ID exists.`,
        data: { resource_type: resourceType, resource_id: resourceId },
      },
      more,
    ),

  rateLimitError: (
    { limit, period, retryAfterSeconds, resetAt }: ResponseV2RateLimit,
    more: ResponseV2ErrorDetails = {},
  ) =>
    specialised(
      'RATE_LIMIT_EXCEEDED',
      `Rate limit exceeded: ${limit} requests per ${period}`,
      {
        ...retryAfter(retryAfterSeconds),
        rateLimit: { limit, remaining: 0, resetAt, retryAfterSeconds },
      },
      more,
    ),

  unauthorizedError: (message = 'Authentication required', more: ResponseV2ErrorDetails = {}) =>
    specialised('UNAUTHORIZED', message, { remediation: 'Provide valid credentials.' }, more),

  forbiddenError: (
    message: string,
    {
      requiredPermission,
      ...more
    }: ResponseV2ErrorDetails & { readonly requiredPermission?: string } = {},
  ) =>
    specialised('FORBIDDEN', message, { data: { required_permission: requiredPermission } }, more),

  conflictError: (message: string, more: ResponseV2ErrorDetails = {}) =>
    specialised('CONFLICT', message, {}, more),

  internalError: (message = 'An internal error occurred', more: ResponseV2ErrorDetails = {}) =>
    specialised(
      'INTERNAL_ERROR',
      message,
      {
        remediation: `Retry later; if it happens again, report ${more.requestId ? `request id ${more.requestId}` : 'it'}.`,
      },
      more,
    ),

  unavailableError: (
    message = 'Service temporarily unavailable',
    {
      retryAfterSeconds,
      ...more
    }: ResponseV2ErrorDetails & { readonly retryAfterSeconds?: number } = {},
  ) =>
    specialised(
      'UNAVAILABLE',
      message,
      retryAfterSeconds ? retryAfter(retryAfterSeconds) : { remediation: 'Retry with backoff.' },
      more,
    ),

  featureDisabledError: (feature: string, more: ResponseV2ErrorDetails = {}) =>
    specialised(
      'FEATURE_DISABLED',
      `Feature '${feature}' is not enabled`,
      {
        remediation: 'Contact support to enable this feature or check feature flag configuration',
        data: { feature },
      },
      more,
    ),
})

function errorResponse(message: string, options: ResponseV2ErrorOptions = {}): ResponseV2Failure {
  const { errorCode = 'INTERNAL_ERROR', errorType, remediation, data, details, ...meta } = options
  const problem = { code: errorCode, message, hint: remediation, details, kind: errorType }
  return encode({ ok: false, problems: [problem], soft: false, data, notes: toNotes(meta) })
}

/**
 * An error of one code: what the caller gives wins over the defaults, in `data` and `details`
 * member by member.
 */
function specialised(
  errorCode: ResponseV2Code,
  message: string,
  defaults: ResponseV2ErrorDetails,
  more: ResponseV2ErrorDetails,
): ResponseV2Failure {
  const [data, details] = [
    compact({ ...defaults.data, ...more.data }),
    { ...defaults.details, ...more.details },
  ]
  return errorResponse(message, { ...defaults, ...more, errorCode, data, details })
}

const retryAfter = (seconds: number): ResponseV2ErrorDetails => ({
  remediation: `Wait ${seconds} seconds before retrying.`,
  data: { retry_after_seconds: seconds },
})

const toNotes = ({
  meta = {},
  requestId,
  warnings,
  pagination,
  rateLimit,
  telemetry,
  ...content
}: ResponseV2SuccessOptions): Notes => ({
  ...fromMeta(meta),
  ...compact({
    requestId,
    warnings: warnings?.map((warning) =>
      typeof warning === 'string' ? { message: warning } : warning,
    ),
    page: pagination,
    rateLimit,
    timing: telemetry,
    fidelity: toFidelity(content),
  }),
})

function toFidelity({
  contentFidelity,
  droppedContentIds,
  contentArchiveHashes,
}: ResponseV2SuccessOptions): Fidelity | undefined {
  if ((contentFidelity ?? droppedContentIds ?? contentArchiveHashes) === undefined) return undefined
  return {
    level: contentFidelity ?? 'partial',
    schemaVersion: '1.0',
    droppedIds: droppedContentIds,
    archiveHashes: contentArchiveHashes,
  }
}

function encode<Body extends Envelope>(outcome: Outcome): Body {
  // The cast names the shape that the encoder gives this outcome, which the golden tests hold it to.
  return responseV2Contract.encode(outcome).body as Body
}

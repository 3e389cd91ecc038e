import { compact, without } from '../../json/json.ts'
import { toFailure } from '../../outcome/failure.ts'
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
import { withSeverity } from '../../outcome/warnings.ts'
import type { Envelope } from '../contract/contract-init.ts'
import type { ResponseV2Code } from './codes.ts'
import { errorMembers, responseV2Contract } from './contract.ts'
import { fromResponseV2Meta, type responseV2Version } from './meta.ts'

type Members = Readonly<Record<string, unknown>>

type Meta = Members & { readonly version: typeof responseV2Version }

/** A success on the wire; `data` is always an object, so an array is under `items`. */
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

/** The options that go into `meta` of any response. */
export interface ResponseV2Options {
  readonly requestId?: string | undefined
  readonly rateLimit?: RateLimit | undefined
  /** Metrics by their name on the wire, such as `duration_ms`. */
  readonly telemetry?: Readonly<Record<string, number>> | undefined
  /** More of `meta`, by names on the wire; the options above win and `version` stays. */
  readonly meta?: Members | undefined
}

/** The options of `successResponse`. */
export interface ResponseV2SuccessOptions extends ResponseV2Options {
  /** A warning with a standard code has the severity of the code unless it brings one. */
  readonly warnings?: readonly (string | Warning)[] | undefined
  readonly pagination?: Page | undefined
  /** Default, when content was dropped or archived: `partial`. */
  readonly contentFidelity?: Fidelity['level'] | undefined
  readonly droppedContentIds?: Fidelity['droppedIds'] | undefined
  readonly contentArchiveHashes?: Fidelity['archiveHashes'] | undefined
}

/** The options of every specialised error. */
export interface ResponseV2ErrorDetails extends ResponseV2Options {
  /** The next step for the caller. */
  readonly remediation?: string | undefined
  /** Context in `data` beside the error's own properties, which it cannot replace. */
  readonly data?: Members | undefined
  readonly details?: Members | undefined
}

/** The options of `errorResponse`. */
export interface ResponseV2ErrorOptions extends ResponseV2ErrorDetails {
  /** Default: `INTERNAL_ERROR`. */
  readonly errorCode?: ResponseV2Code | (string & {}) | undefined
  /** Default: the type that the contract gives the code, or `internal` for a code of your own. */
  readonly errorType?: Kind | undefined
}

/** The limit that `rateLimitError` reports. */
export interface ResponseV2RateLimit {
  readonly limit: number
  /** The time that the limit counts over, as `minute`. */
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
    specialised('INTERNAL_ERROR', message, reportLater(more.requestId), more),

  unavailableError: (
    message = 'Service temporarily unavailable',
    {
      retryAfterSeconds,
      ...more
    }: ResponseV2ErrorDetails & { readonly retryAfterSeconds?: number } = {},
  ) => specialised('UNAVAILABLE', message, comeBackAfter(retryAfterSeconds), more),

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
  const others = data && without(data, errorMembers)
  return encode(toFailure([problem], { data: others, notes: toNotes(meta) }))
}

/**
 * Makes an error of one code. The options of the caller win over the defaults, in `data` and
 * `details` property by property.
 */
function specialised(
  errorCode: ResponseV2Code,
  message: string,
  defaults: ResponseV2ErrorDetails,
  more: ResponseV2ErrorDetails,
): ResponseV2Failure {
  const data = compact({ ...defaults.data, ...more.data })
  const details = { ...defaults.details, ...more.details }
  return errorResponse(message, { ...defaults, ...more, errorCode, data, details })
}

const retryAfter = (seconds: number): ResponseV2ErrorDetails => ({
  remediation: `Wait ${seconds} seconds before retrying.`,
  data: { retry_after_seconds: seconds },
})

const comeBackAfter = (seconds: number | undefined): ResponseV2ErrorDetails =>
  seconds ? retryAfter(seconds) : { remediation: 'Retry with backoff.' }

function reportLater(requestId: string | undefined): ResponseV2ErrorDetails {
  const reported = requestId ? `request id ${requestId}` : 'it'
  return { remediation: `Retry later; if it happens again, report ${reported}.` }
}

function toNotes(options: ResponseV2SuccessOptions): Notes {
  const given = compact({
    requestId: options.requestId,
    warnings: options.warnings?.map(toWarning),
    page: options.pagination,
    rateLimit: options.rateLimit,
    timing: options.telemetry,
    fidelity: toFidelity(options),
  })
  return { ...fromResponseV2Meta(options.meta ?? {}), ...given }
}

const toWarning = (warning: string | Warning): Warning =>
  typeof warning === 'string' ? { message: warning } : withSeverity(warning)

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
  // The cast names the shape that the golden tests hold the encoder to.
  return responseV2Contract.encode(outcome).body as Body
}

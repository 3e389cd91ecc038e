import type { Codebook } from '../../outcome/codebook.ts'
import { type Reason, reasons } from '../../outcome/reasons.ts'

/** The common codes of the source, and below them those that the framework needs beside them. */
export const responseV2Codes = {
  VALIDATION_ERROR: { kind: 'validation', summary: 'Generic input validation failure.' },
  INVALID_FORMAT: { kind: 'validation', summary: 'Malformed input: a wrong type, bad JSON.' },
  MISSING_REQUIRED: { kind: 'validation', summary: 'A required field was not provided.' },
  NOT_FOUND: { kind: 'not_found', summary: 'The resource does not exist.' },
  SPEC_NOT_FOUND: { kind: 'not_found', summary: 'The specification file was not found.' },
  TASK_NOT_FOUND: { kind: 'not_found', summary: 'The task id is not in the specification.' },
  DUPLICATE_ENTRY: { kind: 'conflict', summary: 'The resource exists already.' },
  CONFLICT: { kind: 'conflict', summary: 'A state conflict or an invalid transition.' },
  UNAUTHORIZED: { kind: 'authentication', summary: 'Invalid or missing credentials.' },
  FORBIDDEN: { kind: 'authorization', summary: 'Insufficient permissions.' },
  FEATURE_DISABLED: { kind: 'feature_flag', summary: 'The feature flag is not enabled.' },
  RATE_LIMIT_EXCEEDED: { kind: 'rate_limit', summary: 'Too many requests.' },
  INTERNAL_ERROR: { kind: 'internal', summary: 'An unexpected fault of the server.' },
  UNAVAILABLE: { kind: 'unavailable', summary: 'The service is temporarily unavailable.' },

  CONSENT_REQUIRED: { kind: 'authorization', summary: 'The user has not agreed to this.' },
  INVALID_CURSOR: {
    kind: 'validation',
    summary: 'The cursor is not one that this query gave out.',
  },
  PAYLOAD_TOO_LARGE: {
    kind: 'validation',
    status: reasons.too_large.status,
    summary: 'The request is over the limit.',
  },
  METHOD_NOT_ALLOWED: {
    kind: 'validation',
    status: reasons.method_not_allowed.status,
    summary: 'The route does not take that method.',
  },
  NOT_ACCEPTABLE: {
    kind: 'validation',
    status: reasons.not_acceptable.status,
    summary: 'No representation fits what was asked for.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    kind: 'validation',
    status: reasons.unsupported_media_type.status,
    summary: 'The body is not JSON.',
  },
  NOT_IMPLEMENTED: { kind: 'not_implemented', summary: 'This does not exist yet.' },
  TIMEOUT: {
    kind: 'unavailable',
    status: reasons.timeout.status,
    summary: 'The call ran out of time.',
  },
  CANCELLED: {
    kind: 'unavailable',
    status: reasons.cancelled.status,
    exit: reasons.cancelled.exit,
    summary: 'The caller cancelled the call.',
  },
} as const satisfies Codebook

/** A code of the response-v2 contract. */
export type ResponseV2Code = keyof typeof responseV2Codes

/**
 * The details that the source puts into `data` itself, by code. Details of other names, and of
 * other codes, are under `data.details`.
 */
export const responseV2DataMembers: Readonly<Partial<Record<ResponseV2Code, readonly string[]>>> = {
  NOT_FOUND: ['resource_type', 'resource_id'],
  CONFLICT: ['retry_after_seconds'],
  FORBIDDEN: ['required_permission'],
  FEATURE_DISABLED: ['feature'],
  RATE_LIMIT_EXCEEDED: ['retry_after_seconds'],
  UNAVAILABLE: ['retry_after_seconds'],
}

/** The source says of an argument that is missing which rule it breaks. */
export const responseV2ReasonDetails = { missing_argument: { constraint: 'required' } }

/** The code for each of the framework's own reasons. */
export const responseV2Framework = {
  invalid_argument: 'VALIDATION_ERROR',
  missing_argument: 'MISSING_REQUIRED',
  wrong_type: 'INVALID_FORMAT',
  malformed_input: 'INVALID_FORMAT',
  too_large: 'PAYLOAD_TOO_LARGE',
  invalid_cursor: 'INVALID_CURSOR',
  method_not_allowed: 'METHOD_NOT_ALLOWED',
  not_acceptable: 'NOT_ACCEPTABLE',
  unsupported_media_type: 'UNSUPPORTED_MEDIA_TYPE',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  consent_required: 'CONSENT_REQUIRED',
  declined: 'FORBIDDEN',
  unanswered: 'UNAVAILABLE',
  unaskable: 'NOT_IMPLEMENTED',
  feature_disabled: 'FEATURE_DISABLED',
  unknown_tool: 'NOT_FOUND',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  rate_limited: 'RATE_LIMIT_EXCEEDED',
  internal: 'INTERNAL_ERROR',
  not_implemented: 'NOT_IMPLEMENTED',
  unavailable: 'UNAVAILABLE',
  timeout: 'TIMEOUT',
  cancelled: 'CANCELLED',
} as const satisfies Readonly<Record<Reason, ResponseV2Code>>

import type { Codebook } from '../../outcome/codebook.ts'
import { type Reason, reasons } from '../../outcome/reasons.ts'

/** The status that the source prescribes for a failure behind the server. */
const badGateway = 502

/** The codes of the source, and those that the framework needs beside them. */
export const dtprCodes = {
  bad_request: { kind: 'validation', summary: 'The request itself is malformed.' },
  invalid_arguments: {
    kind: 'validation',
    summary: 'The arguments do not fit the schema of the tool.',
  },
  payload_too_large: {
    kind: 'validation',
    status: reasons.too_large.status,
    summary: 'The request body is over the limit.',
  },
  not_found: { kind: 'not_found', summary: 'No such tool, route or version.' },
  unauthorized: { kind: 'authentication', summary: 'Credentials are missing or invalid.' },
  forbidden: { kind: 'authorization', summary: 'The caller may not do this.' },
  consent_required: { kind: 'authorization', summary: 'The user has not agreed to this.' },
  feature_disabled: {
    kind: 'feature_flag',
    summary: 'The feature is not enabled for this caller.',
  },
  conflict: { kind: 'conflict', summary: 'The state does not allow this.' },
  rate_limited: { kind: 'rate_limit', summary: 'Too many requests.' },
  internal_error: { kind: 'internal', summary: 'An unexpected fault of the server.' },
  upstream_error: {
    kind: 'unavailable',
    status: badGateway,
    summary: 'Something the server depends on failed.',
  },
  not_implemented: { kind: 'not_implemented', summary: 'This does not exist yet.' },
  unavailable: { kind: 'unavailable', summary: 'The server cannot take the call now.' },
  timeout: {
    kind: 'unavailable',
    status: reasons.timeout.status,
    summary: 'The call ran out of time.',
  },
  cancelled: {
    kind: 'unavailable',
    status: reasons.cancelled.status,
    exit: reasons.cancelled.exit,
    summary: 'The caller cancelled the call.',
  },
} as const satisfies Codebook

/** A code of the dtpr contract. */
export type DtprCode = keyof typeof dtprCodes

/** The code for each of the framework's own reasons. */
export const dtprFramework = {
  invalid_argument: 'invalid_arguments',
  missing_argument: 'invalid_arguments',
  wrong_type: 'invalid_arguments',
  malformed_input: 'bad_request',
  too_large: 'payload_too_large',
  invalid_cursor: 'bad_request',
  method_not_allowed: 'bad_request',
  not_acceptable: 'bad_request',
  unsupported_media_type: 'bad_request',
  unauthenticated: 'unauthorized',
  forbidden: 'forbidden',
  consent_required: 'consent_required',
  declined: 'forbidden',
  unanswered: 'unavailable',
  unaskable: 'not_implemented',
  feature_disabled: 'feature_disabled',
  unknown_tool: 'not_found',
  not_found: 'not_found',
  conflict: 'conflict',
  rate_limited: 'rate_limited',
  internal: 'internal_error',
  not_implemented: 'not_implemented',
  unavailable: 'unavailable',
  timeout: 'timeout',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<Reason, DtprCode>>

import type { Codebook } from '../../outcome/codebook.ts'

/** The source's common codes, and below them what its list leaves out. */
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
  PAYLOAD_TOO_LARGE: { kind: 'validation', status: 413, summary: 'The request is over the limit.' },
  METHOD_NOT_ALLOWED: {
    kind: 'validation',
    status: 405,
    summary: 'The route does not take that method.',
  },
  NOT_ACCEPTABLE: {
    kind: 'validation',
    status: 406,
    summary: 'No representation fits what was asked for.',
  },
  UNSUPPORTED_MEDIA_TYPE: { kind: 'validation', status: 415, summary: 'The body is not JSON.' },
  NOT_IMPLEMENTED: { kind: 'not_implemented', summary: 'This does not exist yet.' },
  TIMEOUT: { kind: 'unavailable', status: 504, summary: 'The call ran out of time.' },
  CANCELLED: {
    kind: 'unavailable',
    status: 499,
    exit: 130,
    summary: 'The caller cancelled the call.',
  },
} as const satisfies Codebook

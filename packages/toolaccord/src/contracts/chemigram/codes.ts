import type { Codebook } from '../../outcome/codebook.ts'
import type { Reason } from '../../outcome/reasons.ts'

/**
 * The codes of the source. Its command line prescribes the exit codes 1 to 10: one for each code,
 * whatever the kind of a problem.
 */
export const chemigramCodes = {
  invalid_input: {
    kind: 'validation',
    exit: 2,
    summary: 'An argument has the right shape and the wrong meaning.',
  },
  not_found: {
    kind: 'not_found',
    exit: 3,
    summary: 'The server does not know the thing that was named.',
  },
  darktable_error: {
    kind: 'internal',
    exit: 6,
    summary: 'darktable failed; details.stderr holds the end of its output.',
  },
  synthesizer_error: {
    kind: 'internal',
    exit: 8,
    reserved: true,
    summary: 'The edit file could not be made.',
  },
  versioning_error: {
    kind: 'conflict',
    exit: 5,
    summary: 'A rule of the version store was broken.',
  },
  masking_error: { kind: 'internal', exit: 7, summary: 'A mask could not be used.' },
  permission_error: {
    kind: 'authorization',
    exit: 9,
    reserved: true,
    recoverable: true,
    summary: 'The operation was refused.',
  },
  state_error: {
    kind: 'conflict',
    exit: 4,
    summary: 'The current state does not support the operation.',
  },
  not_implemented: {
    kind: 'not_implemented',
    exit: 10,
    reserved: 'stubs',
    summary: 'The path is deferred.',
  },
  internal_error: {
    kind: 'internal',
    exit: 1,
    summary: "The server's own fault; the source knows it only as exit code 1.",
  },
} as const satisfies Codebook

/** A code of the chemigram contract. */
export type ChemigramCode = keyof typeof chemigramCodes

/** The code for each of the framework's own reasons. */
export const chemigramFramework = {
  invalid_argument: 'invalid_input',
  missing_argument: 'invalid_input',
  wrong_type: 'invalid_input',
  malformed_input: 'invalid_input',
  too_large: 'invalid_input',
  invalid_cursor: 'invalid_input',
  method_not_allowed: 'invalid_input',
  not_acceptable: 'invalid_input',
  unsupported_media_type: 'invalid_input',
  unauthenticated: 'permission_error',
  forbidden: 'permission_error',
  consent_required: 'permission_error',
  declined: 'permission_error',
  unanswered: 'state_error',
  unaskable: 'not_implemented',
  feature_disabled: 'permission_error',
  unknown_tool: 'not_found',
  not_found: 'not_found',
  conflict: 'state_error',
  rate_limited: 'state_error',
  internal: 'internal_error',
  not_implemented: 'not_implemented',
  unavailable: 'state_error',
  timeout: 'state_error',
  cancelled: 'state_error',
} as const satisfies Readonly<Record<Reason, ChemigramCode>>

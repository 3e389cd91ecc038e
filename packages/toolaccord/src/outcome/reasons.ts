import type { Kind } from './kinds.ts'
import type { Problem } from './outcome.ts'

/** The facts about one reason why the framework itself, rather than a tool, refuses a call. */
export interface ReasonFacts {
  readonly kind: Kind
  /** The HTTP status, if it is not that of the kind. */
  readonly status?: number
  /** The exit code, if it is not that of the kind. */
  readonly exit?: number
  readonly message: string
}

/**
 * The reasons for which the framework itself refuses a call; each contract spells each of them as
 * one of its codes. Codes take their numbers from here: this and `kinds` are the only tables of
 * them, beside the numbers that the source of a dialect prescribes.
 */
export const reasons = {
  invalid_argument: { kind: 'validation', message: 'An argument is not acceptable.' },
  missing_argument: { kind: 'validation', message: 'A required argument is missing.' },
  wrong_type: { kind: 'validation', message: 'An argument has the wrong type.' },
  malformed_input: { kind: 'validation', message: 'The input does not have the expected form.' },
  too_large: {
    kind: 'validation',
    status: 413,
    message: 'The input is larger than the server accepts.',
  },
  invalid_cursor: {
    kind: 'validation',
    message: 'The cursor is not one that this query gave out.',
  },
  method_not_allowed: {
    kind: 'validation',
    status: 405,
    message: 'This route does not take that method.',
  },
  not_acceptable: {
    kind: 'validation',
    status: 406,
    message: 'No representation fits what was asked for.',
  },
  unsupported_media_type: { kind: 'validation', status: 415, message: 'The body must be JSON.' },
  unauthenticated: { kind: 'authentication', message: 'Valid credentials are needed.' },
  forbidden: { kind: 'authorization', message: 'The caller may not do this.' },
  consent_required: { kind: 'authorization', message: 'The user has not agreed to this.' },
  declined: { kind: 'authorization', message: 'The question was declined.' },
  unanswered: { kind: 'unavailable', message: 'Nobody answered the question.' },
  unaskable: { kind: 'not_implemented', message: 'This caller cannot be asked.' },
  feature_disabled: { kind: 'feature_flag', message: 'This feature is not enabled.' },
  unknown_tool: { kind: 'not_found', message: 'There is no such tool.' },
  not_found: { kind: 'not_found', message: 'There is nothing here.' },
  conflict: { kind: 'conflict', message: 'The state does not allow this.' },
  rate_limited: { kind: 'rate_limit', message: 'Too many calls.' },
  internal: { kind: 'internal', message: 'The server failed to answer this call.' },
  not_implemented: { kind: 'not_implemented', message: 'This does not exist yet.' },
  unavailable: { kind: 'unavailable', message: 'The server cannot take this call now.' },
  timeout: { kind: 'unavailable', status: 504, message: 'The call ran out of time.' },
  cancelled: {
    kind: 'unavailable',
    status: 499,
    exit: 130,
    message: 'The caller cancelled the call.',
  },
} as const satisfies Record<string, ReasonFacts>

/** The name of a reason. */
export type Reason = keyof typeof reasons

/** The parts of a problem that a refusal adds to its reason. */
export type ReasonProblem = Partial<Pick<Problem, 'message' | 'path' | 'hint' | 'details' | 'next'>>

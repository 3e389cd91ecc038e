import { compact, isRecord, compactUnlessEmpty, without } from '../../json/json.ts'
import { type Codebook, recoverableOf } from '../../outcome/codebook.ts'
import type { Outcome, Problem } from '../../outcome/outcome.ts'
import { type JsonSchema, embedSchema } from '../../schema/json-schema.ts'
import { type Envelope, defineContract } from '../contract/contract.ts'
import { isErrorLike, list, problems, readProblem, record, text } from '../contract/read.ts'

/** Exit codes 1 to 10 of the source's command line: one per code, whatever the kind of a problem. */
const codes = {
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
    reserved: true,
    summary: 'The path is deferred.',
  },
  internal_error: {
    kind: 'internal',
    exit: 1,
    summary: "The server's own fault; the source knows it only as exit code 1.",
  },
} as const satisfies Codebook

export type ChemigramCode = keyof typeof codes

export const chemigramContract = defineContract({
  name: 'chemigram',
  codes,
  framework: {
    invalid_argument: 'invalid_input',
    missing_argument: 'invalid_input',
    malformed_input: 'invalid_input',
    too_large: 'invalid_input',
    invalid_cursor: 'invalid_input',
    method_not_allowed: 'invalid_input',
    not_acceptable: 'invalid_input',
    unsupported_media_type: 'invalid_input',
    unauthenticated: 'permission_error',
    forbidden: 'permission_error',
    consent_required: 'permission_error',
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
  },

  textNotes: [],
  ownDetails: ['path', 'hint', 'errors'],

  toBody(outcome, book) {
    if (outcome.ok) return { body: { success: true, data: outcome.data ?? null, error: null } }
    const [first, ...others] = outcome.problems
    const error = {
      code: first.code,
      message: first.message,
      details: compact({
        path: first.path,
        hint: first.hint,
        ...first.details,
        errors: others.length > 0 ? others : first.details?.errors,
      }),
      recoverable: recoverableOf(book, first),
    }
    return { body: { success: false, data: null, error } }
  },

  fromBody(body, book): Outcome {
    if (body.success === true) return { ok: true, data: body.data, notes: {} }
    const error = record(body.error) ?? {}
    const details = record(error.details) ?? {}
    const first: Problem = compact({
      code: text(error.code) ?? 'internal_error',
      message: text(error.message) ?? '',
      path: text(details.path),
      hint: text(details.hint),
      details: compactUnlessEmpty(without(details, ['path', 'hint', 'errors'])),
    })
    const recoverable =
      error.recoverable === recoverableOf(book, first) ? undefined : error.recoverable === true
    const others = list(details.errors).filter(isErrorLike).map(readProblem)
    return {
      ok: false,
      problems: problems([compact({ ...first, recoverable }), ...others], first),
      soft: false,
      notes: {},
    }
  },

  is: (value): value is Envelope =>
    isRecord(value) &&
    Object.keys(value).length === 3 &&
    'data' in value &&
    (value.success === true
      ? value.error === null
      : value.success === false && isErrorLike(value.error)),

  schema(data): JsonSchema {
    const { schema, $defs } = embedSchema(data, 'data')
    return {
      type: 'object',
      properties: {
        success: { type: 'boolean' },
        data: { anyOf: [schema, { type: 'null' }], description: 'The answer; null on failure.' },
        error: {
          anyOf: [{ type: 'null' }, errorSchema],
          description: 'What went wrong; null on success.',
        },
      },
      required: ['success', 'data', 'error'],
      additionalProperties: false,
      ...($defs && { $defs }),
    }
  },
})

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    details: { type: 'object' },
    recoverable: { type: 'boolean' },
  },
  required: ['code', 'message', 'details', 'recoverable'],
  additionalProperties: false,
}

import { compact, isRecord, compactUnlessEmpty, without } from '../../json/json.ts'
import type { Codebook } from '../../outcome/codebook.ts'
import type { Failure, Notes, Outcome, Problem } from '../../outcome/outcome.ts'
import { type JsonSchema, embedSchema } from '../../schema/json-schema.ts'
import { type Envelope, defineContract } from '../contract/contract.ts'
import { list, record, text } from '../contract/read.ts'

const codes = {
  validation_error: { kind: 'validation', summary: 'Arguments are missing or not acceptable.' },
  request_error: { kind: 'validation', summary: 'The request itself is malformed.' },
  too_large: { kind: 'validation', status: 413, summary: 'The request is over the limit.' },
  not_found: { kind: 'not_found', summary: 'The thing that was named does not exist.' },
  authentication_error: { kind: 'authentication', summary: 'Credentials are missing or invalid.' },
  security_error: { kind: 'authorization', summary: 'The caller may not do this.' },
  safeguard_prevented: { kind: 'authorization', summary: 'The user has not agreed to this.' },
  feature_disabled: { kind: 'feature_flag', summary: 'The feature is not enabled.' },
  conflict: { kind: 'conflict', summary: 'The state does not allow this.' },
  rate_limited: { kind: 'rate_limit', summary: 'Too many calls.' },
  unexpected_error: { kind: 'internal', summary: 'An unexpected fault of the server.' },
  not_implemented: { kind: 'not_implemented', summary: 'This does not exist yet.' },
  unavailable: { kind: 'unavailable', summary: 'The server cannot take the call now.' },
  timeout: { kind: 'unavailable', status: 504, summary: 'The call ran out of time.' },
  cancelled: {
    kind: 'unavailable',
    status: 499,
    exit: 130,
    summary: 'The caller cancelled the call.',
  },
  unknown: { kind: 'internal', summary: 'A failure that was given no type.' },
} as const satisfies Codebook

/** Members that later versions of the source added; read and written, never interpreted. */
const laterMembers = ['arguments', 'disposition', 'additional_agent_instructions'] as const

export const mcpGuideContract = defineContract({
  name: 'mcp-guide',
  codes,
  framework: {
    invalid_argument: 'validation_error',
    missing_argument: 'validation_error',
    malformed_input: 'request_error',
    too_large: 'too_large',
    invalid_cursor: 'validation_error',
    method_not_allowed: 'request_error',
    not_acceptable: 'request_error',
    unsupported_media_type: 'request_error',
    unauthenticated: 'authentication_error',
    forbidden: 'security_error',
    consent_required: 'safeguard_prevented',
    feature_disabled: 'feature_disabled',
    unknown_tool: 'not_found',
    not_found: 'not_found',
    conflict: 'conflict',
    rate_limited: 'rate_limited',
    internal: 'unexpected_error',
    not_implemented: 'not_implemented',
    unavailable: 'unavailable',
    timeout: 'timeout',
    cancelled: 'cancelled',
  },

  textNotes: ['message', 'instruction'],

  toBody({ notes, ...outcome }) {
    const answer = outcome.ok ? { value: outcome.data ?? undefined } : toError(outcome)
    const beside = {
      message: notes.message || undefined,
      instruction: notes.instruction || undefined,
      ...laterNotes(notes.extra ?? {}),
    }
    return { body: compact({ success: outcome.ok, ...answer, ...beside }) }
  },

  fromBody(body): Outcome {
    const notes: Notes = compact({
      message: text(body.message),
      instruction: text(body.instruction),
      extra: compactUnlessEmpty(laterNotes(body)),
    })
    if (body.success === true) return { ok: true, data: body.value ?? null, notes }
    return { ok: false, problems: fromError(body), soft: false, notes }
  },

  is: (value): value is Envelope =>
    isRecord(value) &&
    !('data' in value) &&
    (value.success === true
      ? !('error' in value)
      : value.success === false &&
        typeof value.error === 'string' &&
        typeof value.error_type === 'string'),

  schema(data): JsonSchema {
    const { schema, $defs } = embedSchema(data, 'value')
    const string: JsonSchema = { type: 'string' }
    return {
      type: 'object',
      properties: {
        success: { type: 'boolean' },
        value: schema,
        error: string,
        error_type: string,
        error_data: { type: 'object' },
        exception_type: string,
        exception_message: string,
        message: { type: 'string', description: 'For the human.' },
        instruction: { type: 'string', description: 'For the agent.' },
        ...Object.fromEntries(laterMembers.map((name) => [name, string])),
      },
      required: ['success'],
      additionalProperties: false,
      ...($defs && { $defs }),
    }
  },
})

const laterNotes = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    laterMembers.flatMap((name) =>
      typeof members[name] === 'string' ? [[name, members[name]]] : [],
    ),
  )

function toError({ problems: [first, ...others] }: Pick<Failure, 'problems'>) {
  const located = [first, ...others].filter(({ path }) => path !== undefined)
  return {
    error: first.message,
    error_type: first.code,
    error_data: compactUnlessEmpty({
      ...first.details,
      hint: first.hint ?? first.details?.hint,
      validation_errors:
        located.length > 0
          ? located.map(({ path, message }) => ({ field: path, message }))
          : first.details?.validation_errors,
    }),
    exception_type: first.exception?.type,
    exception_message: first.exception?.message,
  }
}

function fromError(body: Envelope): Failure['problems'] {
  const data = record(body.error_data) ?? {}
  const first: Problem = compact({
    code: text(body.error_type) ?? 'unknown',
    message: text(body.error) ?? '',
    hint: text(data.hint),
    details: compactUnlessEmpty(without(data, ['hint', 'validation_errors'])),
    exception:
      typeof body.exception_type === 'string'
        ? { type: body.exception_type, message: text(body.exception_message) ?? '' }
        : undefined,
  })
  const found = list(data.validation_errors)
    .filter(isFieldError)
    .map(({ field, message }): Problem => ({ code: first.code, message, path: field }))
  const [located, ...others] = found
  // The source puts a summary into `error`: then the summary is the first problem, and every located one follows it.
  return located?.message === first.message
    ? [{ ...first, path: located.path }, ...others]
    : [first, ...found]
}

const isFieldError = (value: unknown): value is { field: string; message: string } =>
  isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string'

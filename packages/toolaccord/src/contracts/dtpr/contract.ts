import { compact, isRecord } from '../../json/json.ts'
import type { Codebook } from '../../outcome/codebook.ts'
import type { Notes, Outcome, Problem, Warning } from '../../outcome/outcome.ts'
import { type JsonSchema, embedSchema } from '../../schema/json-schema.ts'
import { type Envelope, defineContract } from '../contract/contract.ts'
import {
  type ErrorLike,
  isErrorLike,
  list,
  problems,
  record,
  text,
  texts,
} from '../contract/read.ts'

const codes = {
  bad_request: { kind: 'validation', summary: 'The request itself is malformed.' },
  invalid_arguments: {
    kind: 'validation',
    summary: 'The arguments do not fit the schema of the tool.',
  },
  payload_too_large: {
    kind: 'validation',
    status: 413,
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
    status: 502,
    summary: 'Something the server depends on failed.',
  },
  not_implemented: { kind: 'not_implemented', summary: 'This does not exist yet.' },
  unavailable: { kind: 'unavailable', summary: 'The server cannot take the call now.' },
  timeout: { kind: 'unavailable', status: 504, summary: 'The call ran out of time.' },
  cancelled: {
    kind: 'unavailable',
    status: 499,
    exit: 130,
    summary: 'The caller cancelled the call.',
  },
} as const satisfies Codebook

export const dtprContract = defineContract({
  name: 'dtpr',
  codes,
  framework: {
    invalid_argument: 'invalid_arguments',
    missing_argument: 'invalid_arguments',
    malformed_input: 'bad_request',
    too_large: 'payload_too_large',
    invalid_cursor: 'bad_request',
    method_not_allowed: 'bad_request',
    not_acceptable: 'bad_request',
    unsupported_media_type: 'bad_request',
    unauthenticated: 'unauthorized',
    forbidden: 'forbidden',
    consent_required: 'consent_required',
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
  },

  textNotes: ['version', 'contentHash'],

  toBody(outcome) {
    const meta = toMeta(outcome.notes)
    if (outcome.ok) return { body: { ok: true, data: outcome.data ?? null, meta } }
    const errors = outcome.problems.map(({ code, message, path, hint }) =>
      compact({ code, message, path, fix_hint: hint }),
    )
    return {
      body: { ok: false, errors, ...(outcome.data !== undefined && { data: outcome.data }), meta },
    }
  },

  fromBody(body): Outcome {
    const notes = fromMeta(record(body.meta) ?? {})
    if (body.ok === true) return { ok: true, data: body.data, notes }
    const found = problems(list(body.errors).filter(isErrorLike).map(toProblem), {
      code: 'internal_error',
      message: '',
    })
    return {
      ok: false,
      problems: found,
      soft: false,
      ...('data' in body && { data: body.data }),
      notes,
    }
  },

  is: (value): value is Envelope =>
    isRecord(value) &&
    (value.meta === undefined || isRecord(value.meta)) &&
    (value.ok === true
      ? 'data' in value
      : value.ok === false &&
        Array.isArray(value.errors) &&
        value.errors.length > 0 &&
        value.errors.every(isErrorLike)),

  schema(data): JsonSchema {
    const { schema, $defs } = embedSchema(data, 'data')
    return {
      type: 'object',
      properties: {
        ok: { type: 'boolean' },
        data: schema,
        errors: { type: 'array', items: errorSchema, minItems: 1 },
        meta: metaSchema,
      },
      required: ['ok', 'meta'],
      additionalProperties: false,
      ...($defs && { $defs }),
    }
  },
})

const toMeta = ({ contentHash, version, page, warnings }: Notes) =>
  compact({
    content_hash: contentHash,
    version,
    next_cursor: page?.cursor,
    warnings: warnings?.map(toLine),
  })

const fromMeta = (meta: Envelope): Notes =>
  compact({
    contentHash: text(meta.content_hash),
    version: text(meta.version),
    page:
      'next_cursor' in meta
        ? { cursor: text(meta.next_cursor) ?? null, hasMore: typeof meta.next_cursor === 'string' }
        : undefined,
    warnings: texts(meta.warnings)?.map(fromLine),
  })

/** The source writes a warning as one line: its code, a colon, its message. */
const toLine = ({ code, message }: Warning) =>
  code === undefined ? message : `${code}: ${message}`

function fromLine(line: string): Warning {
  const [, code, message] = /^(\w+): ([^]+)$/.exec(line) ?? []
  return code === undefined || message === undefined ? { message: line } : { code, message }
}

const toProblem = ({ code, message, path, fix_hint }: ErrorLike): Problem =>
  compact({ code, message, path: text(path), hint: text(fix_hint) })

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    path: { type: 'string' },
    fix_hint: { type: 'string' },
  },
  required: ['code', 'message'],
  additionalProperties: false,
}

const metaSchema: JsonSchema = {
  type: 'object',
  properties: {
    content_hash: { type: 'string' },
    version: { type: 'string' },
    next_cursor: { type: ['string', 'null'] },
    warnings: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: false,
}

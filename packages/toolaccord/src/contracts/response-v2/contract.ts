import { compact, isRecord, compactUnlessEmpty, without } from '../../json/json.ts'
import { type Codebook, kindOf } from '../../outcome/codebook.ts'
import { isKind } from '../../outcome/kinds.ts'
import type { Failure, Outcome, Problem } from '../../outcome/outcome.ts'
import { type JsonSchema, embedSchema, typesOf } from '../../schema/json-schema.ts'
import { type Envelope, defineContract, otherKind } from '../contract/contract.ts'
import { list, problems, record, text } from '../contract/read.ts'
import { responseV2Codes } from './codes.ts'
import { metaSchema } from './meta-schema.ts'
import { fromMeta, toMeta, version } from './meta.ts'

const errorMembers = ['error_code', 'error_type', 'remediation', 'details', 'errors'] as const

export const responseV2Contract = defineContract({
  name: 'response-v2',
  codes: responseV2Codes,
  framework: {
    invalid_argument: 'VALIDATION_ERROR',
    missing_argument: 'MISSING_REQUIRED',
    malformed_input: 'INVALID_FORMAT',
    too_large: 'PAYLOAD_TOO_LARGE',
    invalid_cursor: 'INVALID_CURSOR',
    method_not_allowed: 'METHOD_NOT_ALLOWED',
    not_acceptable: 'NOT_ACCEPTABLE',
    unsupported_media_type: 'UNSUPPORTED_MEDIA_TYPE',
    unauthenticated: 'UNAUTHORIZED',
    forbidden: 'FORBIDDEN',
    consent_required: 'CONSENT_REQUIRED',
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
  },

  textNotes: ['requestId', 'message', 'instruction', 'version', 'contentHash'],
  ownDetails: ['field'],

  toBody(outcome, codes) {
    const meta = toMeta(outcome)
    if (!outcome.ok)
      return {
        body: {
          success: false,
          data: toErrorData(outcome, codes),
          error: outcome.problems[0].message,
          meta,
        },
      }
    const { data, shape } = wrap(outcome.data)
    return { body: { success: true, data, error: null, meta }, shape }
  },

  fromBody(body, codes, shape): Outcome {
    const meta = record(body.meta) ?? {}
    const data = record(body.data) ?? {}
    const notes = fromMeta(meta)
    if (body.success === true) return { ok: true, data: unwrap(data, shape), notes }
    const partial = compactUnlessEmpty(without(data, errorMembers))
    return {
      ok: false,
      problems: fromErrorData(data, text(body.error) ?? '', codes),
      soft: meta.soft === true,
      ...(partial && { data: partial }),
      notes,
    }
  },

  is: (value): value is Envelope =>
    isRecord(value) &&
    isRecord(value.data) &&
    isRecord(value.meta) &&
    value.meta.version === version &&
    (value.success === true
      ? value.error === null
      : value.success === false && typeof value.error === 'string'),

  schema(data): JsonSchema {
    const { schema, $defs } = embedSchema(data, 'data')
    return {
      type: 'object',
      properties: {
        success: { type: 'boolean' },
        data: {
          anyOf: [wrapSchema(schema, typesOf(data)), errorDataSchema],
          description: 'The answer, or what is known about the error.',
        },
        error: {
          type: ['string', 'null'],
          description: 'What went wrong, for a human; null on success.',
        },
        meta: metaSchema,
      },
      required: ['success', 'data', 'error', 'meta'],
      additionalProperties: false,
      ...($defs && { $defs }),
    }
  },
})

/** `data` is always an object: other payloads stand under one key, and the shape remembers which. */
function wrap(data: unknown): { readonly data: Envelope; readonly shape?: string } {
  if (isRecord(data)) return { data }
  if (data === null || data === undefined) return { data: {}, shape: 'empty' }
  return Array.isArray(data)
    ? { data: { items: data }, shape: 'items' }
    : { data: { value: data }, shape: 'value' }
}

function unwrap(data: Envelope, shape: string | undefined): unknown {
  if (shape === 'empty') return null
  return shape === 'items' || shape === 'value' ? data[shape] : data
}

function wrapSchema(schema: JsonSchema, types: readonly string[]): JsonSchema {
  if (types.length !== 1 || types[0] === 'object') return schema
  if (types[0] === 'null') return { type: 'object' }
  const key = types[0] === 'array' ? 'items' : 'value'
  return {
    type: 'object',
    properties: { [key]: schema },
    required: [key],
    additionalProperties: false,
  }
}

function toErrorData({ problems: found, data }: Failure, codes: Codebook): Envelope {
  const [first] = found
  if (found.length === 1 && data === undefined) return toError(first, codes)
  const partial = isRecord(data) ? without(data, errorMembers) : {}
  return {
    ...partial,
    ...toError(first, codes),
    ...(found.length > 1 && {
      errors: found.map((one) => ({ message: one.message, ...toError(one, codes) })),
    }),
  }
}

function toError(problem: Problem, codes: Codebook): Envelope {
  const { code: error_code, hint: remediation, path, details: given } = problem
  const error_type = kindOf(codes, problem)
  const details =
    path === undefined
      ? given && compactUnlessEmpty(given)
      : compactUnlessEmpty({ field: path, ...given })
  return compact({ error_code, error_type, remediation, details })
}

function fromErrorData(data: Envelope, message: string, codes: Codebook): Failure['problems'] {
  const first = fromError(data, message, codes)
  const all = list(data.errors)
    .filter(isRecord)
    .map((one) => fromError(one, text(one.message) ?? '', codes))
  return problems(all, first)
}

function fromError(error: Envelope, message: string, codes: Codebook): Problem {
  const code = text(error.error_code) ?? 'INTERNAL_ERROR'
  const details = record(error.details) ?? {}
  return compact({
    code,
    message,
    path: text(details.field),
    hint: text(error.remediation),
    details: compactUnlessEmpty(
      typeof details.field === 'string' ? without(details, ['field']) : details,
    ),
    ...(isKind(error.error_type) && otherKind(codes, code, error.error_type)),
  })
}

const errorDataSchema: JsonSchema = {
  type: 'object',
  properties: {
    error_code: { type: 'string' },
    error_type: { type: 'string' },
    remediation: { type: 'string' },
    details: { type: 'object' },
    errors: { type: 'array', items: { type: 'object' } },
  },
  required: ['error_code', 'error_type'],
}

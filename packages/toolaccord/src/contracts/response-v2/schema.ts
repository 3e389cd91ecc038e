import { type JsonSchema, embedJsonSchema, typesOf } from '../../schema/json-schema.ts'
import { responseV2Version } from './meta.ts'

const string: JsonSchema = { type: 'string' }
const strings: JsonSchema = { type: 'array', items: string }

const warningSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: string,
    severity: { type: 'string', enum: ['info', 'warning', 'error'] },
    message: string,
    context: { type: 'object' },
  },
  required: ['message'],
}

const paginationSchema: JsonSchema = {
  type: 'object',
  properties: {
    cursor: { type: ['string', 'null'] },
    has_more: { type: 'boolean' },
    page_size: { type: 'number' },
    total_count: { type: 'number' },
  },
}

const rateLimitSchema: JsonSchema = {
  type: 'object',
  properties: {
    limit: { type: 'number' },
    remaining: { type: 'number' },
    reset_at: { type: ['string', 'number'] },
    retry_after_seconds: { type: 'number' },
  },
}

/** `meta` may have further properties, as the source allows. */
const metaSchema: JsonSchema = {
  type: 'object',
  properties: {
    version: { type: 'string', const: responseV2Version },
    request_id: string,
    warnings: strings,
    warning_details: { type: 'array', items: warningSchema },
    pagination: paginationSchema,
    rate_limit: rateLimitSchema,
    telemetry: { type: 'object' },
    content_fidelity: { type: 'string', enum: ['full', 'partial', 'summary', 'reference_only'] },
    content_fidelity_schema_version: string,
    dropped_content_ids: strings,
    content_archive_hashes: { type: 'object', additionalProperties: string },
    message: string,
    instruction: string,
    content_hash: string,
    content_version: string,
    deprecated: { type: 'object', properties: { since: string, use: string, remove_in: string } },
    attachments: strings,
    soft: { type: 'boolean' },
  },
  required: ['version'],
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

/** Returns the schema of a response-v2 envelope around data. */
export const responseV2Schema = (data: JsonSchema): JsonSchema =>
  embedJsonSchema(data, 'data', (schema) => ({
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
  }))

/** Returns the least of that schema that tells success from failure. */
export const responseV2LeanSchema = (data: JsonSchema): JsonSchema =>
  embedJsonSchema(data, 'data', (schema) => ({
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      data: {
        anyOf: [wrapSchema(schema, typesOf(data)), { type: 'object', required: ['error_code'] }],
      },
      error: { type: ['string', 'null'] },
      meta: { type: 'object' },
    },
    required: ['success', 'data', 'error', 'meta'],
  }))

/** `data` is always an object, so data of another type is wrapped in one. */
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

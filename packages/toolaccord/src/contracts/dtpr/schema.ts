import { type JsonSchema, embedJsonSchema } from '../../schema/json-schema.ts'
import { nextSchema } from '../contract/next-members.ts'

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

/** `meta` may have the notes that were added to the source. */
const metaSchema: JsonSchema = {
  type: 'object',
  properties: {
    content_hash: { type: 'string' },
    version: { type: 'string' },
    next_cursor: { type: ['string', 'null'] },
    warnings: { type: 'array', items: { type: 'string' } },
    next: nextSchema,
  },
}

/** Returns the schema of a dtpr envelope around data. */
export const dtprSchema = (data: JsonSchema): JsonSchema =>
  embedJsonSchema(data, 'data', (schema) => ({
    type: 'object',
    properties: {
      ok: { type: 'boolean' },
      data: schema,
      errors: { type: 'array', items: errorSchema, minItems: 1 },
      meta: metaSchema,
    },
    required: ['ok', 'meta'],
    additionalProperties: false,
  }))

/** Returns the least of that schema that tells success from failure. */
export const dtprLeanSchema = (data: JsonSchema): JsonSchema =>
  embedJsonSchema(data, 'data', (schema) => ({
    type: 'object',
    properties: {
      ok: { type: 'boolean' },
      data: schema,
      errors: { type: 'array', items: { type: 'object' } },
      meta: { type: 'object' },
    },
    required: ['ok', 'meta'],
  }))

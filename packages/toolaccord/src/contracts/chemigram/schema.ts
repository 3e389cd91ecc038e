import { type JsonSchema, embedJsonSchema } from '../../schema/json-schema.ts'

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

/** Returns the schema of a chemigram envelope around data. */
export const chemigramSchema = (data: JsonSchema): JsonSchema =>
  embedJsonSchema(data, 'data', (schema) => ({
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      data: { anyOf: [schema, { type: 'null' }], description: 'The answer; null on failure.' },
      error: {
        anyOf: [{ type: 'null' }, errorSchema],
        description: 'What went wrong; null on success.',
      },
      notes: { type: 'object' },
    },
    required: ['success', 'data', 'error'],
    additionalProperties: false,
  }))

/** Returns the least of that schema that tells success from failure. */
export const chemigramLeanSchema = (data: JsonSchema): JsonSchema =>
  embedJsonSchema(data, 'data', (schema) => ({
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      data: { anyOf: [schema, { type: 'null' }] },
      error: { type: ['object', 'null'] },
    },
    required: ['success', 'data', 'error'],
  }))

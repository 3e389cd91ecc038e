import { type JsonSchema, embedJsonSchema } from '../../schema/json-schema.ts'

const string: JsonSchema = { type: 'string' }

/** The properties that later versions of the source added; read and written, never interpreted. */
export const mcpGuideLaterMembers = [
  'arguments',
  'disposition',
  'additional_agent_instructions',
] as const

/** Returns the schema of an mcp-guide envelope around data. */
export const mcpGuideSchema = (data: JsonSchema): JsonSchema =>
  embedJsonSchema(data, 'value', (schema) => ({
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
      notes: { type: 'object' },
      ...Object.fromEntries(mcpGuideLaterMembers.map((name) => [name, string])),
    },
    required: ['success'],
    additionalProperties: false,
  }))

/** Returns the least of that schema that tells success from failure. */
export const mcpGuideLeanSchema = (data: JsonSchema): JsonSchema =>
  embedJsonSchema(data, 'value', (schema) => ({
    type: 'object',
    properties: { success: { type: 'boolean' }, value: schema, error: string },
    required: ['success'],
  }))

import type { AnyTool } from '../../define/tool.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'

/** The argument that says, by one exact word, that the user agreed to a call. */
export const literalArgument = 'explicit_action'

/** Returns what the user must agree to before a tool runs; undefined if nobody is asked. */
export function consentOf({
  name,
  effect,
  consent,
}: Pick<AnyTool, 'name' | 'effect' | 'consent'>): string | undefined {
  if (consent === false) return undefined
  if (consent !== undefined) return consent
  if (effect !== 'destroy') return undefined
  return toLiteral(name)
}

/** `delete_note` and `deleteNote` as `DELETE_NOTE`. */
const toLiteral = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase()

/** Returns the schema of a tool's arguments with the literal among them, which is required. */
export function withLiteral(schema: JsonSchema, literal: string): JsonSchema {
  const argument: JsonSchema = {
    type: 'string',
    const: literal,
    description: `Must be '${literal}', to confirm that the user asked for exactly this`,
  }
  const required = [...(schema.required ?? []), literalArgument]
  return { ...withArgument(schema, argument), required }
}

/** Returns the schema of a tool's arguments with the code among them. */
export const withCode = (schema: JsonSchema): JsonSchema =>
  withArgument(schema, {
    type: 'string',
    description: 'Leave out; a refusal gives the code to put here after the user agreed',
  })

const withArgument = (schema: JsonSchema, argument: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { ...schema.properties, [literalArgument]: argument },
})

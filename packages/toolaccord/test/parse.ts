import type { JsonSchema } from '../src/schema/json-schema.ts'
import type { Schema } from '../src/schema/schema.ts'
import {
  type Parsed,
  finishInput,
  finishOutput,
  prepareInput,
  validate,
} from '../src/schema/validate.ts'

/** Parses arguments by the schema of a tool, as a call does. */
export async function parseInput(
  schema: Schema,
  shown: JsonSchema,
  args: unknown,
  depth: number,
): Promise<Parsed> {
  const prepared = prepareInput(shown, args, depth)
  return finishInput(shown, prepared, await validate(schema, prepared.value))
}

/** Parses data by the output schema of a tool, as a call does. */
export async function parseOutput(
  schema: Schema,
  shown: JsonSchema,
  data: unknown,
): Promise<Parsed> {
  return finishOutput(shown, data, await validate(schema, data))
}

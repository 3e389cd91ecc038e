import type { CompiledTool } from '../define/compiled-tool.ts'
import type { AnyTool } from '../define/tool.ts'
import type { Codebook } from '../outcome/codebook.ts'
import type { Deprecation } from '../outcome/outcome.ts'
import { consentOf, withCode, withLiteral } from '../policies/consent/literal.ts'
import type { ConsentMode } from '../policies/consent/read-consent-settings.ts'
import { describeDeprecation } from '../policies/deprecation.ts'
import { closeObjects } from '../schema/close-objects.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { type Schema, type Side, toJsonSchema } from '../schema/schema.ts'
import { declaredCodeFaults } from './code-faults.ts'
import type { CheckedTool } from './forms/check-tool.ts'
import { consentFaults, scopeFaults } from './gate-faults.ts'
import { htmlFormFaults } from './html-form-faults.ts'
import { longFaults, timeoutFaults } from './limit-faults.ts'
import { groupFaults, nameFaults } from './name-faults.ts'
import { inputSchemaFaults, outputSchemaFaults } from './schema-faults.ts'

/** A tool that is ready to run, or every reason why it cannot be. */
export interface Compilation {
  readonly compiled?: CompiledTool
  readonly faults: readonly string[]
}

/**
 * The JSON Schemas of a tool. One that could not be converted is a reason instead; one that is not
 * a schema is undefined.
 */
interface Schemas {
  readonly input: JsonSchema | string | undefined
  readonly output: JsonSchema | string | undefined
}

const isConverted = (schema: JsonSchema | string | undefined): schema is JsonSchema =>
  typeof schema === 'object'

/** Checks a tool and converts its schemas, once per server. */
export function compileTool(
  { tool, label, faults: known }: CheckedTool,
  codes: Codebook,
  consent: ConsentMode,
): Compilation {
  const input = convert(tool.input, 'input')
  const output = convert(tool.output, 'output')
  const found = [...toolFaults(tool, codes, { input, output })]
  const faults = [...known, ...found.map((fault) => `${label} ${fault}`)]
  if (faults.length > 0 || !isConverted(input) || !isConverted(output)) return { faults }
  const shown = toShown(input, tool, consent)
  const inputSchema = tool.input.verbatim === true ? shown : closeObjects(shown)
  const outputSchema = closeObjects(output)
  return { compiled: { tool, calledAs: tool.name, inputSchema, outputSchema }, faults }
}

function* toolFaults(tool: AnyTool, codes: Codebook, { input, output }: Schemas): Iterable<string> {
  yield* nameFaults(tool.name)
  yield* groupFaults(tool)
  if (tool.summary.trim() === '') yield 'needs a summary: it is what an agent chooses by'
  for (const code of tool.codes) yield* declaredCodeFaults(code, codes)
  if (typeof input === 'string') yield `input: ${input}`
  else if (input !== undefined) yield* inputSchemaFaults(input, tool)
  if (typeof output === 'string') yield `output: ${output}`
  else if (output !== undefined) yield* outputSchemaFaults(output, tool)
  yield* timeoutFaults('timeoutMs', tool.timeoutMs)
  yield* longFaults(tool)
  yield* consentFaults(tool, isConverted(input) ? input : undefined)
  if (isConverted(input) && isConverted(output)) yield* htmlFormFaults(tool, input, output)
  for (const { name } of tool.formerly ?? []) yield* nameFaults(name)
  yield* scopeFaults(tool)
}

/** The JSON Schema of one side, or why it cannot be made. */
function convert(schema: Schema | undefined, side: Side): JsonSchema | string | undefined {
  if (schema === undefined) return undefined
  try {
    return toJsonSchema(schema, side)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (!message.startsWith('Date cannot be represented')) return message
    return `${message}; JSON has dates as strings, such as z.iso.datetime()`
  }
}

/** The arguments as clients see them, with the marks of deprecation and the one of consent. */
function toShown(input: JsonSchema, tool: AnyTool, mode: ConsentMode): JsonSchema {
  const marked = markDeprecated(input, tool.deprecatedArguments)
  const literal = consentOf(tool)
  if (literal === undefined || mode === 'ask') return marked
  return mode === 'literal' ? withLiteral(marked, literal) : withCode(marked)
}

function markDeprecated(
  input: JsonSchema,
  deprecated: Readonly<Record<string, Deprecation>> | undefined,
): JsonSchema {
  if (deprecated === undefined) return input
  const properties = { ...input.properties }
  for (const [name, facts] of Object.entries(deprecated)) {
    const { description, ...schema } = properties[name] ?? {}
    const notice = `It ${describeDeprecation(facts)}`
    const text = description === undefined ? notice : `${description}. ${notice}`
    properties[name] = { ...schema, deprecated: true, description: text }
  }
  return { ...input, properties }
}

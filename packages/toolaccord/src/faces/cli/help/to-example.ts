import type { JsonSchema } from '../../../schema/json-schema.ts'
import { deref } from '../../../schema/object-view.ts'
import { acceptedTypes } from '../../../schema/walk.ts'
import { type ArgumentFlag, type Command, choicesOf, itemOf } from '../commands/commands.ts'
import { isSwitch } from '../commands/flag.ts'
import { shellQuote } from '../render/escape.ts'

/** A command line that shows how to call: what is required, or one flag where nothing is. */
export function toExample({ name, tool, positionals, flags }: Command, program: string): string {
  const root = tool.inputSchema
  const words = positionals
    .filter(({ required }) => required)
    .map(({ argument, schema, isFile }) => (isFile ? 'FILE' : sampleWord(argument, schema, root)))
  const optional = flags.filter(
    ({ argument }) =>
      !argument.includes('.') && positionals.every((one) => one.argument !== argument),
  )
  const required = optional.filter((flag) => flag.required)
  const shown = words.length + required.length > 0 ? required : optional.slice(0, 1)
  return [program, name, ...words, ...shown.flatMap((flag) => sampleFlag(flag, root))].join(' ')
}

function sampleFlag(
  { name, argument, schema, parameter, isFile, ...flag }: ArgumentFlag,
  root: JsonSchema,
): string[] {
  if (isFile) return [`--${name} FILE`]
  if (parameter !== undefined) return sampleParameters(name, schema, parameter)
  return isSwitch({ name, ...flag })
    ? [`--${name}`]
    : [`--${name} ${sampleWord(argument, schema, root)}`]
}

/** One form of the two is enough: names where there are several parameters, else the scalar. */
function sampleParameters(name: string, schema: JsonSchema, form: 'scalar' | 'named'): string[] {
  if (form === 'scalar')
    return schema.type === 'object' ? [] : [`--${name} ${sampleWord(name, schema, schema)}`]
  return Object.entries(schema.properties ?? {}).map(
    ([parameter, one]) => `--param ${parameter}=${sampleWord(parameter, one, schema)}`,
  )
}

function sampleWord(argument: string, schema: JsonSchema, root: JsonSchema): string {
  const value = sample(argument, itemOf(schema, root), root)
  return shellQuote(typeof value === 'string' ? value : JSON.stringify(value))
}

const samples: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'ada@example.org',
  uri: 'https://example.org',
}

function sample(name: string, given: JsonSchema, root: JsonSchema): unknown {
  const schema = deref(given, root)
  const [example = schema.default ?? choicesOf(schema, root)[0]] = Array.isArray(schema.examples)
    ? schema.examples
    : []
  if (example !== undefined) return example
  const types = acceptedTypes(schema, root)
  if (types.has('string')) return samples[schema.format ?? ''] ?? name.toUpperCase()
  if (types.has('number') || types.has('integer'))
    return Math.min(schema.maximum ?? 1, Math.max(schema.minimum ?? 1, 1))
  if (types.has('boolean')) return true
  if (types.has('array')) return []
  return Object.fromEntries(
    (schema.required ?? []).map((key) => [key, sample(key, schema.properties?.[key] ?? {}, root)]),
  )
}

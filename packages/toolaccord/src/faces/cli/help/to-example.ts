import { findFormat } from '../../../schema/formats.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { deref } from '../../../schema/json-schema.ts'
import { acceptedTypes } from '../../../schema/json-schema.ts'
import { sampleNumber } from '../../sample-number.ts'
import {
  type ArgumentFlag,
  type Command,
  type Positional,
  choicesOf,
  itemOf,
} from '../commands/commands.ts'
import { isSwitch } from '../commands/flags.ts'
import { shellQuote } from '../render/escape.ts'

/** Writes an example of a call with what is required, or with one flag if nothing is. */
export function toExample({ name, tool, positionals, flags }: Command, program: string): string {
  const root = tool.inputSchema
  const words = positionals
    .filter(({ required }) => required)
    .map((positional) => samplePositional(positional, root))
  const isOwn = ({ argument }: ArgumentFlag) =>
    !argument.includes('.') && positionals.every((one) => one.argument !== argument)
  const own = flags.filter(isOwn)
  const required = own.filter((flag) => flag.required)
  const isEnough = words.length + required.length > 0
  const shown = isEnough ? required : own.slice(0, 1)
  return [program, name, ...words, ...shown.flatMap((flag) => sampleFlag(flag, root))].join(' ')
}

function samplePositional({ argument, schema, isFile }: Positional, root: JsonSchema): string {
  if (isFile) return 'FILE'
  return sampleWord(argument, schema, root)
}

function sampleFlag(flag: ArgumentFlag, root: JsonSchema): string[] {
  const { name, argument, schema, isFile } = flag
  if (isFile) return [`--${name} FILE`]
  if (flag.parameter === 'scalar') return sampleScalar(name, schema)
  if (flag.parameter === 'named') return sampleNamed(schema)
  if (isSwitch(flag)) return [`--${name}`]
  return [`--${name} ${sampleWord(argument, schema, root)}`]
}

/** One form is enough: names if there are several parameters, else the scalar. */
function sampleScalar(name: string, schema: JsonSchema): string[] {
  if (schema.type === 'object') return []
  return [`--${name} ${sampleWord(name, schema, schema)}`]
}

const sampleNamed = (set: JsonSchema): string[] =>
  Object.entries(set.properties ?? {}).map(
    ([name, schema]) => `--param ${name}=${sampleWord(name, schema, set)}`,
  )

function sampleWord(argument: string, schema: JsonSchema, root: JsonSchema): string {
  const value = sample(argument, itemOf(schema, root), root)
  if (typeof value === 'string') return shellQuote(value)
  return shellQuote(JSON.stringify(value))
}

function sample(name: string, given: JsonSchema, root: JsonSchema): unknown {
  const schema = deref(given, root)
  const examples: readonly unknown[] = Array.isArray(schema.examples) ? schema.examples : []
  const [choice] = choicesOf(schema, root)
  const [known = schema.default ?? choice] = examples
  if (known !== undefined) return known
  const types = acceptedTypes(schema, root)
  if (types.has('string')) return findFormat(schema.format ?? '')?.example ?? name.toUpperCase()
  if (types.has('number') || types.has('integer')) return sampleNumber(schema)
  if (types.has('boolean')) return true
  if (types.has('array')) return []
  const required = schema.required ?? []
  return Object.fromEntries(
    required.map((key) => [key, sample(key, schema.properties?.[key] ?? {}, root)]),
  )
}

import { describeSchema } from '../../../schema/describe-schema.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import type { ArgumentFlag, Command, Positional } from '../commands/commands.ts'
import type { Flag } from '../commands/flags.ts'
import type { Definition } from './definition-lines.ts'

const fileFact = 'a file, or - for standard input'

/** Spells a positional in a usage line: `<id>`, `[tags...]`. */
export function positionalLabel({ argument, required, takesRest }: Positional): string {
  const label = takesRest ? `${argument}...` : argument
  if (required) return `<${label}>`
  return `[${label}]`
}

/** Explains a positional. */
export function toPositionalDefinition(
  positional: Positional,
  { flags, tool }: Command,
): Definition {
  const { argument, schema, required, isFile } = positional
  const flag = flags.find((one) => one.argument === argument)
  const facts = factsOf(schema, tool.inputSchema, required)
  if (isFile) facts.unshift(fileFact)
  if (flag !== undefined) facts.push(`also --${flag.name}`)
  return [positionalLabel(positional), sentence(flag?.summary, facts)]
}

/** Explains a flag that gives no argument. */
export function toFlagDefinition(flag: Flag): Definition {
  if (flag.choices === undefined) return [labelOf(flag), flag.summary]
  return [labelOf(flag), sentence(flag.summary, [flag.choices.join(', ')])]
}

/** Explains a flag of an argument; the flag of named parameters has a definition for each. */
export function toArgumentDefinitions(flag: ArgumentFlag, root: JsonSchema): readonly Definition[] {
  const { summary, schema, required, repeatable, parameter, isFile } = flag
  if (parameter === 'scalar') return toScalarDefinitions(flag, root)
  if (parameter === 'named') return toNamedDefinitions(flag)
  const facts = factsOf(schema, root, required)
  if (isFile) facts.unshift(fileFact)
  if (repeatable) facts.push('repeatable')
  return [[labelOf(flag), sentence(summary, facts)]]
}

function toScalarDefinitions(flag: ArgumentFlag, root: JsonSchema): readonly Definition[] {
  const { summary, schema, required } = flag
  // A scalar for several parameters is always refused, so it is not offered.
  if (schema.type === 'object') return []
  if (schema.type !== 'number') return [[labelOf(flag), summary]]
  return [[labelOf(flag), sentence(schema.description, factsOf(schema, root, required))]]
}

function toNamedDefinitions(flag: ArgumentFlag): readonly Definition[] {
  const { summary, schema: set } = flag
  const parameters = Object.entries(set.properties ?? {})
  if (parameters.length === 0) return [[labelOf(flag), sentence(summary, ['repeatable'])]]
  return parameters.map(([name, schema]) => {
    const isRequired = set.required?.includes(name) ?? false
    const meaning = sentence(schema.description, factsOf(schema, set, isRequired))
    return [`--param ${name}=NUMBER`, meaning]
  })
}

/** Spells a flag: `-q, --quiet`, `--color, --no-color`, `--dialect NAME`. */
function labelOf({ name, short, placeholder, negatable }: Flag): string {
  const tokens: string[] = []
  if (short !== undefined) tokens.push(`-${short}`)
  tokens.push(`--${name}`)
  if (negatable) tokens.push(`--no-${name}`)
  const label = tokens.join(', ')
  if (placeholder === undefined) return label
  return `${label} ${placeholder}`
}

function factsOf(schema: JsonSchema, root: JsonSchema, required: boolean): string[] {
  const facts = [describeSchema(schema, root)]
  if (required) facts.push('required')
  if (schema.default !== undefined) facts.push(`default ${JSON.stringify(schema.default)}`)
  return facts
}

/** A text and, in brackets, the facts about it. */
function sentence(text: string | undefined, facts: readonly string[]): string {
  return [text, `[${facts.join('; ')}]`].filter(Boolean).join(' ')
}

import { describeSchema } from '../../../schema/describe-schema.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import type { ArgumentFlag, Command, Positional } from '../commands/commands.ts'
import type { Flag } from '../commands/flag.ts'
import type { Definition } from './layout.ts'

/** A positional in a usage line. */
export function positionalLabel({ argument, required, takesRest }: Positional): string {
  const label = takesRest ? `${argument}...` : argument
  return required ? `<${label}>` : `[${label}]`
}

export function definePositional(positional: Positional, { flags, tool }: Command): Definition {
  const flag = flags.find(({ argument }) => argument === positional.argument)
  const facts = [
    ...(positional.isFile ? [fileFact] : []),
    ...factsOf(positional.schema, tool.inputSchema, positional.required),
  ]
  return [
    positionalLabel(positional),
    sentence(flag?.summary, [...facts, ...(flag === undefined ? [] : [`also --${flag.name}`])]),
  ]
}

export const defineFlag = (flag: Flag): Definition => [
  labelOf(flag),
  sentence(flag.summary, flag.choices === undefined ? [] : [flag.choices.join(', ')]),
]

export function defineArgumentFlag(flag: ArgumentFlag, root: JsonSchema): Definition[] {
  const { summary, schema, required, repeatable, parameter, isFile } = flag
  if (parameter === undefined)
    return [
      [
        labelOf(flag),
        sentence(summary, [
          ...(isFile ? [fileFact] : []),
          ...factsOf(schema, root, required),
          ...(repeatable ? ['repeatable'] : []),
        ]),
      ],
    ]
  const parameters = Object.entries(schema.properties ?? {})
  if (parameter === 'named' && parameters.length > 0)
    return parameters.map(([name, one]) => defineParameter(name, one, schema))
  const isScalar = parameter === 'scalar' && schema.type === 'number'
  // A scalar for several parameters is always refused, so it is not offered.
  if (parameter === 'scalar' && schema.type === 'object') return []
  return [
    [
      labelOf(flag),
      isScalar
        ? sentence(schema.description, factsOf(schema, root, required))
        : sentence(summary, repeatable ? ['repeatable'] : []),
    ],
  ]
}

const defineParameter = (name: string, schema: JsonSchema, set: JsonSchema): Definition => [
  `--param ${name}=NUMBER`,
  sentence(schema.description, factsOf(schema, set, set.required?.includes(name) ?? false)),
]

const fileFact = 'a file, or - for standard input'

/** `-q, --quiet`, `--color, --no-color`, `--dialect NAME`. */
function labelOf({ name, short, placeholder, negatable }: Flag): string {
  const tokens = [
    ...(short === undefined ? [] : [`-${short}`]),
    `--${name}`,
    ...(negatable ? [`--no-${name}`] : []),
  ]
  return [tokens.join(', '), placeholder].filter(Boolean).join(' ')
}

const factsOf = (schema: JsonSchema, root: JsonSchema, required: boolean): string[] => [
  describeSchema(schema, root),
  ...(required ? ['required'] : []),
  ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
]

const sentence = (text: string | undefined, facts: readonly string[]): string =>
  [text, facts.length > 0 && `[${facts.join('; ')}]`].filter(Boolean).join(' ')

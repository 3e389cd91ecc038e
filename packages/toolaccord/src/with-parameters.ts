import { isRecord } from './json.ts'
import { ParameterFlags, type ParameterSet, type ParameterValues } from './parameters.ts'
import type { JsonSchema } from './schema/json-schema.ts'
import { type InputOf, type OutputOf, type Schema, type Side, toJsonSchema } from './schema/schema.ts'

/** What a caller gives for parameters: a scalar for one, an object for several. */
export type ParameterArgument = number | Readonly<Record<string, number>>

/** One set, or the set that the other arguments choose; undefined leaves an unknown choice to the tool. */
export type ParameterSource<Input, Name extends string> =
  | ParameterSet<Name>
  | ((input: Input) => ParameterSet<Name> | undefined | Promise<ParameterSet<Name> | undefined>)

/** Marks the argument in a JSON Schema, so that the command line offers `--param` beside `--value`. */
export const parametersKeyword = 'x-parameters'

/** Adds the argument `value` to an object schema; the tool sees it as values by name, whatever form the caller used. */
export function withParameters<S extends Schema, Name extends string>(
  schema: S,
  source: ParameterSource<OutputOf<S>, Name>,
): Schema<InputOf<S> & { readonly value?: ParameterArgument }, OutputOf<S> & { readonly value: ParameterValues<Name> }> {
  type Output = OutputOf<S> & { readonly value: ParameterValues<Name> }
  const shown = (side: Side) => () => addArgument(toJsonSchema(schema, side), typeof source === 'function' ? anyForm : source.jsonSchema)
  return {
    '~standard': {
      version: 1,
      vendor: 'toolaccord',
      jsonSchema: { input: shown('input'), output: shown('output') },
      async validate(given) {
        const { value, ...rest } = isRecord(given) ? given : {}
        const parsed = await schema['~standard'].validate(rest)
        if (parsed.issues) return parsed
        // The cast says what the schema has just checked.
        const input = parsed.value as OutputOf<S>
        const set = typeof source === 'function' ? await source(input) : source
        const resolved = set?.resolve(value) ?? { ok: true, values: {} }
        if (!resolved.ok) return { issues: resolved.issues.map(({ message, parameter }) => ({ message, path: pathOf(value, parameter) })) }
        return { value: { ...(input as object), value: resolved.values } as Output }
      },
    },
  }
}

/** A scalar has no member to point at. */
function pathOf(given: unknown, parameter: string | undefined): string[] {
  return parameter !== undefined && isRecord(given) && !(given instanceof ParameterFlags) ? ['value', parameter] : ['value']
}

const anyForm: JsonSchema = {
  anyOf: [{ type: 'number' }, { type: 'object', additionalProperties: { type: 'number' } }],
  description: 'A number where there is one parameter, an object keyed by name where there are several.',
}

function addArgument(schema: JsonSchema, argument: JsonSchema): Record<string, unknown> {
  const required = argument.type === 'object' ? (argument.required ?? []).length > 0 : argument.type === 'number' && argument.default === undefined
  return {
    ...schema,
    properties: { ...schema.properties, value: { ...argument, [parametersKeyword]: true } },
    ...(required && { required: [...(schema.required ?? []), 'value'] }),
  }
}

import { isRecord } from '../json/json.ts'
import { type JsonSchema, parametersKeyword } from '../schema/json-schema.ts'
import {
  type InputOf,
  type OutputOf,
  type Schema,
  type Side,
  toJsonSchema,
} from '../schema/schema.ts'
import { ParameterFlags, type ParameterSet, type ParameterValues } from './parameters.ts'

/** What a caller gives for parameters: a scalar for one, an object for several. */
export type ParameterArgument = number | Readonly<Record<string, number>>

/**
 * One set, or the set that the other arguments choose; undefined leaves an unknown choice to the
 * tool.
 */
export type ParameterSource<Input, Chosen extends ParameterSet> =
  | Chosen
  | ((input: Input) => Chosen | undefined | Promise<Chosen | undefined>)

/** The values of a set, or of each set where there are several to choose from. */
export type ValuesOf<Chosen extends ParameterSet> =
  Chosen extends ParameterSet<infer Name> ? ParameterValues<Name> : never

/**
 * Adds the argument `value` to an object schema; the tool sees it as values by name, whatever form
 * the caller used.
 *
 * @example
 *   const exposure = defineParameters({ ev: { range: [-3, 3], default: 0 } })
 *   const expose = defineTool({
 *     name: 'expose',
 *     summary: 'Change the exposure of an image.',
 *     input: withParameters(z.object({ image: z.string() }), exposure),
 *     output: z.object({ ev: z.number() }),
 *     effect: 'write',
 *     run: ({ value }) => ok({ ev: value.ev }),
 *   })
 */
export function withParameters<S extends Schema, Chosen extends ParameterSet>(
  schema: S,
  source: ParameterSource<OutputOf<S>, Chosen>,
): Schema<
  InputOf<S> & { readonly value?: ParameterArgument },
  OutputOf<S> & { readonly value: ValuesOf<Chosen> }
> {
  type Output = OutputOf<S> & { readonly value: ValuesOf<Chosen> }
  const shown = (side: Side) => () =>
    addArgument(
      toJsonSchema(schema, side),
      typeof source === 'function' ? anyForm : source.jsonSchema,
    )
  return {
    '~standard': {
      version: 1,
      vendor: 'toolaccord',
      jsonSchema: { input: shown('input'), output: shown('output') },
      async validate(given) {
        const { value, ...rest } = isRecord(given) ? given : {}
        const parsed = await schema['~standard'].validate(rest)
        // The cast says what the schema has just checked.
        const input = parsed.issues ? undefined : (parsed.value as OutputOf<S>)
        const set =
          typeof source !== 'function'
            ? source
            : input === undefined
              ? undefined
              : await source(input)
        const resolved = set?.resolve(value) ?? { ok: true, values: {} }
        const found = resolved.ok
          ? []
          : resolved.issues.map(({ message, parameter }) => ({
              message,
              path: pathOf(parameter, value, set),
            }))
        const issues = [...(parsed.issues ?? []), ...found]
        return parsed.issues || !resolved.ok
          ? { issues }
          : { value: { ...(input as object), value: resolved.values } as Output }
      },
    },
  }
}

/** A scalar has no member to point at, and flags stand at no place of the input. */
function pathOf(
  parameter: string | undefined,
  given: unknown,
  set: ParameterSet | undefined,
): string[] {
  const isMember =
    Object.keys(set?.parameters ?? {}).length > 1 && !(given instanceof ParameterFlags)
  return parameter !== undefined && isMember ? ['value', parameter] : ['value']
}

const anyForm: JsonSchema = {
  anyOf: [{ type: 'number' }, { type: 'object', additionalProperties: { type: 'number' } }],
  description:
    'A number where there is one parameter, an object keyed by name where there are several.',
}

function addArgument(schema: JsonSchema, argument: JsonSchema): Record<string, unknown> {
  const required =
    argument.type === 'object'
      ? (argument.required ?? []).length > 0
      : argument.type === 'number' && argument.default === undefined
  return {
    ...schema,
    properties: { ...schema.properties, value: { ...argument, [parametersKeyword]: true } },
    ...(required && { required: [...(schema.required ?? []), 'value'] }),
  }
}

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
  const form = typeof source === 'function' ? anyForm : source.jsonSchema
  const shown = (side: Side) => () => addArgument(toJsonSchema(schema, side), form)

  /** The set for an input; undefined if it depends on an input that is not valid. */
  async function chooseSet(input: OutputOf<S> | undefined): Promise<ParameterSet | undefined> {
    if (typeof source !== 'function') return source
    return input === undefined ? undefined : source(input)
  }

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
        const set = await chooseSet(input)
        const resolved = set?.resolve(value) ?? { ok: true, values: {} }
        if (!parsed.issues && resolved.ok) {
          return { value: { ...(input as object), value: resolved.values } as Output }
        }
        const found = resolved.ok ? [] : resolved.issues
        const located = found.map(({ message, parameter }) => ({
          message,
          path: pathOf(parameter, value, set),
        }))
        return { issues: [...(parsed.issues ?? []), ...located] }
      },
    },
  }
}

/** A scalar has no property to point at, and flags have no place in the input. */
function pathOf(
  parameter: string | undefined,
  given: unknown,
  set: ParameterSet | undefined,
): string[] {
  const isObject = Object.keys(set?.parameters ?? {}).length > 1
  if (parameter === undefined || !isObject || given instanceof ParameterFlags) return ['value']
  return ['value', parameter]
}

const anyForm: JsonSchema = {
  anyOf: [{ type: 'number' }, { type: 'object', additionalProperties: { type: 'number' } }],
  description: 'A number if there is one parameter, an object keyed by name if there are several.',
}

function addArgument(schema: JsonSchema, argument: JsonSchema): Record<string, unknown> {
  const properties = { ...schema.properties, value: { ...argument, [parametersKeyword]: true } }
  if (!isRequired(argument)) return { ...schema, properties }
  return { ...schema, properties, required: [...(schema.required ?? []), 'value'] }
}

function isRequired({ type, required = [], default: initial }: JsonSchema): boolean {
  if (type === 'object') return required.length > 0
  return type === 'number' && initial === undefined
}

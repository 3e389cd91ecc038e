import { isRecord } from '../json/json.ts'
import { type JsonSchema, mapSubschemas } from './json-schema.ts'

/** Marks a property whose value MCP clients repeat in the HTTP header `Mcp-Param-<name>`. */
export const paramHeaderKeyword = 'x-mcp-header'

/** An argument whose value clients repeat in a header. */
export interface ParamHeader {
  /** The keys that lead to the value in the arguments. */
  readonly path: readonly string[]
  /** The name of the header. */
  readonly header: string
  readonly type: 'string' | 'integer' | 'boolean'
}

/** Returns the arguments of a schema without {@link paramHeaderFaults} that have a header. */
export function toParamHeaders(schema: JsonSchema): readonly ParamHeader[] {
  return [...markedProperties(schema, [])].map(({ path, name, type }) => ({
    path,
    header: `Mcp-Param-${String(name)}`,
    // The cast names what the check of the definition has let through.
    type: type as ParamHeader['type'],
  }))
}

interface Marked {
  readonly path: readonly string[]
  readonly name: unknown
  readonly type: unknown
}

/** Yields the marked properties that only `properties` leads to: clients look nowhere else. */
function* markedProperties(schema: JsonSchema, path: readonly string[]): Iterable<Marked> {
  const { properties = {} } = schema
  for (const [key, property] of Object.entries(properties)) {
    // A property may also be true or false.
    if (!isRecord(property)) continue
    const inner = [...path, key]
    if (paramHeaderKeyword in property) {
      yield { path: inner, name: property[paramHeaderKeyword], type: property.type }
    }
    yield* markedProperties(property, inner)
  }
}

/** The characters of a token of RFC 9110, which the name of a header is made of. */
const token = /^[\w!#$%&'*+.^`|~-]+$/

const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])

/** Checks the marks of headers: clients leave a tool out if one of them is wrong. */
export function* paramHeaderFaults(schema: JsonSchema): Iterable<string> {
  const seen = new Set<string>()
  const marked = [...markedProperties(schema, [])]
  for (const { path, name, type } of marked) {
    const place = `input.${path.join('.')} ${paramHeaderKeyword}`
    if (typeof name !== 'string' || !token.test(name)) {
      yield `${place}: ${JSON.stringify(name)} cannot be part of the name of a header`
    } else if (seen.has(name.toLowerCase())) {
      yield `${place}: another argument has the header '${name}' already`
    } else seen.add(name.toLowerCase())
    if (!types.has(type)) {
      yield `${place}: only a string, an integer or a boolean can have a header`
    }
  }
  if (countMarks(schema) > marked.length) {
    yield (
      `input: ${paramHeaderKeyword} must be on a property of the arguments, ` +
        'or of an object among them; not in an array, a union or a definition'
    )
  }
}

/** Counts the marks in a schema and in all of its subschemas. */
function countMarks(schema: JsonSchema): number {
  let count = paramHeaderKeyword in schema ? 1 : 0
  mapSubschemas(schema, (subschema) => {
    count += countMarks(subschema)
    return subschema
  })
  return count
}

import { compact, without } from '../../../json/json.ts'
import { type JsonSchema, mapSubschemas, resolveRef } from '../../../schema/json-schema.ts'
import { componentName, componentRef, freeName, toRef } from './component-name.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** The schemas of a document, in which nothing large is written twice. */
export interface SharedSchemas {
  readonly schemas: Schemas
  /** Replaces parts of a schema elsewhere in the document by references to these schemas. */
  share(schema: JsonSchema): JsonSchema
}

/** A schema that is shorter as JSON is easier to read in its place. */
const minLength = 200

/**
 * Gives subschemas that occur several times a place of their own, named after the property that
 * they describe.
 */
export function shareSchemas(given: Schemas): SharedSchemas {
  const pinned = pinnedIn(given)
  const repeated = findRepeated(given, pinned)
  const names = nameAll(repeated, Object.keys(given))

  const shareInside = (schema: JsonSchema): JsonSchema => mapSubschemas(schema, share)
  function share(schema: JsonSchema): JsonSchema {
    if (pinned.has(schema)) return shareInside(schema)
    const name = names.get(textOf(schema))
    if (name === undefined) return shareInside(schema)
    return compact({ ...toRef('schemas', name), description: schema.description })
  }

  // A map, because a property may be called `__proto__`.
  const schemas = new Map<string, JsonSchema>()
  for (const [name, schema] of Object.entries(given)) schemas.set(name, shareInside(schema))
  for (const { text, schema } of repeated)
    schemas.set(names.get(text) ?? '', shareInside(undescribed(schema)))
  return { schemas: Object.fromEntries(schemas), share }
}

interface Repeated {
  readonly text: string
  readonly schema: JsonSchema
  /** The tool and the property that it was first found under. */
  readonly owner: string
  readonly member: string
}

function findRepeated(given: Schemas, pinned: ReadonlySet<unknown>): readonly Repeated[] {
  const found = new Map<string, Repeated & { times: number }>()
  const look = (schema: JsonSchema, owner: string, member: string): void => {
    const text = textOf(schema)
    if (text.length < minLength) return
    if (!pinned.has(schema)) {
      const known = found.get(text)
      if (known !== undefined) {
        // Its subschemas were looked at before: they repeat only if they occur elsewhere too.
        known.times++
        return
      }
      found.set(text, { text, schema, owner, member, times: 1 })
    }
    lookInside(schema, owner, member)
  }
  const lookInside = (schema: JsonSchema, owner: string, member: string): void => {
    mapSubschemas(schema, (one, key = member) => {
      look(one, owner, key)
      return one
    })
  }
  for (const [name, schema] of Object.entries(given))
    lookInside(schema, name.replace(/\..*/, ''), name)
  return [...found.values()].filter(({ times }) => times > 1)
}

/** The name of each text: its property, with its owner in front if others have the same. */
function nameAll(
  repeated: readonly Repeated[],
  taken: readonly string[],
): ReadonlyMap<string, string> {
  const used = new Set(taken)
  const names = new Map<string, string>()
  for (const { text, owner, member } of repeated) {
    const isOnly = repeated.filter((one) => one.member === member).length === 1
    const wanted = isOnly ? componentName(member) : `${owner}.${componentName(member)}`
    const name = freeName([wanted], (one) => used.has(one))
    used.add(name)
    names.set(text, name)
  }
  return names
}

/** A schema as JSON, without its description, which each place keeps for itself. */
const textOf = (schema: JsonSchema): string => JSON.stringify(undescribed(schema))

const undescribed = (schema: JsonSchema): JsonSchema => without(schema, ['description'])

/** The schemas that a reference leads through; the reference would break if one was moved away. */
function pinnedIn(given: Schemas): ReadonlySet<unknown> {
  const root = { components: { schemas: given } }
  const pinned = new Set<unknown>()
  const collect = (schema: JsonSchema): JsonSchema => {
    if (schema.$ref?.startsWith(componentRef('schemas', ''))) {
      const steps = schema.$ref.split('/')
      for (let count = 1; count < steps.length; count++)
        pinned.add(resolveRef(root, steps.slice(0, count).join('/')))
    }
    return mapSubschemas(schema, collect)
  }
  Object.values(given).forEach(collect)
  return pinned
}

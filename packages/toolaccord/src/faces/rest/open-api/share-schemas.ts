import { without } from '../../../json/json.ts'
import { type JsonSchema, mapSubschemas, resolveRef } from '../../../schema/json-schema.ts'
import { componentName, componentRef, freeName, toRef } from './component-name.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** The schemas of a document, in which nothing large stands twice. */
export interface SharedSchemas {
  readonly schemas: Schemas
  /** A schema of another part of the document, with references to what is shared. */
  share(schema: JsonSchema): JsonSchema
}

/** What is shorter as JSON is easier to read in its place. */
const minLength = 200

/**
 * Makes schemas of their own of the subschemas that stand in several places, named after the member
 * that they describe.
 */
export function shareSchemas(given: Schemas): SharedSchemas {
  const pinned = pinnedIn(given)
  const repeated = findRepeated(given, pinned)
  const names = nameAll(repeated, Object.keys(given))

  const shareInside = (schema: JsonSchema): JsonSchema => mapSubschemas(schema, share)
  function share(schema: JsonSchema): JsonSchema {
    const { description } = schema
    const name = pinned.has(schema) ? undefined : names.get(textOf(schema))
    return name === undefined
      ? shareInside(schema)
      : { ...toRef('schemas', name), ...(description !== undefined && { description }) }
  }

  const own = Object.entries(given).map(([name, schema]) => [name, shareInside(schema)])
  const common = repeated.map(({ text, schema }) => [
    names.get(text),
    shareInside(undescribed(schema)),
  ])
  return { schemas: Object.fromEntries([...own, ...common]), share }
}

interface Repeated {
  readonly text: string
  readonly schema: JsonSchema
  /** The tool and the member that it was first found under. */
  readonly owner: string
  readonly member: string
}

function findRepeated(given: Schemas, pinned: ReadonlySet<unknown>): readonly Repeated[] {
  const found = new Map<string, Repeated & { times: number }>()
  const look = (schema: JsonSchema, owner: string, member: string): void => {
    const text = textOf(schema)
    if (text.length < minLength) return
    const known = pinned.has(schema) ? undefined : found.get(text)
    // What is inside was looked at the first time: it is repeated only if it stands elsewhere too.
    if (known !== undefined) return void known.times++
    if (!pinned.has(schema)) found.set(text, { text, schema, owner, member, times: 1 })
    lookInside(schema, owner, member)
  }
  const lookInside = (schema: JsonSchema, owner: string, member: string): void =>
    void mapSubschemas(schema, (one, key = member) => {
      look(one, owner, key)
      return one
    })
  for (const [name, schema] of Object.entries(given))
    lookInside(schema, name.replace(/\..*/, ''), name)
  return [...found.values()].filter(({ times }) => times > 1)
}

/** The name of each text: its member, with its owner in front where others have the same. */
function nameAll(
  repeated: readonly Repeated[],
  taken: readonly string[],
): ReadonlyMap<string, string> {
  const used = new Set(taken)
  return new Map(
    repeated.map(({ text, owner, member }) => {
      const isOnly = repeated.filter((one) => one.member === member).length === 1
      const name = freeName(
        [isOnly ? componentName(member) : `${owner}.${componentName(member)}`],
        (one) => used.has(one),
      )
      used.add(name)
      return [text, name]
    }),
  )
}

/** What a schema says beside its description, which each place keeps for itself. */
const textOf = (schema: JsonSchema): string => JSON.stringify(undescribed(schema))

const undescribed = (schema: JsonSchema): JsonSchema => without(schema, ['description'])

/** The schemas that a reference leads through: with one of them moved away, it would lead nowhere. */
function pinnedIn(given: Schemas): ReadonlySet<unknown> {
  const root = { components: { schemas: given } }
  const refs = new Set<string>()
  const collect = (schema: JsonSchema): JsonSchema => {
    if (schema.$ref?.startsWith(componentRef('schemas', ''))) refs.add(schema.$ref)
    return mapSubschemas(schema, collect)
  }
  Object.values(given).forEach(collect)
  return new Set(
    [...refs].flatMap((ref) => {
      const steps = ref.split('/')
      return steps.slice(1).map((_, index) => resolveRef(root, steps.slice(0, index + 1).join('/')))
    }),
  )
}

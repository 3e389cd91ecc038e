import { isRecord, sameJson } from '../../json/json.ts'
import { type JsonSchema, typesOf } from '../../schema/json-schema.ts'
import { typeOf } from '../../schema/walk.ts'
import { type FlatSchema, flattenSchemas, memberSchemas } from './flat-schema.ts'
import { holds } from './holds.ts'

/** Keywords that look at a value as a whole: any change to it may break them. */
const wholeKeywords = [
  'const',
  'enum',
  'not',
  'if',
  'contains',
  'dependentSchemas',
  'dependentRequired',
  '$dynamicRef',
]
/** Keywords that a text breaks when its end is missing. */
const textKeywords = ['format', 'pattern', 'contentEncoding', 'contentMediaType', 'contentSchema']

/** Unions inside of unions are followed this far. */
const maxDepth = 8

interface Union {
  readonly isExclusive: boolean
  readonly branches: readonly Room[]
}

/** What of a value can give way so that it still holds to its schema, at one place of the schema. */
export class Room {
  /** Whether nothing here may change. */
  readonly isFixed: boolean
  readonly mayCutText: boolean
  readonly minLength: number
  readonly mayDropItems: boolean
  readonly minItems: number
  /** Whether items must stay different from each other. */
  readonly isUnique: boolean
  readonly #root: JsonSchema
  readonly #flat: FlatSchema
  /** Members that tell apart the branches that this was chosen from. */
  readonly #marks: ReadonlySet<string>
  readonly #needed: ReadonlySet<string>
  readonly #needsAll: boolean
  readonly #members = new Map<string, Room>()
  readonly #chosen = new Map<string, Room>()
  #unions: readonly Union[] | undefined
  #rest: Room | undefined
  #items: Room | undefined

  constructor(root: JsonSchema, flat: FlatSchema, marks: ReadonlySet<string> = new Set()) {
    const { parts, isReadable } = flat
    this.#root = root
    this.#flat = flat
    this.#marks = marks
    this.isFixed =
      !isReadable ||
      hasAny(parts, wholeKeywords) ||
      parts.some(
        ({ unevaluatedProperties, unevaluatedItems }) =>
          isRecord(unevaluatedProperties) || isRecord(unevaluatedItems),
      )
    this.mayCutText = !hasAny(parts, textKeywords)
    this.minLength = Math.max(0, ...parts.map(({ minLength = 0 }) => minLength))
    this.mayDropItems = !hasAny(parts, ['prefixItems'])
    this.minItems = Math.max(0, ...parts.map(({ minItems = 0 }) => minItems))
    this.isUnique = parts.some(({ uniqueItems }) => uniqueItems === true)
    this.#needed = new Set([...marks, ...parts.flatMap(({ required = [] }) => required)])
    this.#needsAll = hasAny(parts, ['minProperties'])
  }

  /**
   * The room that a value has where the schema is a union: what every branch allows that could be
   * meant.
   */
  at(value: unknown, depth = 0): Room {
    if (this.#flat.unions.length === 0 || this.isFixed) return this
    if (depth === maxDepth) return fixedRoom
    const meant: Room[] = []
    let key = ''
    this.#unions ??= this.#flat.unions.map(({ isExclusive, branches }) => ({
      isExclusive,
      branches: branches.map((branch) => toRoom(this.#root, [branch])),
    }))
    for (const { isExclusive, branches } of this.#unions) {
      const possible = branches.filter((branch) => branch.#couldBe(value))
      // Where only one branch may hold and two are possible, a change could make the other one hold as well.
      if (possible.length === 0 || (isExclusive && possible.length > 1)) return fixedRoom
      for (const branch of possible) meant.push(branch)
      key += `${possible.map((branch) => branches.indexOf(branch)).join()};`
    }
    let room = this.#chosen.get(key)
    if (room === undefined) this.#chosen.set(key, (room = this.#choose(meant, this.#unions)))
    return room.at(value, depth + 1)
  }

  /** The room of a member. */
  member(name: string): Room {
    const known = this.#members.get(name)
    if (known !== undefined) return known
    const { parts } = this.#flat
    const isNamed = this.names(name)
    if (!isNamed && this.#rest !== undefined) return this.#rest
    const room = toRoom(
      this.#root,
      parts.flatMap((part) => memberSchemas(part, name)),
    )
    // Names that the schema does not know are without number, so what is kept for them is one room for all.
    if (isNamed) this.#members.set(name, room)
    else if (!hasAny(parts, ['patternProperties'])) this.#rest = room
    return room
  }

  /** Whether the schema speaks of a member by its name. */
  names(name: string): boolean {
    return this.#flat.parts.some(
      ({ properties }) => properties !== undefined && Object.hasOwn(properties, name),
    )
  }

  /** Whether a member must stay when only references are left. */
  needs(name: string): boolean {
    return this.#needsAll || this.#needed.has(name)
  }

  /** The room of an item. */
  item(index: number): Room {
    if (this.#items !== undefined) return this.#items
    const room = toRoom(
      this.#root,
      this.#flat.parts.map(({ prefixItems, items }) => prefixItems?.[index] ?? items),
    )
    if (this.mayDropItems) this.#items = room
    return room
  }

  /** Whether a value holds to the schema; false also where that cannot be told. */
  accepts(value: unknown): boolean {
    return holds(this.#root, this.#flat, value)
  }

  #choose(meant: readonly Room[], unions: readonly Union[]): Room {
    const flats = [{ ...this.#flat, unions: [] }, ...meant.map((branch) => branch.#flat)]
    const marks = unions.flatMap(({ branches }) =>
      branches.flatMap((branch) =>
        constantsOf(branch.#root, branch.#flat.parts).map(([name]) => name),
      ),
    )
    return new Room(this.#root, mergeFlat(flats), new Set([...this.#marks, ...marks]))
  }

  /** Whether the types, constants and required members of a branch allow a value. */
  #couldBe(value: unknown): boolean {
    const { parts } = this.#flat
    if (!parts.every((part) => allows(part, value))) return false
    if (!isRecord(value)) return true
    const isComplete = parts.every(({ required = [] }) =>
      required.every((name) => value[name] !== undefined),
    )
    return (
      isComplete &&
      constantsOf(this.#root, parts).every(
        ([name, allowed]) =>
          value[name] === undefined || allowed.some((one) => sameJson(one, value[name])),
      )
    )
  }
}

const hasAny = (parts: readonly JsonSchema[], keywords: readonly string[]): boolean =>
  parts.some((part) => keywords.some((keyword) => part[keyword] !== undefined))

const mergeFlat = (flats: readonly FlatSchema[]): FlatSchema => ({
  parts: flats.flatMap(({ parts }) => parts),
  unions: flats.flatMap(({ unions }) => unions),
  isReadable: flats.every(({ isReadable }) => isReadable),
})

const toRoom = (root: JsonSchema, schemas: readonly unknown[]): Room =>
  new Room(root, flattenSchemas(root, schemas))

/** Room for nothing. */
const fixedRoom = new Room({}, { parts: [], unions: [], isReadable: false })

function allows(part: JsonSchema, value: unknown): boolean {
  const types = typesOf(part)
  const isTyped =
    types.length === 0 ||
    types.includes(typeOf(value)) ||
    (types.includes('integer') && Number.isInteger(value))
  const isListed = part.enum === undefined || part.enum.some((one) => sameJson(one, value))
  return isTyped && isListed && (part.const === undefined || sameJson(part.const, value))
}

/** The members of an object that have only certain values. */
const constantsOf = (
  root: JsonSchema,
  parts: readonly JsonSchema[],
): [name: string, allowed: readonly unknown[]][] =>
  parts.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, schema]) =>
      flattenSchemas(root, [schema]).parts.flatMap((part) => allowedBy(name, part)),
    ),
  )

function allowedBy(name: string, part: JsonSchema): [string, readonly unknown[]][] {
  if (part.const !== undefined) return [[name, [part.const]]]
  return part.enum === undefined ? [] : [[name, part.enum]]
}

// A cache of pure results keyed by identity: sharing it between servers shares no state.
const rooms = new WeakMap<JsonSchema, Room>()

/** The room that the root of a schema gives. */
export function roomOf(schema: JsonSchema): Room {
  let room = rooms.get(schema)
  if (room === undefined) rooms.set(schema, (room = toRoom(schema, [schema])))
  return room
}

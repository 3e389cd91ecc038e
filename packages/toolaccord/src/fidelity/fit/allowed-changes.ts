import { isRecord, sameJson } from '../../json/json.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { type FlatSchema, flattenSchemas, propertySchemas } from './flat-schema.ts'
import { hasType, matches } from './matches.ts'

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
/** Keywords that a string may break if its end is missing. */
const stringKeywords = ['format', 'pattern', 'contentEncoding', 'contentMediaType', 'contentSchema']

/** Unions inside of unions are followed this far. */
const maxDepth = 8

interface Union {
  readonly isExclusive: boolean
  readonly branches: readonly AllowedChanges[]
}

/**
 * The changes that one place of a schema allows: a value there can be made smaller in these ways
 * and still matches the schema.
 */
export class AllowedChanges {
  /** True if nothing here may change. */
  readonly isFixed: boolean
  readonly mayCutText: boolean
  /** How many characters of a string must stay. */
  readonly minLength: number
  readonly mayDropItems: boolean
  /** How many items of an array must stay. */
  readonly minItems: number
  /** True if items must stay different from each other. */
  readonly isUnique: boolean
  readonly #root: JsonSchema
  readonly #flat: FlatSchema
  /** Properties that distinguish the branches of the unions that this was chosen from. */
  readonly #discriminators: ReadonlySet<string>
  readonly #required: ReadonlySet<string>
  readonly #needsAll: boolean
  readonly #properties = new Map<string, AllowedChanges>()
  /** By which branches of the unions a value may match. */
  readonly #chosen = new Map<string, AllowedChanges>()
  #unions: readonly Union[] | undefined
  /** The changes of every property whose name the schema does not know. */
  #otherProperties: AllowedChanges | undefined
  #items: AllowedChanges | undefined

  constructor(root: JsonSchema, flat: FlatSchema, discriminators: ReadonlySet<string> = new Set()) {
    const { parts, isReadable } = flat
    const hasUnevaluated = parts.some(
      ({ unevaluatedProperties, unevaluatedItems }) =>
        isRecord(unevaluatedProperties) || isRecord(unevaluatedItems),
    )
    this.#root = root
    this.#flat = flat
    this.#discriminators = discriminators
    this.isFixed = !isReadable || hasAny(parts, wholeKeywords) || hasUnevaluated
    this.mayCutText = !hasAny(parts, stringKeywords)
    this.minLength = Math.max(0, ...parts.map(({ minLength = 0 }) => minLength))
    this.mayDropItems = !hasAny(parts, ['prefixItems'])
    this.minItems = Math.max(0, ...parts.map(({ minItems = 0 }) => minItems))
    this.isUnique = parts.some(({ uniqueItems }) => uniqueItems === true)
    this.#required = new Set([...discriminators, ...parts.flatMap(({ required = [] }) => required)])
    this.#needsAll = hasAny(parts, ['minProperties'])
  }

  /**
   * Returns the changes that are allowed to a value. If the schema is a union, these are the
   * changes that every branch allows that the value may be meant for.
   */
  forValue(value: unknown, depth = 0): AllowedChanges {
    if (this.#flat.unions.length === 0 || this.isFixed) return this
    if (depth === maxDepth) return noChanges
    const meant: AllowedChanges[] = []
    let key = ''
    this.#unions ??= this.#readUnions()
    for (const { isExclusive, branches } of this.#unions) {
      const possible = branches.filter((branch) => branch.#couldBe(value))
      // If only one branch may match and two are possible, a change could make the other match too.
      if (possible.length === 0 || (isExclusive && possible.length > 1)) return noChanges
      for (const branch of possible) meant.push(branch)
      key += `${possible.map((branch) => branches.indexOf(branch)).join()};`
    }
    let chosen = this.#chosen.get(key)
    if (chosen === undefined) {
      chosen = this.#choose(meant, this.#unions)
      this.#chosen.set(key, chosen)
    }
    return chosen.forValue(value, depth + 1)
  }

  /** Returns the changes that are allowed to a property. */
  ofProperty(name: string): AllowedChanges {
    const known = this.#properties.get(name)
    if (known !== undefined) return known
    const { parts } = this.#flat
    const isNamed = this.names(name)
    if (!isNamed && this.#otherProperties !== undefined) return this.#otherProperties
    const schemas = parts.flatMap((part) => propertySchemas(part, name))
    const changes = toAllowedChanges(this.#root, schemas)
    // There may be any number of unknown names, so they share one entry.
    if (isNamed) this.#properties.set(name, changes)
    else if (!hasAny(parts, ['patternProperties'])) this.#otherProperties = changes
    return changes
  }

  /** True if the schema has a property of this name. */
  names(name: string): boolean {
    return this.#flat.parts.some(
      ({ properties }) => properties !== undefined && Object.hasOwn(properties, name),
    )
  }

  /** True if a property must stay, even if only references are left. */
  needs(name: string): boolean {
    return this.#needsAll || this.#required.has(name)
  }

  /** Returns the changes that are allowed to an item. */
  ofItem(index: number): AllowedChanges {
    if (this.#items !== undefined) return this.#items
    const schemas = this.#flat.parts.map(({ prefixItems, items }) => prefixItems?.[index] ?? items)
    const changes = toAllowedChanges(this.#root, schemas)
    if (this.mayDropItems) this.#items = changes
    return changes
  }

  /** True if a value matches the schema; false also if that cannot be known. */
  accepts(value: unknown): boolean {
    return matches(this.#root, this.#flat, value)
  }

  #readUnions(): readonly Union[] {
    return this.#flat.unions.map(({ isExclusive, branches }) => ({
      isExclusive,
      branches: branches.map((branch) => toAllowedChanges(this.#root, [branch])),
    }))
  }

  /** Joins this place with the branches that a value may be meant for. */
  #choose(meant: readonly AllowedChanges[], unions: readonly Union[]): AllowedChanges {
    const flats = [{ ...this.#flat, unions: [] }, ...meant.map((branch) => branch.#flat)]
    const discriminators = new Set(this.#discriminators)
    for (const branch of unions.flatMap(({ branches }) => branches)) {
      for (const { name } of constantsOf(branch.#root, branch.#flat.parts)) discriminators.add(name)
    }
    return new AllowedChanges(this.#root, mergeFlat(flats), discriminators)
  }

  /** True if the types, constants and required properties of a branch allow a value. */
  #couldBe(value: unknown): boolean {
    const { parts } = this.#flat
    if (!parts.every((part) => allowsValue(part, value))) return false
    if (!isRecord(value)) return true
    const isComplete = parts.every(({ required = [] }) =>
      required.every((name) => value[name] !== undefined),
    )
    if (!isComplete) return false
    return constantsOf(this.#root, parts).every(({ name, values }) => {
      const given = value[name]
      return given === undefined || values.some((one) => sameJson(one, given))
    })
  }
}

const hasAny = (parts: readonly JsonSchema[], keywords: readonly string[]): boolean =>
  parts.some((part) => keywords.some((keyword) => part[keyword] !== undefined))

const mergeFlat = (flats: readonly FlatSchema[]): FlatSchema => ({
  parts: flats.flatMap(({ parts }) => parts),
  unions: flats.flatMap(({ unions }) => unions),
  isReadable: flats.every(({ isReadable }) => isReadable),
})

const toAllowedChanges = (root: JsonSchema, schemas: readonly unknown[]): AllowedChanges =>
  new AllowedChanges(root, flattenSchemas(root, schemas))

const noChanges = new AllowedChanges({}, { parts: [], unions: [], isReadable: false })

function allowsValue(part: JsonSchema, value: unknown): boolean {
  if (!hasType(part, value)) return false
  if (part.const !== undefined && !sameJson(part.const, value)) return false
  return part.enum === undefined || part.enum.some((one) => sameJson(one, value))
}

/** A property that has only certain values. */
interface Constant {
  readonly name: string
  readonly values: readonly unknown[]
}

/** Returns the properties of an object that have only certain values. */
function constantsOf(root: JsonSchema, parts: readonly JsonSchema[]): readonly Constant[] {
  const constants: Constant[] = []
  for (const { properties = {} } of parts) {
    for (const [name, schema] of Object.entries(properties)) {
      for (const part of flattenSchemas(root, [schema]).parts) {
        if (part.const !== undefined) constants.push({ name, values: [part.const] })
        else if (part.enum !== undefined) constants.push({ name, values: part.enum })
      }
    }
  }
  return constants
}

// A cache of pure results keyed by identity: sharing it between servers shares no state.
const cache = new WeakMap<JsonSchema, AllowedChanges>()

/** Returns the changes that a schema allows to a value that matches it. */
export function allowedBy(schema: JsonSchema): AllowedChanges {
  let changes = cache.get(schema)
  if (changes === undefined) {
    changes = toAllowedChanges(schema, [schema])
    cache.set(schema, changes)
  }
  return changes
}

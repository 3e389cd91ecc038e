import { isJson, isLeaf, isRecord } from '../json/json.ts'
import { type JsonSchema, parametersKeyword } from './json-schema.ts'
import { deref } from './json-schema.ts'
import { acceptedTypes, typeOf } from './json-schema.ts'
import { viewObject } from './json-schema.ts'

/** One place of a schema: the answers to everything that a walk would ask there. */
interface Place {
  readonly types: ReadonlySet<string>
  readonly takesObject: boolean
  readonly takesArray: boolean
  /** False if only an object or array is accepted, because a string may contain it as JSON. */
  readonly takesText: boolean
  readonly takesNull: boolean
  /** True if a parameter set checks the value. */
  readonly isOpaque: boolean
  readonly branches: readonly Place[] | undefined
  readonly first: readonly Place[]
  readonly items: Place | undefined
  readonly members: ReadonlyMap<string, Place>
  /**
   * The names of the same properties in the order of the schema, which most values keep. Comparing
   * a name is faster than looking it up.
   */
  readonly names: readonly string[]
  readonly places: readonly Place[]
  /** The properties with fixed values, by which branches of a union differ. */
  readonly constants: readonly (readonly [name: string, allowed: readonly unknown[]])[]
  readonly rest: Place | undefined
  /** True if a property without a place is left to the walk. */
  readonly isShut: boolean
}

/** A value that nests deeper is left to the walk. */
const maxDepth = 256

// A cache of pure results keyed by identity: sharing it between servers shares no state.
const compiled = new WeakMap<JsonSchema, Place>()

/**
 * True if a value is JSON that a walk along its schema would leave as it is, without a fault. False
 * also if only a walk can find that out.
 */
export function isClean(shown: JsonSchema, value: unknown): boolean {
  let place = compiled.get(shown)
  if (place === undefined) {
    place = compile(shown)
    compiled.set(shown, place)
  }
  return isCleanAt(place, value, maxDepth)
}

function isCleanAt(place: Place, value: unknown, depth: number): boolean {
  if (typeof value === 'string') return place.takesText
  if (value === null) return place.takesNull
  if (typeof value !== 'object') return isLeaf(value)
  return isCleanInside(place, value, depth)
}

function isCleanInside(place: Place, value: object, depth: number): boolean {
  if (depth === 0) return false
  const isTaken = Array.isArray(value) ? place.takesArray : place.takesObject
  if (!isTaken) return false
  if (place.isOpaque) return isJson(value, depth)
  if (place.branches !== undefined) return isCleanInBranch(place.branches, value, depth)
  if (Array.isArray(value)) return areItemsClean(place, value, depth - 1)
  return isRecord(value) && areMembersClean(place, value, depth - 1)
}

/** The first branch that the value could be decides; comparing it with the others takes a walk. */
function isCleanInBranch(branches: readonly Place[], value: object, depth: number): boolean {
  const branch = branches.find((one) => fits(one, value) && hasConstants(one, value))
  return branch !== undefined && hasTypes(branch, value) && isCleanAt(branch, value, depth)
}

function areItemsClean(
  { first, items }: Place,
  values: readonly unknown[],
  depth: number,
): boolean {
  for (let index = 0; index < values.length; index++) {
    const place = first[index] ?? items
    const value = values[index]
    const isFine = place === undefined ? isJson(value, depth) : isCleanAt(place, value, depth)
    if (!isFine) return false
  }
  return true
}

function areMembersClean(
  place: Place,
  values: Readonly<Record<string, unknown>>,
  depth: number,
): boolean {
  const { names, places, members, rest, isShut } = place
  let at = 0
  for (const name in values) {
    const member = names[at] === name ? places[at] : (members.get(name) ?? rest)
    if (member === undefined) {
      if (isShut || !isJson(values[name], depth)) return false
    } else if (!isCleanAt(member, values[name], depth)) return false
    at++
  }
  return true
}

const fits = ({ types }: Place, value: unknown): boolean =>
  types.has(typeOf(value)) || types.has('any') || (types.has('integer') && Number.isInteger(value))

const hasConstants = ({ constants }: Place, value: object): boolean =>
  !isRecord(value) ||
  constants.every(([name, allowed]) => !Object.hasOwn(value, name) || allowed.includes(value[name]))

function hasTypes({ members }: Place, value: object): boolean {
  if (!isRecord(value)) return true
  return Object.keys(value).every((name) => {
    const member = members.get(name)
    return member === undefined || fits(member, value[name])
  })
}

function compile(root: JsonSchema): Place {
  const places = new Map<JsonSchema, Place>()
  return toPlace(root)

  function toPlace(schema: JsonSchema): Place {
    const target = deref(schema, root)
    return places.get(target) ?? makePlace(target)
  }

  function makePlace(target: JsonSchema): Place {
    const { properties, closed, rest } = viewObject(target, root)
    const types = acceptedTypes(target, root)
    const isAny = types.has('any')
    const takesObject = isAny || types.has('object')
    const takesArray = isAny || types.has('array')
    const hasPatterns = target.patternProperties !== undefined
    const place: { -readonly [Member in keyof Place]: Place[Member] } = {
      types,
      takesObject,
      takesArray,
      takesText: isAny || types.has('string') || !(takesObject || takesArray),
      takesNull: isAny || types.has('null'),
      isOpaque: target[parametersKeyword] === true,
      branches: undefined,
      first: [],
      items: undefined,
      members: new Map(),
      names: Object.keys(properties),
      places: [],
      constants: Object.entries(properties).flatMap(([name, member]) =>
        constantOf(name, deref(member, root)),
      ),
      rest: undefined,
      isShut: closed || hasPatterns,
    }
    // Stored before its parts are made, because a place may be part of itself.
    places.set(target, place)
    place.places = Object.values(properties).map(toPlace)
    place.members = new Map(place.places.map((member, index) => [place.names[index] ?? '', member]))
    place.branches = (target.anyOf ?? target.oneOf)?.map(toPlace)
    place.first = (target.prefixItems ?? []).map(toPlace)
    if (typeof target.items === 'object') place.items = toPlace(target.items)
    if (rest !== undefined && !hasPatterns) place.rest = toPlace(rest)
    return place
  }
}

function constantOf(
  name: string,
  { const: only, enum: several }: JsonSchema,
): [string, readonly unknown[]][] {
  if (only !== undefined) return [[name, [only]]]
  if (several !== undefined) return [[name, several]]
  return []
}

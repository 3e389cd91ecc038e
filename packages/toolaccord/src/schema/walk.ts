import { isDeeperThan, isRecord } from '../json/json.ts'
import {
  type JsonSchema,
  type ObjectView,
  acceptedTypes,
  deref,
  parametersKeyword,
  typeOf,
  typesOf,
  viewObject,
} from './json-schema.ts'

/** A property that the schema does not name. */
export interface UnknownKey {
  readonly path: readonly PropertyKey[]
  readonly key: string
  readonly known: readonly string[]
}

/** An array where the schema accepts an object or the other way round; some libraries allow it. */
export interface Misplaced {
  readonly path: readonly PropertyKey[]
}

/** Something that a walk finds wrong with a value. */
export type Fault = UnknownKey | Misplaced

/** True if a fault is a property that the schema does not name. */
export const isUnknownKey = (fault: Fault): fault is UnknownKey => 'key' in fault

/** The result of a walk. */
export interface Walked {
  /** The value without its unknown keys; the very same value if nothing had to change. */
  readonly value: unknown
  readonly faults: readonly Fault[]
}

/** The options of a walk. */
export interface WalkOptions {
  /**
   * Parse a string that contains JSON if the schema accepts an object or array and not a string,
   * down to this many levels.
   */
  readonly repairDepth?: number | undefined
  /** Remove `null` from an optional property that does not accept it. */
  readonly dropsNulls?: boolean | undefined
}

type Keys = readonly PropertyKey[]

/** Goes through a value along its JSON Schema and removes the properties that it does not name. */
export function walk(root: JsonSchema, value: unknown, options: WalkOptions = {}): Walked {
  const walker = new Walker(root, options)
  return { value: walker.visit(root, value, []), faults: walker.faults }
}

/** A branch of a union, and how badly it fits. */
interface Attempt {
  readonly value: unknown
  readonly faults: readonly Fault[]
  readonly score: number
}

class Walker {
  readonly faults: Fault[] = []
  readonly #root: JsonSchema
  readonly #repairDepth: number
  readonly #dropsNulls: boolean

  constructor(root: JsonSchema, { repairDepth = 0, dropsNulls = false }: WalkOptions) {
    this.#root = root
    this.#repairDepth = repairDepth
    this.#dropsNulls = dropsNulls
  }

  visit(schema: JsonSchema, given: unknown, path: Keys): unknown {
    const target = deref(schema, this.#root)
    let value = given
    if (typeof given === 'string') value = this.#repair(target, given, path)
    if (typeof value !== 'object' || value === null) return value
    if (target[parametersKeyword] === true) return value
    if (!fitsType(target, value, this.#root)) {
      this.faults.push({ path })
      return value
    }
    const branches = target.anyOf ?? target.oneOf
    if (branches !== undefined) return this.#visitBranches(branches, value, path)
    if (Array.isArray(value)) return this.#visitItems(target, value, path)
    if (isRecord(value)) return this.#visitMembers(target, value, path)
    return value
  }

  #visitItems(schema: JsonSchema, items: readonly unknown[], path: Keys): unknown {
    const visited = items.map((item, index) => {
      const ofItem = itemSchema(schema, index)
      if (ofItem === undefined) return item
      return this.visit(ofItem, item, [...path, index])
    })
    const isSame = visited.every((item, index) => Object.is(item, items[index]))
    return isSame ? items : visited
  }

  #visitMembers(
    schema: JsonSchema,
    members: Readonly<Record<string, unknown>>,
    path: Keys,
  ): unknown {
    const view = viewObject(schema, this.#root)
    const { properties, closed, rest } = view
    const kept: [string, unknown][] = []
    let isChanged = false
    for (const [key, member] of Object.entries(members)) {
      if (this.#dropsNulls && member === null && meansAbsent(key, view, this.#root)) {
        isChanged = true
        continue
      }
      const isNamed = Object.hasOwn(properties, key)
      const ofMember = isNamed ? properties[key] : (patternFor(schema, key) ?? rest)
      if (ofMember !== undefined) {
        const visited = this.visit(ofMember, member, [...path, key])
        isChanged ||= !Object.is(visited, member)
        kept.push([key, visited])
      } else if (closed) {
        this.faults.push({ path, key, known: Object.keys(properties) })
        isChanged = true
      } else kept.push([key, member])
    }
    return isChanged ? Object.fromEntries(kept) : members
  }

  /**
   * A union fits if one branch fits that the value could be. Else the faults of the branch with the
   * fewest are reported.
   */
  #visitBranches(branches: readonly JsonSchema[], value: object, path: Keys): unknown {
    let best: Attempt | undefined
    for (const branch of branches) {
      if (!couldBe(deref(branch, this.#root), value, this.#root)) continue
      const attempt = this.#attempt(branch, value, path)
      if (attempt.score === 0) return attempt.value
      if (best === undefined || attempt.score < best.score) best = attempt
    }
    if (best === undefined) return value
    // Not by spreading: a hostile value has more faults than a call takes arguments.
    for (const fault of best.faults) this.faults.push(fault)
    return best.value
  }

  #attempt(branch: JsonSchema, value: object, path: Keys): Attempt {
    const start = this.faults.length
    const visited = this.visit(branch, value, path)
    const faults = this.faults.splice(start)
    const misfits = countMisfits(deref(branch, this.#root), visited, this.#root)
    return { value: visited, faults, score: faults.length + misfits }
  }

  /** Parses a string if only the object or array that it contains is accepted. */
  #repair(schema: JsonSchema, text: string, path: Keys): unknown {
    const depth = this.#repairDepth - path.length
    if (depth <= 0) return text
    const types = acceptedTypes(schema, this.#root)
    if (types.has('string') || types.has('any')) return text
    if (!types.has('object') && !types.has('array')) return text
    try {
      const parsed: unknown = JSON.parse(text)
      if (typeof parsed !== 'object' || parsed === null) return text
      if (!types.has(typeOf(parsed)) || isDeeperThan(parsed, depth)) return text
      return parsed
    } catch {
      return text
    }
  }
}

/** Returns the schema of one item of an array, if there is one. */
export function itemSchema(
  { prefixItems, items }: JsonSchema,
  index: number,
): JsonSchema | undefined {
  const first = prefixItems?.[index]
  if (first !== undefined) return first
  return typeof items === 'object' ? items : undefined
}

/** Returns the branch of a union that a value could be; the schema itself if it has no branches. */
export function branchFor(schema: JsonSchema, value: unknown, root: JsonSchema): JsonSchema {
  const target = deref(schema, root)
  const branches = target.anyOf ?? target.oneOf
  const branch = branches?.find((one) => couldBe(deref(one, root), value, root))
  if (branch === undefined) return target
  return branchFor(branch, value, root)
}

/**
 * True if the root type and the constant properties of a schema allow a value; that is enough to
 * choose a branch of a union.
 */
function couldBe(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const types = typesOf(schema)
  if (types.length > 0 && !types.includes(typeOf(value))) return false
  if (!isRecord(value)) return true
  const view = viewObject(schema, root)
  return Object.entries(view.properties).every(([key, member]) => {
    if (!Object.hasOwn(value, key)) return true
    if (value[key] === null && meansAbsent(key, view, root)) return true
    const { const: only, enum: several } = deref(member, root)
    if (only !== undefined) return value[key] === only
    return several === undefined || several.includes(value[key])
  })
}

/** True if `null` for a property can only mean that it is not given. */
function meansAbsent(key: string, { properties, required }: ObjectView, root: JsonSchema): boolean {
  if (!Object.hasOwn(properties, key) || required.includes(key)) return false
  return !fitsType(properties[key] ?? {}, null, root)
}

/** Counts the properties of a value that have another type than the schema names. */
function countMisfits(schema: JsonSchema, value: unknown, root: JsonSchema): number {
  if (!isRecord(value)) return 0
  const { properties } = viewObject(schema, root)
  const given = Object.entries(properties).filter(([key]) => Object.hasOwn(value, key))
  return given.filter(([key, member]) => !fitsType(member, value[key], root)).length
}

/** True if a value has a type that the schema accepts at its root. */
export function fitsType(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const types = acceptedTypes(schema, root)
  if (types.has('any') || types.has(typeOf(value))) return true
  return types.has('integer') && Number.isInteger(value)
}

const patternFor = ({ patternProperties = {} }: JsonSchema, key: string): JsonSchema | undefined =>
  Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(key))?.[1]

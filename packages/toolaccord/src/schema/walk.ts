import { isDeeperThan, isRecord } from '../json/json.ts'
import { type JsonSchema, parametersKeyword, typesOf } from './json-schema.ts'
import { deref, viewObject } from './object-view.ts'

/** A member that the schema does not name. */
export interface UnknownKey {
  readonly path: readonly PropertyKey[]
  readonly key: string
  readonly known: readonly string[]
}

/** A list where the schema takes an object or the other way round; not every library minds. */
export interface Misplaced {
  readonly path: readonly PropertyKey[]
}

export type Fault = UnknownKey | Misplaced

export const isUnknownKey = (fault: Fault): fault is UnknownKey => 'key' in fault

export interface Walked {
  /** The value less its unknown keys; the very same value when nothing had to change. */
  readonly value: unknown
  readonly faults: readonly Fault[]
}

export interface WalkOptions {
  /**
   * Parse a string that holds JSON where the schema wants an object or array and no string, down to
   * this many levels.
   */
  readonly repairDepth?: number
}

/** Goes through a value along its JSON Schema and takes out what the schema does not name. */
export function walk(
  root: JsonSchema,
  value: unknown,
  { repairDepth = 0 }: WalkOptions = {},
): Walked {
  const faults: Fault[] = []
  return { value: visit(root, value, []), faults }

  function visit(schema: JsonSchema, given: unknown, path: readonly PropertyKey[]): unknown {
    const target = deref(schema, root)
    const value =
      typeof given === 'string' && repairDepth > path.length
        ? repair(target, given, root, repairDepth - path.length)
        : given
    if (typeof value !== 'object' || value === null || target[parametersKeyword] === true)
      return value
    if (!fitsType(target, value, root)) {
      faults.push({ path })
      return value
    }
    const branches = target.anyOf ?? target.oneOf
    if (branches !== undefined) return visitBranches(branches, value, path)
    if (Array.isArray(value)) return visitItems(target, value, path)
    return isRecord(value) ? visitMembers(target, value, path) : value
  }

  function visitItems(
    schema: JsonSchema,
    items: readonly unknown[],
    path: readonly PropertyKey[],
  ): unknown {
    const rest = typeof schema.items === 'object' ? schema.items : undefined
    const visited = items.map((item, index) => {
      const itemSchema = schema.prefixItems?.[index] ?? rest
      return itemSchema === undefined ? item : visit(itemSchema, item, [...path, index])
    })
    return visited.every((item, index) => Object.is(item, items[index])) ? items : visited
  }

  function visitMembers(
    schema: JsonSchema,
    members: Readonly<Record<string, unknown>>,
    path: readonly PropertyKey[],
  ): unknown {
    const { properties, closed, rest } = viewObject(schema, root)
    const kept: [string, unknown][] = []
    let changed = false
    for (const [key, member] of Object.entries(members)) {
      const memberSchema = Object.hasOwn(properties, key)
        ? properties[key]
        : (patternFor(schema, key) ?? rest)
      if (memberSchema === undefined && closed) {
        faults.push({ path, key, known: Object.keys(properties) })
        changed = true
        continue
      }
      const visited =
        memberSchema === undefined ? member : visit(memberSchema, member, [...path, key])
      changed ||= !Object.is(visited, member)
      kept.push([key, visited])
    }
    return changed ? Object.fromEntries(kept) : members
  }

  /**
   * A union fits if one branch that could be meant fits; else the branch with the fewest faults is
   * reported.
   */
  function visitBranches(
    branches: readonly JsonSchema[],
    value: object,
    path: readonly PropertyKey[],
  ): unknown {
    const start = faults.length
    let best:
      | { readonly value: unknown; readonly found: readonly Fault[]; readonly score: number }
      | undefined
    for (const branch of branches) {
      if (!couldBe(deref(branch, root), value, root)) continue
      const visited = visit(branch, value, path)
      const found = faults.splice(start)
      const score = found.length + countMisfits(deref(branch, root), visited, root)
      if (score === 0) return visited
      if (best === undefined || score < best.score) best = { value: visited, found, score }
    }
    if (best === undefined) return value
    // Not by spreading: a hostile value has more faults than a call takes arguments.
    for (const fault of best.found) faults.push(fault)
    return best.value
  }
}

/** The branch of a union that a value could be meant as; the schema itself where it is no union. */
export function branchFor(schema: JsonSchema, value: unknown, root: JsonSchema): JsonSchema {
  const target = deref(schema, root)
  const branch = (target.anyOf ?? target.oneOf)?.find((one) =>
    couldBe(deref(one, root), value, root),
  )
  return branch === undefined ? target : branchFor(branch, value, root)
}

/**
 * Whether the root type and the constant members of a schema allow a value; enough to tell the
 * branches of a union apart.
 */
function couldBe(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const types = typesOf(schema)
  if (types.length > 0 && !types.includes(typeOf(value))) return false
  if (!isRecord(value)) return true
  return Object.entries(viewObject(schema, root).properties).every(([key, member]) => {
    const { const: only, enum: several } = deref(member, root)
    if (!Object.hasOwn(value, key)) return true
    return only !== undefined
      ? value[key] === only
      : several === undefined || several.includes(value[key])
  })
}

/** How many members of a value have another type than the schema names. */
function countMisfits(schema: JsonSchema, value: unknown, root: JsonSchema): number {
  if (!isRecord(value)) return 0
  const members = Object.entries(viewObject(schema, root).properties).filter(([key]) =>
    Object.hasOwn(value, key),
  )
  return members.filter(([key, member]) => !fitsType(member, value[key], root)).length
}

/** Whether a value has a type that the schema takes at its root. */
export function fitsType(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const types = acceptedTypes(schema, root)
  return (
    types.has('any') ||
    types.has(typeOf(value)) ||
    (types.has('integer') && Number.isInteger(value))
  )
}

/** The JSON type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

const patternFor = ({ patternProperties = {} }: JsonSchema, key: string): JsonSchema | undefined =>
  Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(key))?.[1]

function repair(schema: JsonSchema, text: string, root: JsonSchema, depth: number): unknown {
  const types = acceptedTypes(schema, root)
  if (types.has('string') || types.has('any') || !(types.has('object') || types.has('array')))
    return text
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' &&
      parsed !== null &&
      types.has(typeOf(parsed)) &&
      !isDeeperThan(parsed, depth)
      ? parsed
      : text
  } catch {
    return text
  }
}

/** Every JSON type that a schema takes at its root; `any` when it does not say. */
export function acceptedTypes(schema: JsonSchema, root: JsonSchema): ReadonlySet<string> {
  const target = deref(schema, root)
  const types = typesOf(target)
  if (types.length > 0) return new Set(types)
  if (target.const !== undefined) return new Set([typeOf(target.const)])
  if (target.enum !== undefined) return new Set(target.enum.map(typeOf))
  const branches = target.anyOf ?? target.oneOf ?? target.allOf
  if (branches === undefined) return new Set([target.properties === undefined ? 'any' : 'object'])
  return new Set(branches.flatMap((branch) => [...acceptedTypes(branch, root)]))
}

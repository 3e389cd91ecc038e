import { isRecord } from '../json.ts'
import { type JsonSchema, typesOf } from './json-schema.ts'
import { deref, viewObject } from './object-view.ts'

/** A member that the schema does not name. */
export interface UnknownKey {
  readonly path: readonly PropertyKey[]
  readonly key: string
  readonly known: readonly string[]
}

export interface Walked {
  /** The value less its unknown keys; the very same value when nothing had to change. */
  readonly value: unknown
  readonly unknown: readonly UnknownKey[]
}

export interface WalkOptions {
  /** Parse a string that holds JSON where the schema wants an object or array and no string. */
  readonly repair: boolean
}

/** Goes through a value along its JSON Schema and takes out what the schema does not name. */
export function walk(root: JsonSchema, value: unknown, options: WalkOptions): Walked {
  const unknown: UnknownKey[] = []
  return { value: visit(root, value, []), unknown }

  function visit(schema: JsonSchema, given: unknown, path: readonly PropertyKey[]): unknown {
    const target = deref(schema, root)
    const value = options.repair && typeof given === 'string' ? repair(target, given, root) : given
    const branches = target.anyOf ?? target.oneOf
    if (branches !== undefined && typeof value === 'object' && value !== null) return visitBranches(branches, value, path)
    if (Array.isArray(value)) return visitItems(target, value, path)
    return isRecord(value) ? visitMembers(target, value, path) : value
  }

  function visitItems(schema: JsonSchema, items: readonly unknown[], path: readonly PropertyKey[]): unknown {
    const rest = typeof schema.items === 'object' ? schema.items : undefined
    const visited = items.map((item, index) => {
      const itemSchema = schema.prefixItems?.[index] ?? rest
      return itemSchema === undefined ? item : visit(itemSchema, item, [...path, index])
    })
    return visited.every((item, index) => item === items[index]) ? items : visited
  }

  function visitMembers(schema: JsonSchema, members: Record<string, unknown>, path: readonly PropertyKey[]): unknown {
    const { properties, closed, rest } = viewObject(schema, root)
    const kept: [string, unknown][] = []
    let changed = false
    for (const [key, member] of Object.entries(members)) {
      const memberSchema = Object.hasOwn(properties, key) ? properties[key] : rest
      if (memberSchema === undefined && closed && !matchesPattern(schema, key)) {
        unknown.push({ path, key, known: Object.keys(properties) })
        changed = true
        continue
      }
      const visited = memberSchema === undefined ? member : visit(memberSchema, member, [...path, key])
      changed ||= visited !== member
      kept.push([key, visited])
    }
    return changed ? Object.fromEntries(kept) : members
  }

  /** A union fits if one branch that could be meant fits; else the branch with the fewest unknown keys is reported. */
  function visitBranches(branches: readonly JsonSchema[], value: object, path: readonly PropertyKey[]): unknown {
    const start = unknown.length
    let best: { readonly value: unknown; readonly found: readonly UnknownKey[] } | undefined
    for (const branch of branches) {
      if (!couldBe(deref(branch, root), value, root)) continue
      const visited = visit(branch, value, path)
      const found = unknown.splice(start)
      if (found.length === 0) return visited
      if (best === undefined || found.length < best.found.length) best = { value: visited, found }
    }
    unknown.push(...(best?.found ?? []))
    return best === undefined ? value : best.value
  }
}

/** Whether the root type and the constant members of a schema allow a value; enough to tell the branches of a union apart. */
function couldBe(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const types = typesOf(schema)
  if (types.length > 0 && !types.includes(typeOf(value))) return false
  if (!isRecord(value)) return true
  return Object.entries(viewObject(schema, root).properties).every(([key, member]) => {
    const { const: only, enum: several } = deref(member, root)
    if (!Object.hasOwn(value, key)) return true
    return only !== undefined ? value[key] === only : several === undefined || several.includes(value[key])
  })
}

/** The JSON type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

const matchesPattern = ({ patternProperties }: JsonSchema, key: string): boolean =>
  isRecord(patternProperties) && Object.keys(patternProperties).some((pattern) => new RegExp(pattern, 'u').test(key))

function repair(schema: JsonSchema, text: string, root: JsonSchema): unknown {
  const types = acceptedTypes(schema, root)
  if (types.has('string') || types.has('any') || !(types.has('object') || types.has('array'))) return text
  try {
    const parsed: unknown = JSON.parse(text)
    return types.has(typeOf(parsed)) ? parsed : text
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

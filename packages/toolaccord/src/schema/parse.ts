import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isRecord, toPath } from '../json.ts'
import { nearest } from '../nearest.ts'
import { describeSchema } from './describe-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { deref, viewObject } from './object-view.ts'
import type { Schema } from './schema.ts'
import { type UnknownKey, acceptedTypes, typeOf, walk } from './walk.ts'

/** One thing about an input that its schema does not accept. */
export interface InputIssue {
  readonly reason: 'missing_argument' | 'malformed_input' | 'invalid_argument'
  readonly message: string
  readonly path?: string
  readonly hint?: string
}

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly issues: readonly InputIssue[] }

/** Arguments against the schema of a tool: strings that hold JSON repaired, unknown keys refused by name, the rest validated. */
export async function parseInput(schema: Schema, shown: JsonSchema, args: unknown): Promise<Parsed> {
  const { value, unknown } = walk(shown, args, { repair: true })
  const result = await schema['~standard'].validate(value)
  const issues = [...unknown.map(unknownIssue), ...(result.issues ?? []).map((issue) => invalidIssue(issue, value, shown))]
  return issues.length > 0 || result.issues ? { ok: false, issues } : { ok: true, value: result.value }
}

/** What a tool returned against its output schema: parsed, and less what the schema does not name. */
export async function parseOutput(schema: Schema, shown: JsonSchema, data: unknown): Promise<Parsed> {
  const result = await schema['~standard'].validate(data)
  if (result.issues) return { ok: false, issues: result.issues.map((issue) => invalidIssue(issue, data, shown)) }
  const fault = nonJson(result.value, [])
  if (fault !== undefined) return { ok: false, issues: [{ reason: 'malformed_input', message: `'${toPath(fault)}' is not JSON.` }] }
  return { ok: true, value: walk(shown, result.value, { repair: false }).value }
}

function unknownIssue({ path, key, known }: UnknownKey): InputIssue {
  const where = path.length === 0 ? 'argument' : 'key'
  const close = nearest(key, known)
  const accepted = known.length === 0 ? 'It takes none.' : `Accepted: ${known.join(', ')}.`
  return {
    reason: 'invalid_argument',
    message: `Unknown ${where} '${clip(key)}'.`,
    path: toPath([...path, clip(key)]),
    hint: close === undefined ? accepted : `Did you mean '${close}'? ${accepted}`,
  }
}

function invalidIssue(issue: StandardSchemaV1.Issue, root: unknown, shown: JsonSchema): InputIssue {
  const keys = (issue.path ?? []).map((segment) => (typeof segment === 'object' ? segment.key : segment))
  const [given, schema] = [valueAt(root, keys), schemaAt(shown, keys)]
  const path = toPath(keys)
  const place = path === '' ? {} : { path }
  const accepted = schema === undefined ? undefined : describeSchema(schema, shown)
  const hint = accepted === undefined ? {} : { hint: `Accepted: ${accepted}.` }
  if (given === undefined) return { reason: 'missing_argument', message: `Missing required argument '${path}'.`, ...place, ...hint }
  if (schema !== undefined && !fitsType(schema, given, shown)) {
    return { reason: 'malformed_input', message: `'${path}' must be ${accepted}, not ${nameType(given)}.`, ...place, ...hint }
  }
  return { reason: 'invalid_argument', message: path === '' ? sentence(issue.message) : `'${path}': ${sentence(issue.message)}`, ...place, ...hint }
}

function fitsType(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const types = acceptedTypes(schema, root)
  return types.has('any') || types.has(typeOf(value)) || (types.has('integer') && Number.isInteger(value))
}

function nameType(value: unknown): string {
  const type = typeOf(value)
  return type === 'null' ? type : type === 'array' ? 'a list' : type === 'object' ? 'an object' : `a ${type}`
}

const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)

/** Names come from callers and may be as long as the body limit allows. */
const clip = (name: string) => (name.length <= 64 ? name : `${name.slice(0, 63)}…`)

function valueAt(root: unknown, keys: readonly PropertyKey[]): unknown {
  let value = root
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    // The cast reads one own member that the line above has shown to exist.
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

function schemaAt(root: JsonSchema, keys: readonly PropertyKey[]): JsonSchema | undefined {
  let schema: JsonSchema | undefined = root
  for (const key of keys) {
    if (schema === undefined) return undefined
    const target = deref(schema, root)
    const { properties, rest }: ReturnType<typeof viewObject> = viewObject(target, root)
    if (typeof key === 'number') schema = target.prefixItems?.[key] ?? (typeof target.items === 'object' ? target.items : undefined)
    else schema = Object.hasOwn(properties, String(key)) ? properties[String(key)] : rest
  }
  return schema
}

/** Where a value holds something that JSON cannot, or nests without end; undefined when nowhere. */
function nonJson(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] | undefined {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol' || path.length > 256) return path
  if (Array.isArray(value)) return firstFault(value.entries(), path)
  return isRecord(value) ? firstFault(Object.entries(value), path) : undefined
}

function firstFault(members: Iterable<readonly [PropertyKey, unknown]>, path: readonly PropertyKey[]): readonly PropertyKey[] | undefined {
  for (const [key, member] of members) {
    const fault = typeof member === 'object' || typeof member === 'bigint' || typeof member === 'function' ? nonJson(member, [...path, key]) : undefined
    if (fault !== undefined) return fault
  }
  return undefined
}

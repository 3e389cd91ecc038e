import type { StandardSchemaV1 } from '@standard-schema/spec'
import { clip, toPath } from '../json/json.ts'
import { nearest } from '../names/nearest.ts'
import { describeSchema } from './describe-schema.ts'
import { type JsonSchema, parametersKeyword } from './json-schema.ts'
import { viewObject } from './object-view.ts'
import { type Fault, type UnknownKey, branchFor, fitsType, isUnknownKey, typeOf } from './walk.ts'

/** One thing about an input that its schema does not accept. */
export interface InputIssue {
  readonly reason: 'missing_argument' | 'malformed_input' | 'invalid_argument'
  readonly message: string
  readonly path?: string
  readonly hint?: string
}

/** What walking a value along its schema found, in words. */
export const fromFault = (fault: Fault, root: unknown, shown: JsonSchema): InputIssue =>
  isUnknownKey(fault) ? unknownIssue(fault) : invalidIssue('', fault.path, root, shown)

/** What a library found, in words that are the same for every library. */
export const fromLibrary = (
  issue: StandardSchemaV1.Issue,
  root: unknown,
  shown: JsonSchema,
): InputIssue => invalidIssue(issue.message, keysOf(issue), root, shown)

/** The place of a library's issue. */
export const keysOf = ({ path = [] }: StandardSchemaV1.Issue): readonly PropertyKey[] =>
  path.map((segment) => (typeof segment === 'object' ? segment.key : segment))

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

function invalidIssue(
  message: string,
  keys: readonly PropertyKey[],
  root: unknown,
  shown: JsonSchema,
): InputIssue {
  const { given, schema, optional } = keys.reduce<Place>(
    (place, key) => memberOf(place, key, shown),
    { given: root, schema: shown },
  )
  const path = toPath(keys)
  const place = path === '' ? {} : { path }
  if (takesParameters(shown, keys))
    return {
      reason: given === undefined ? 'missing_argument' : 'invalid_argument',
      message,
      ...place,
    }
  const accepted = schema === undefined ? undefined : describeSchema(schema, shown)
  const more = { ...place, ...(accepted !== undefined && { hint: `Accepted: ${accepted}.` }) }
  if (given === undefined && !optional && path !== '')
    return { reason: 'missing_argument', message: `Missing required argument '${path}'.`, ...more }
  if (given !== undefined && schema !== undefined && !fitsType(schema, given, shown)) {
    return {
      reason: 'malformed_input',
      message: `'${path}' must be ${accepted}, not ${nameType(given)}.`,
      ...more,
    }
  }
  return {
    reason: 'invalid_argument',
    message: path === '' ? sentence(message) : `'${path}': ${sentence(message)}`,
    ...more,
  }
}

/** A parameter set says what is wrong, and what it expects, in its own words. */
const takesParameters = (shown: JsonSchema, [argument]: readonly PropertyKey[]): boolean =>
  typeof argument === 'string' &&
  viewObject(shown, shown).properties[argument]?.[parametersKeyword] === true

function nameType(value: unknown): string {
  const type = typeOf(value)
  return type === 'null'
    ? type
    : type === 'array'
      ? 'a list'
      : type === 'object'
        ? 'an object'
        : `a ${type}`
}

const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)

/** What was given at a place, and what the schema says about it. */
interface Place {
  readonly given: unknown
  readonly schema?: JsonSchema
  readonly optional?: boolean
}

function memberOf({ given: parent, schema }: Place, key: PropertyKey, root: JsonSchema): Place {
  const given = ownMember(parent, key)
  if (schema === undefined) return { given }
  const target = branchFor(schema, parent, root)
  if (typeof key === 'number')
    return {
      given,
      schema:
        target.prefixItems?.[key] ?? (typeof target.items === 'object' ? target.items : undefined),
    }
  const { properties, required, rest } = viewObject(target, root)
  const name = String(key)
  return Object.hasOwn(properties, name)
    ? { given, schema: properties[name], optional: !required.includes(name) }
    : { given, schema: rest }
}

function ownMember(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  // The cast reads one own member that the line above has shown to exist.
  return (value as Record<PropertyKey, unknown>)[key]
}

import type { StandardSchemaV1 } from '@standard-schema/spec'
import { clip, toPath } from '../json/json.ts'
import { nearest } from '../names/nearest.ts'
import { anyValue, describeSchema } from './describe-schema.ts'
import { type JsonSchema, parametersKeyword, typeOf, viewObject } from './json-schema.ts'
import {
  type Fault,
  type UnknownKey,
  branchFor,
  fitsType,
  isUnknownKey,
  itemSchema,
} from './walk.ts'

/** One reason why a schema does not accept an input. */
export interface InputIssue {
  readonly reason: 'missing_argument' | 'wrong_type' | 'malformed_input' | 'invalid_argument'
  readonly message: string
  readonly path?: string | undefined
  readonly hint?: string | undefined
}

/** An input, and the JSON Schema that callers see. */
export interface ShownInput {
  readonly value: unknown
  readonly shown: JsonSchema
  /** True for the data of a tool, which has no arguments. Default: false. */
  readonly isOutput?: boolean
}

/** Describes a fault that walking a value along its schema found. */
export function inputIssueFromFault(fault: Fault, input: ShownInput): InputIssue {
  if (isUnknownKey(fault)) return unknownIssue(fault)
  return invalidIssue('', fault.path, input)
}

/** Describes an issue that a library found, in words that are the same for every library. */
export const inputIssueFromLibrary = (
  issue: StandardSchemaV1.Issue,
  input: ShownInput,
): InputIssue => invalidIssue(issue.message, keysOf(issue), input)

/** Returns the keys that lead to the place of a library's issue. */
export const keysOf = ({ path = [] }: StandardSchemaV1.Issue): readonly PropertyKey[] =>
  path.map((segment) => (typeof segment === 'object' ? segment.key : segment))

/**
 * Says what is wrong with one place of a value, in the words in which arguments are refused. For
 * documents that a tool checks itself; `schema` is a JSON Schema of what is accepted.
 *
 * @example
 *   const schema = { type: 'object', properties: { pages: { type: 'integer' } } }
 *   const issue = { message: 'Invalid input', path: ['pages'] }
 *   describeIssue(issue, { value: { pages: 'ten' }, schema }).hint // → 'Accepted: integer.'
 */
export function describeIssue(
  issue: StandardSchemaV1.Issue,
  { value, schema }: { readonly value: unknown; readonly schema: object },
): InputIssue {
  // The cast takes a JSON Schema from any library: their types of it are not assignable.
  return inputIssueFromLibrary(issue, { value, shown: schema as JsonSchema })
}

function unknownIssue({ path, key, known }: UnknownKey): InputIssue {
  const where = path.length === 0 ? 'argument' : 'key'
  return {
    reason: 'invalid_argument',
    message: `Unknown ${where} '${clip(key)}'.`,
    path: toPath([...path, clip(key)]),
    hint: hintForUnknown(key, known),
  }
}

function hintForUnknown(key: string, known: readonly string[]): string {
  if (known.length === 0) return 'It takes none.'
  const accepted = `Accepted: ${known.join(', ')}.`
  const close = nearest(key, known)
  if (close === undefined) return accepted
  return `Did you mean '${close}'? ${accepted}`
}

function invalidIssue(
  said: string,
  keys: readonly PropertyKey[],
  { value, shown, isOutput = false }: ShownInput,
): InputIssue {
  const { given, schema, optional } = findPlace(keys, { value, shown })
  const path = toPath(keys) || undefined
  const isMissing = given === undefined
  if (takesParameters(shown, keys))
    return { reason: isMissing ? 'missing_argument' : 'invalid_argument', message: said, path }
  const accepted = schema && describeSchema(schema, shown)
  // A check beyond the schema has refused what the schema would take, and says why itself.
  const hint = accepted && accepted !== anyValue ? `Accepted: ${accepted}.` : undefined
  if (isMissing && !optional && path !== undefined)
    return {
      reason: 'missing_argument',
      message: isOutput ? `The data lacks '${path}'.` : `Missing required argument '${path}'.`,
      path,
      hint,
    }
  if (!isMissing && schema !== undefined && !fitsType(schema, given, shown)) {
    const whole = isOutput ? 'The data' : 'The input'
    const where = path === undefined ? whole : `'${path}'`
    const message = `${where} must be ${accepted}, not ${nameType(given)}.`
    return { reason: 'wrong_type', message, path, hint }
  }
  return { reason: 'invalid_argument', message: toSentence(said, path), path, hint }
}

/** A parameter set says in its own words what is wrong and what it expects. */
const takesParameters = (shown: JsonSchema, [argument]: readonly PropertyKey[]): boolean =>
  typeof argument === 'string' &&
  viewObject(shown, shown).properties[argument]?.[parametersKeyword] === true

function nameType(value: unknown): string {
  const type = typeOf(value)
  if (type === 'null') return type
  if (type === 'array') return 'an array'
  if (type === 'object') return 'an object'
  return `a ${type}`
}

function toSentence(said: string, path: string | undefined): string {
  const sentence = /[.!?]$/.test(said) ? said : `${said}.`
  if (path === undefined) return sentence
  return `'${path}': ${sentence}`
}

/** The value at a place of the input, and the rules of the schema for it. */
interface Place {
  readonly given: unknown
  readonly schema?: JsonSchema | undefined
  readonly optional?: boolean
}

function findPlace(keys: readonly PropertyKey[], { value, shown }: ShownInput): Place {
  let place: Place = { given: value, schema: shown }
  for (const key of keys) place = memberOf(place, key, shown)
  return place
}

function memberOf({ given: parent, schema }: Place, key: PropertyKey, root: JsonSchema): Place {
  const given = ownMember(parent, key)
  if (schema === undefined) return { given }
  const target = branchFor(schema, parent, root)
  if (typeof key === 'number') return { given, schema: itemSchema(target, key) }
  const { properties, required, rest } = viewObject(target, root)
  const name = String(key)
  if (!Object.hasOwn(properties, name)) return { given, schema: rest }
  return { given, schema: properties[name], optional: !required.includes(name) }
}

function ownMember(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  // The cast reads one own property that the line above has shown to exist.
  return (value as Record<PropertyKey, unknown>)[key]
}

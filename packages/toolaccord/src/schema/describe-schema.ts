import { describeFormat, findFormat } from './formats.ts'
import type { JsonSchema } from './json-schema.ts'
import { deref } from './json-schema.ts'
import { acceptedTypes } from './json-schema.ts'
import { viewObject } from './json-schema.ts'

/** Levels of nested objects and arrays that are described. */
const maxDepth = 2

/** What a schema without any rule accepts. */
export const anyValue = 'any JSON value'

/** Says what a schema accepts: `integer from 1 to 50`, `'a' or 'b'`, `array of string`. */
export function describeSchema(schema: JsonSchema, root: JsonSchema = schema, depth = 0): string {
  const target = deref(schema, root)
  if (target.const !== undefined) return quote(target.const)
  if (target.enum !== undefined) return oneOf(target.enum.map(quote))
  const branches = target.anyOf ?? target.oneOf
  if (branches !== undefined)
    return oneOf([...new Set(branches.map((branch) => describeSchema(branch, root, depth)))])
  const types = acceptedTypes(target, root)
  if (types.has('any')) return anyValue
  return oneOf([...types].map((type) => describeType(type, target, root, depth)))
}

function describeType(type: string, schema: JsonSchema, root: JsonSchema, depth: number): string {
  if (type === 'string') return describeString(schema)
  if (type === 'number' || type === 'integer') return joinWords(type, describeRange(schema))
  if (type === 'boolean') return 'true or false'
  if (type === 'array') return describeArray(schema, root, depth)
  if (type === 'object') return describeObject(schema, root, depth)
  return type
}

function describeString(schema: JsonSchema): string {
  const { format, minLength, maxLength, pattern } = schema
  const length = counted(minLength, maxLength, 'character')
  if (format !== undefined) return describeFormatted(format, pattern) + length
  if (pattern !== undefined) return `string${length} matching ${pattern}`
  return `string${length}`
}

/** A format says in a few words what the pattern beside it says in a line. */
function describeFormatted(name: string, pattern: string | undefined): string {
  const format = findFormat(name)
  if (format !== undefined) return describeFormat(format)
  return pattern === undefined ? `string of the format ${name}` : `string matching ${pattern}`
}

function describeArray(schema: JsonSchema, root: JsonSchema, depth: number): string {
  const count = counted(schema.minItems, schema.maxItems, 'item')
  if (depth >= maxDepth) return `array${count}`
  const { items, prefixItems = [] } = schema
  const ofItems = typeof items === 'object' ? [...prefixItems, items] : prefixItems
  if (ofItems.length === 0) return `array${count}`
  const words = ofItems.map((item) => describeSchema(item, root, depth + 1))
  return `array of ${oneOf([...new Set(words.map(withoutArticle))])}${count}`
}

const withoutArticle = (words: string) => words.replace(/^an? /, '')

function describeObject(schema: JsonSchema, root: JsonSchema, depth: number): string {
  const { properties, required } = viewObject(schema, root)
  const names = Object.keys(properties)
  if (names.length === 0 || depth >= maxDepth) return 'object'
  const marked = names.map((name) => (required.includes(name) ? name : `${name}?`))
  return `object { ${marked.join(', ')} }`
}

function counted(min: number | undefined, max: number | undefined, unit: string): string {
  const units = (count: number) => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`)
  const hasMin = min !== undefined && min !== 0
  if (hasMin && min === max) return ` (${units(min)})`
  if (hasMin && max !== undefined) return ` (${min} to ${units(max)})`
  if (hasMin) return ` (at least ${units(min)})`
  if (max !== undefined) return ` (at most ${units(max)})`
  return ''
}

/** Says between which numbers a value must be; the empty string if the schema does not say. */
export function describeRange(schema: JsonSchema): string {
  const { minimum: low, maximum: high, exclusiveMinimum: over, exclusiveMaximum: under } = schema
  if (isBound(low) && isBound(high)) return `from ${low} to ${high}`
  const bounds: string[] = []
  if (over !== undefined) bounds.push(`over ${over}`)
  if (isBound(low)) bounds.push(`at least ${low}`)
  if (under !== undefined) bounds.push(`under ${under}`)
  if (isBound(high)) bounds.push(`at most ${high}`)
  return bounds.join(' and ')
}

/** Safe integers are how schema libraries write "no bound" on an integer. */
const isBound = (bound: number | undefined): boolean =>
  bound !== undefined && Math.abs(bound) !== Number.MAX_SAFE_INTEGER

function quote(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  return JSON.stringify(value)
}

function joinWords(word: string, more: string): string {
  if (more === '') return word
  return `${word} ${more}`
}

function oneOf(words: readonly string[]): string {
  if (words.length < 3) return words.join(' or ')
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

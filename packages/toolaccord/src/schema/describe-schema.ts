import type { JsonSchema } from './json-schema.ts'
import { deref, viewObject } from './object-view.ts'
import { acceptedTypes } from './walk.ts'

/** What a schema accepts, in words: `integer from 1 to 50`, `'a' or 'b'`, `list of strings`. */
export function describeSchema(schema: JsonSchema, root: JsonSchema = schema, depth = 0): string {
  const target = deref(schema, root)
  if (target.const !== undefined) return quote(target.const)
  if (target.enum !== undefined) return oneOf(target.enum.map(quote))
  const branches = target.anyOf ?? target.oneOf
  if (branches !== undefined)
    return oneOf([...new Set(branches.map((branch) => describeSchema(branch, root, depth)))])
  const types = acceptedTypes(target, root)
  return types.has('any')
    ? 'any JSON value'
    : oneOf([...types].map((type) => describeType(type, target, root, depth)))
}

function describeType(type: string, schema: JsonSchema, root: JsonSchema, depth: number): string {
  if (type === 'string')
    return [schema.format ?? 'string', length(schema)].filter(Boolean).join(' ')
  if (type === 'number' || type === 'integer')
    return [type, range(schema)].filter(Boolean).join(' ')
  if (type === 'boolean') return 'true or false'
  if (type === 'array') return describeList(schema, root, depth)
  if (type === 'object') return describeObject(schema, root, depth)
  return type
}

function describeList(schema: JsonSchema, root: JsonSchema, depth: number): string {
  const items =
    typeof schema.items === 'object' && depth < 2
      ? ` of ${describeSchema(schema.items, root, depth + 1)}`
      : ''
  return `list${items}${counted(schema.minItems, schema.maxItems, 'item')}`
}

function describeObject(schema: JsonSchema, root: JsonSchema, depth: number): string {
  const { properties, required } = viewObject(schema, root)
  const names = Object.keys(properties)
  if (names.length === 0 || depth > 1) return 'object'
  return `object { ${names.map((name) => (required.includes(name) ? name : `${name}?`)).join(', ')} }`
}

function length({ format, minLength, maxLength, pattern }: JsonSchema): string {
  // A format says in a word what the pattern beside it says in a line.
  const matching = pattern === undefined || format !== undefined ? '' : ` matching ${pattern}`
  return `${counted(minLength, maxLength, 'character')}${matching}`.trim()
}

function counted(min: number | undefined, max: number | undefined, unit: string): string {
  const units = (count: number) => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (min === undefined || min === 0) return max === undefined ? '' : ` (at most ${units(max)})`
  if (max === undefined) return ` (at least ${units(min)})`
  return min === max ? ` (${units(min)})` : ` (${min} to ${units(max)})`
}

function range(schema: JsonSchema): string {
  // Safe integers are how schema libraries write "no bound" on an integer.
  const low = schema.minimum === Number.MIN_SAFE_INTEGER ? undefined : schema.minimum
  const high = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum
  const over = schema.exclusiveMinimum === undefined ? '' : `over ${schema.exclusiveMinimum}`
  const under = schema.exclusiveMaximum === undefined ? '' : `under ${schema.exclusiveMaximum}`
  if (low !== undefined && high !== undefined) return `from ${low} to ${high}`
  const bounds = [
    over,
    low === undefined ? '' : `at least ${low}`,
    under,
    high === undefined ? '' : `at most ${high}`,
  ]
  return bounds.filter(Boolean).join(' and ')
}

const quote = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

function oneOf(words: readonly string[]): string {
  if (words.length < 3) return words.join(' or ')
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

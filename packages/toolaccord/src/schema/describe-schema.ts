import type { JsonSchema } from './json-schema.ts'
import { typesOf } from './json-schema.ts'
import { deref } from './object-view.ts'

/** What a schema accepts, in words: `integer from 1 to 50`, `'a' or 'b'`, `list of strings`. */
export function describeSchema(schema: JsonSchema, root: JsonSchema = schema, depth = 0): string {
  const target = deref(schema, root)
  if (target.const !== undefined) return quote(target.const)
  if (target.enum !== undefined) return oneOf(target.enum.map(quote))
  const branches = target.anyOf ?? target.oneOf
  if (branches !== undefined) return oneOf([...new Set(branches.map((branch) => describeSchema(branch, root, depth)))])
  const types = typesOf(target)
  if (types.length === 0) return target.properties === undefined ? 'any JSON value' : describeType('object', target, root, depth)
  return oneOf(types.map((type) => describeType(type, target, root, depth)))
}

function describeType(type: string, schema: JsonSchema, root: JsonSchema, depth: number): string {
  if (type === 'string') return [schema.format ?? 'string', length(schema)].filter(Boolean).join(' ')
  if (type === 'number' || type === 'integer') return [type, range(schema)].filter(Boolean).join(' ')
  if (type === 'boolean') return 'true or false'
  if (type === 'array') return describeList(schema, root, depth)
  if (type === 'object') return describeObject(schema, depth)
  return type
}

function describeList(schema: JsonSchema, root: JsonSchema, depth: number): string {
  const items = typeof schema.items === 'object' && depth < 2 ? ` of ${describeSchema(schema.items, root, depth + 1)}` : ''
  return `list${items}${counted(schema.minItems, schema.maxItems, 'items')}`
}

function describeObject({ properties, required = [] }: JsonSchema, depth: number): string {
  const names = Object.keys(properties ?? {})
  if (names.length === 0 || depth > 1) return 'object'
  return `object { ${names.map((name) => (required.includes(name) ? name : `${name}?`)).join(', ')} }`
}

function length({ minLength, maxLength, pattern }: JsonSchema): string {
  const matching = pattern === undefined ? '' : ` matching ${pattern}`
  return `${counted(minLength, maxLength, 'characters')}${matching}`.trim()
}

function counted(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return min === max ? ` (${min} ${unit})` : ` (${min} to ${max} ${unit})`
  if (min !== undefined && min > 0) return ` (at least ${min} ${unit})`
  return max === undefined ? '' : ` (at most ${max} ${unit})`
}

function range(schema: JsonSchema): string {
  // Safe integers are how schema libraries write "no bound" on an integer.
  const low = schema.minimum === Number.MIN_SAFE_INTEGER ? undefined : schema.minimum
  const high = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum
  const over = schema.exclusiveMinimum === undefined ? '' : `over ${schema.exclusiveMinimum}`
  const under = schema.exclusiveMaximum === undefined ? '' : `under ${schema.exclusiveMaximum}`
  if (low !== undefined && high !== undefined) return `from ${low} to ${high}`
  const bounds = [over, low === undefined ? '' : `at least ${low}`, under, high === undefined ? '' : `at most ${high}`]
  return bounds.filter(Boolean).join(' and ')
}

const quote = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

function oneOf(words: readonly string[]): string {
  if (words.length < 3) return words.join(' or ')
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

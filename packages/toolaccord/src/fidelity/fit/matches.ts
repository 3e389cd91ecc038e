import { isRecord, sameJson } from '../../json/json.ts'
import { type JsonSchema, typesOf } from '../../schema/json-schema.ts'
import { typeOf } from '../../schema/json-schema.ts'
import { type FlatSchema, flattenSchemas, propertySchemas } from './flat-schema.ts'

/** Keywords that are not checked: a value under one of them counts as wrong, which is safe. */
const uncheckedKeywords = [
  'not',
  'if',
  'contains',
  'dependentSchemas',
  'dependentRequired',
  'propertyNames',
  '$dynamicRef',
  'unevaluatedItems',
] as const

/** True if a value matches schemas; false also if that cannot be known. Formats are not checked. */
export function matches(root: JsonSchema, flat: FlatSchema, value: unknown): boolean {
  const { parts, unions, isReadable } = flat
  if (!isReadable) return false
  const isClosed = parts.some(({ unevaluatedProperties }) => unevaluatedProperties !== undefined)
  if (isClosed && !isAllNamed(parts, value)) return false
  if (!parts.every((part) => matchesPart(root, part, value))) return false
  return unions.every(({ isExclusive, branches }) => {
    const count = branches.filter((branch) => matchesSchemas(root, [branch], value)).length
    if (isExclusive) return count === 1
    return count > 0
  })
}

/** True if an intersection names every property. */
const isAllNamed = (parts: readonly JsonSchema[], value: unknown): boolean =>
  !isRecord(value) ||
  Object.keys(value).every((name) =>
    parts.some(({ properties = {} }) => Object.hasOwn(properties, name)),
  )

const matchesSchemas = (root: JsonSchema, schemas: readonly unknown[], value: unknown): boolean =>
  !schemas.includes(false) && matches(root, flattenSchemas(root, schemas), value)

function matchesPart(root: JsonSchema, part: JsonSchema, value: unknown): boolean {
  if (uncheckedKeywords.some((keyword) => part[keyword] !== undefined)) return false
  if (!hasType(part, value)) return false
  if (part.const !== undefined && !sameJson(part.const, value)) return false
  if (part.enum !== undefined && !part.enum.some((one) => sameJson(one, value))) return false
  if (typeof value === 'string') return matchesString(part, value)
  if (typeof value === 'number') return matchesNumber(part, value)
  if (Array.isArray(value)) return matchesArray(root, part, value)
  return !isRecord(value) || matchesObject(root, part, value)
}

/** True if a value has one of the types of a schema. */
export function hasType(part: JsonSchema, value: unknown): boolean {
  const types = typesOf(part)
  if (types.length === 0 || types.includes(typeOf(value))) return true
  return types.includes('integer') && Number.isInteger(value)
}

function matchesString(
  { minLength = 0, maxLength = Infinity, pattern }: JsonSchema,
  value: string,
): boolean {
  const length = Array.from(value).length
  if (length < minLength || length > maxLength) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(value)
}

function matchesNumber(part: JsonSchema, value: number): boolean {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
    exclusiveMaximum = Infinity,
  } = part
  return (
    value >= minimum &&
    value <= maximum &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum &&
    part.multipleOf === undefined
  )
}

function matchesArray(root: JsonSchema, part: JsonSchema, value: readonly unknown[]): boolean {
  const { minItems = 0, maxItems = Infinity, prefixItems = [], items, uniqueItems } = part
  if (value.length < minItems || value.length > maxItems) return false
  if (uniqueItems === true && !areAllDifferent(value)) return false
  return value.every((item, index) => matchesSchemas(root, [prefixItems[index] ?? items], item))
}

const areAllDifferent = (value: readonly unknown[]): boolean =>
  value.every((item, index) => !value.slice(0, index).some((other) => sameJson(item, other)))

function matchesObject(
  root: JsonSchema,
  part: JsonSchema,
  value: Readonly<Record<string, unknown>>,
): boolean {
  const names = Object.keys(value).filter((name) => value[name] !== undefined)
  const { required = [], minProperties = 0, maxProperties = Infinity } = part
  if (!required.every((name) => value[name] !== undefined)) return false
  if (names.length < Number(minProperties) || names.length > Number(maxProperties)) return false
  return names.every((name) => matchesSchemas(root, propertySchemas(part, name), value[name]))
}

import { isRecord, sameJson } from '../../json/json.ts'
import { type JsonSchema, typesOf } from '../../schema/json-schema.ts'
import { typeOf } from '../../schema/walk.ts'
import { type FlatSchema, flattenSchemas, memberSchemas } from './flat-schema.ts'

/**
 * Keywords that are not looked into: a value under one of them is taken as wrong, which is the safe
 * answer.
 */
const unknownKeywords = [
  'not',
  'if',
  'contains',
  'dependentSchemas',
  'dependentRequired',
  'propertyNames',
  '$dynamicRef',
  'unevaluatedItems',
] as const

/**
 * Whether a value holds to schemas; false also where that cannot be told. Formats are not looked
 * at.
 */
export function holds(
  root: JsonSchema,
  { parts, unions, isReadable }: FlatSchema,
  value: unknown,
): boolean {
  return (
    isReadable &&
    (parts.every(({ unevaluatedProperties }) => unevaluatedProperties === undefined) ||
      isAllNamed(parts, value)) &&
    parts.every((part) => holdsPart(root, part, value)) &&
    unions.every(({ isExclusive, branches }) => {
      const count = branches.filter((branch) => holdsSchemas(root, [branch], value)).length
      return isExclusive ? count === 1 : count > 0
    })
  )
}

/** Whether an intersection names every member. */
const isAllNamed = (parts: readonly JsonSchema[], value: unknown): boolean =>
  !isRecord(value) ||
  Object.keys(value).every((name) =>
    parts.some(({ properties = {} }) => Object.hasOwn(properties, name)),
  )

const holdsSchemas = (root: JsonSchema, schemas: readonly unknown[], value: unknown): boolean =>
  !schemas.includes(false) && holds(root, flattenSchemas(root, schemas), value)

function holdsPart(root: JsonSchema, part: JsonSchema, value: unknown): boolean {
  if (unknownKeywords.some((keyword) => part[keyword] !== undefined) || !hasType(part, value))
    return false
  if (part.const !== undefined && !sameJson(part.const, value)) return false
  if (part.enum !== undefined && !part.enum.some((one) => sameJson(one, value))) return false
  if (typeof value === 'string') return holdsText(part, value)
  if (typeof value === 'number') return holdsNumber(part, value)
  if (Array.isArray(value)) return holdsItems(root, part, value)
  return !isRecord(value) || holdsMembers(root, part, value)
}

function hasType(part: JsonSchema, value: unknown): boolean {
  const types = typesOf(part)
  return (
    types.length === 0 ||
    types.includes(typeOf(value)) ||
    (types.includes('integer') && Number.isInteger(value))
  )
}

function holdsText(
  { minLength = 0, maxLength = Infinity, pattern }: JsonSchema,
  value: string,
): boolean {
  const length = Array.from(value).length
  return (
    length >= minLength &&
    length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value))
  )
}

function holdsNumber(part: JsonSchema, value: number): boolean {
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

function holdsItems(root: JsonSchema, part: JsonSchema, value: readonly unknown[]): boolean {
  const { minItems = 0, maxItems = Infinity, prefixItems = [], items, uniqueItems } = part
  if (value.length < minItems || value.length > maxItems) return false
  if (
    uniqueItems === true &&
    value.some((item, index) => value.slice(0, index).some((other) => sameJson(item, other)))
  )
    return false
  return value.every((item, index) => holdsSchemas(root, [prefixItems[index] ?? items], item))
}

function holdsMembers(
  root: JsonSchema,
  part: JsonSchema,
  value: Readonly<Record<string, unknown>>,
): boolean {
  const names = Object.keys(value).filter((name) => value[name] !== undefined)
  const { required = [], minProperties = 0, maxProperties = Infinity } = part
  if (!required.every((name) => value[name] !== undefined)) return false
  if (names.length < Number(minProperties) || names.length > Number(maxProperties)) return false
  return names.every((name) => holdsSchemas(root, memberSchemas(part, name), value[name]))
}

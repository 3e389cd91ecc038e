import { describeSchema } from '../../../schema/describe-schema.ts'
import { describeFormat, findFormat } from '../../../schema/formats.ts'
import {
  type JsonSchema,
  mapSubschemas,
  parametersKeyword,
  typesOf,
} from '../../../schema/json-schema.ts'
import { isPortablePattern, portableFormat } from './portable-format.ts'
import { withItems } from './with-items.ts'

/**
 * The schema in a form that every host takes. It never refuses what the schema itself accepts,
 * because that is the one that runs. What it no longer says by a keyword, it says in words.
 */
export function toPortableSchema(schema: JsonSchema): JsonSchema {
  return withProperties(toPortable(schema, schema))
}

function toPortable(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const inside = mapSubschemas(schema, (one) => toPortable(one, root))
  const listed = withItems(inside, schema.prefixItems, root)
  return withoutNoise(withNamedKeys(withUnions(withStrings(listed))))
}

/** OpenAI refuses a function whose arguments are an object without `properties`. */
function withProperties(schema: JsonSchema): JsonSchema {
  if (!typesOf(schema).includes('object') || schema.properties !== undefined) return schema
  return { ...schema, properties: {} }
}

/** A pattern beside a format that is longer than this is the format, spelled out by a library. */
const longestOwnPattern = 40

/** Says formats and patterns in words where hosts refuse them. */
function withStrings(schema: JsonSchema): JsonSchema {
  const { format: name, pattern, ...rest } = schema
  if (name === undefined && pattern === undefined) return schema
  const kept: Record<string, unknown> = { ...rest }
  const format = findFormat(name ?? '')
  const words: string[] = []
  if (name === portableFormat) kept.format = name
  else if (format !== undefined && !format.isSaid.test(rest.description ?? '')) {
    words.push(describeFormat(format))
  }
  const isFormat = format !== undefined && (pattern?.length ?? 0) > longestOwnPattern
  if (pattern !== undefined && !isFormat) {
    if (isPortablePattern(pattern)) kept.pattern = pattern
    else words.push(`a string matching ${pattern}`)
  }
  if (words.length > 0) kept.description = addWords(rest.description, words.join(', '))
  return kept
}

/** A description with some more words, as a sentence of their own. */
function addWords(description: string | undefined, words: string): string {
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  if (description === undefined || description === '') return sentence
  return /[.!?]$/.test(description) ? `${description} ${sentence}` : `${description}. ${sentence}`
}

/** Codex drops `oneOf` and OpenAI's strict mode refuses it; both know `anyOf`. */
function withUnions(schema: JsonSchema): JsonSchema {
  const { oneOf, ...rest } = schema
  if (oneOf === undefined || rest.anyOf !== undefined) return schema
  return { ...rest, anyOf: oneOf }
}

/**
 * OpenAI's strict mode refuses `propertyNames`. A map whose keys are listed becomes an object with
 * these properties; other rules for keys are said in words.
 */
function withNamedKeys(schema: JsonSchema): JsonSchema {
  const { propertyNames, ...rest } = schema
  if (!isSchema(propertyNames)) return rest
  if (saysOnlyString(propertyNames)) return rest
  const { properties = {}, patternProperties, additionalProperties = {}, description } = rest
  const isPlainMap = patternProperties === undefined && typeof additionalProperties === 'object'
  const { enum: keys } = propertyNames
  if (keys === undefined || !isPlainMap) {
    const words = `Each key is: ${describeSchema(propertyNames)}`
    return { ...rest, description: addWords(description, words) }
  }
  const named = keys.map((key) => [String(key), additionalProperties] as const)
  return {
    ...rest,
    properties: { ...Object.fromEntries(named), ...properties },
    additionalProperties: false,
  }
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null

const saysOnlyString = (schema: JsonSchema) =>
  Object.keys(schema).every((keyword) => keyword === 'type' && schema[keyword] === 'string')

/** Keywords with the value that says nothing, beside those that only this framework reads. */
const silent: Readonly<Record<string, unknown>> = {
  [parametersKeyword]: true,
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  minItems: 0,
  minLength: 0,
  minProperties: 0,
  uniqueItems: false,
  deprecated: false,
}

/** Leaves out what says nothing, such as the bounds that libraries write on every integer. */
function withoutNoise(schema: JsonSchema): JsonSchema {
  const told = Object.entries(schema).filter(([keyword, value]) => {
    if (keyword === 'required') return !Array.isArray(value) || value.length > 0
    return !Object.hasOwn(silent, keyword) || silent[keyword] !== value
  })
  const kept: JsonSchema = Object.fromEntries(told)
  const { additionalProperties } = kept
  if (!isSchema(additionalProperties) || Object.keys(additionalProperties).length > 0) return kept
  // An empty schema says the same as true, but Codex reads it as a string.
  return { ...kept, additionalProperties: true }
}

import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { fromJsonSchema } from '../../../schema/from-json-schema.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { toJsonSchema } from '../../../schema/schema.ts'
import { defineServer } from '../../../server.ts'
import { toToolDefinition } from '../protocol/to-tool-definition.ts'
import { toPortableSchema } from './to-portable-schema.ts'

const ajv2020 = new Ajv2020({ strict: false, validateFormats: false })
const ofClients = new AjvJsonSchemaValidator()

/**
 * What the official client makes of a schema: it reads it by draft-07, whatever it was written in.
 */
function checkOfClients(schema: JsonSchema): (value: unknown) => boolean {
  const check = ofClients.getValidator({ ...schema })
  return (value) => check(value).valid
}

const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'number' }

const open = (more: JsonSchema): JsonSchema => ({ type: 'object', properties: {}, ...more })
const constant = (k: string): JsonSchema => ({
  type: 'object',
  properties: { k: { ...text, const: k } },
  required: ['k'],
  additionalProperties: false,
})

/** Schemas that use what portable schemas do without. */
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<JsonSchema>(
      text,
      number,
      { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', format: 'uri' },
      { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
      { type: 'string', pattern: '^(?!x)' },
      { type: 'array' },
      { 'x-parameters': true },
    ),
    fc.record(
      {
        type: fc.constant('array'),
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
        items: fc.oneof(tie('schema'), fc.constantFrom(false, false, true)),
        maxItems: fc.integer({ min: 2, max: 4 }),
      },
      { requiredKeys: ['type', 'prefixItems', 'items'], noNullPrototype: true },
    ),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), {
          noNullPrototype: true,
        }),
        required: fc.constantFrom<string[]>([], ['a']),
        propertyNames: fc.constantFrom<JsonSchema>(text, { enum: ['a', 'b'] }, { maxLength: 1 }),
        additionalProperties: fc.oneof(tie('schema'), fc.constant({})),
      },
      { requiredKeys: ['type'], noNullPrototype: true },
    ),
  ),
}))
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('x', 'y', '2026-01-31', 'https://example.org', 0, 1.5, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { noNullPrototype: true }),
  ),
}))

/** A value that mostly fits, drawn from the schema. */
function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, oneOf, prefixItems, items, properties = {}, additionalProperties } = schema
  if (oneOf !== undefined) return fc.oneof(...oneOf.map(valueFor))
  if (prefixItems !== undefined) {
    const rest = typeof items === 'object' ? valueFor(items) : anyValue
    return fc
      .tuple(fc.tuple(...prefixItems.map(valueFor)), fc.array(rest, { maxLength: 2 }))
      .chain(([first, more]) => fc.constantFrom(first, [...first, ...more], first.slice(1)))
  }
  if (type === 'object') {
    const rest =
      typeof additionalProperties === 'object' ? valueFor(additionalProperties) : anyValue
    const { a = {}, b = {} } = properties
    return fc.record({ a: valueFor(a), b: valueFor(b), c: rest }, { requiredKeys: [] })
  }
  if (type === 'integer') return fc.integer()
  if (type === 'string') return fc.constantFrom('https://example.org', '2026-01-31', 'x')
  return anyValue
}
const schemaAndValues = anySchema.chain((schema) =>
  fc.tuple(fc.constant(schema), fc.array(valueFor(schema), { minLength: 8, maxLength: 12 })),
)

describe('a portable schema', () => {
  it('lets the official client accept the tuples of an answer', () => {
    const tool = defineTool({
      name: 'ranges',
      summary: 'List ranges.',
      output: z.object({
        ranges: z.array(z.object({ range: z.tuple([z.number(), z.number()]) })),
        path: z.tuple([z.string()], z.number()),
      }),
      effect: 'read',
      run: () => ok({ ranges: [{ range: [0, 1] }], path: ['a', 1] } as const),
    })
    const server = defineServer({ name: 'fixture', version: '1.0.0', tools: [tool] })
    const [listing] = server.tools()
    const { outputSchema = {} } = toToolDefinition(
      server,
      listing ?? expect.fail('the server has no tool'),
    )
    const outcome = { ranges: [{ range: [-3, 3] }], path: ['a', 1, 2] }
    const { body } = server.contract.encode({ ok: true, data: outcome, notes: {} }, server.codes)
    const listed = outputSchema ?? expect.fail('the tool has no output schema')
    expect(checkOfClients(listed)(body)).toBe(true)
  })

  it.each<[string, JsonSchema, JsonSchema]>([
    [
      'a tuple of one kind',
      { type: 'array', prefixItems: [number, number], items: false, minItems: 2 },
      { type: 'array', items: number, minItems: 2, maxItems: 2 },
    ],
    [
      'a tuple of two kinds',
      { type: 'array', prefixItems: [text, number], items: false, minItems: 2 },
      {
        type: 'array',
        description: 'In this order: string; number.',
        items: { anyOf: [text, number] },
        minItems: 2,
        maxItems: 2,
      },
    ],
    [
      'a tuple whose places are described',
      {
        type: 'array',
        description: 'Where it is.',
        prefixItems: [
          { ...number, description: 'Degrees east.' },
          { ...number, title: 'North' },
        ],
        items: false,
        minItems: 2,
        maxItems: 2,
      },
      {
        type: 'array',
        description: 'Where it is. In this order: Degrees east; North.',
        items: number,
        minItems: 2,
        maxItems: 2,
      },
    ],
    [
      'a tuple with a rest',
      { type: 'array', prefixItems: [text], items: number },
      { type: 'array', items: { anyOf: [text, number] } },
    ],
    [
      'a tuple with an open end',
      { type: 'array', prefixItems: [text] },
      { type: 'array', items: {} },
    ],
    ['an array of anything', { type: ['array', 'null'] }, { type: ['array', 'null'], items: {} }],
    ['an empty array', { type: 'array', items: false }, { type: 'array', maxItems: 0, items: {} }],
  ])('gives %s one schema for its items', (_, schema, expected) => {
    expect(toPortableSchema(schema)).toEqual(expected)
  })

  it.each<[string, JsonSchema, JsonSchema]>([
    [
      'a format that hosts refuse',
      { ...text, format: 'uri' },
      { ...text, description: 'An absolute URL, such as https://example.org.' },
    ],
    [
      'a format after a description',
      { ...text, format: 'date', description: 'The last day' },
      { ...text, description: 'The last day. A date, such as 2026-01-31.' },
    ],
    [
      'no format that the description says',
      { ...text, format: 'uri', description: 'The URL of the page.' },
      { ...text, description: 'The URL of the page.' },
    ],
    [
      'a pattern that hosts cannot read',
      { ...text, pattern: '^(?!-)x', description: 'A name.' },
      { ...text, description: 'A name. A string matching ^(?!-)x.' },
    ],
    [
      'a rule for the keys of a map',
      { type: 'object', properties: {}, propertyNames: { ...text, maxLength: 9 } },
      {
        type: 'object',
        properties: {},
        description: 'Each key is: string (at most 9 characters).',
      },
    ],
  ])('says %s in words', (_, schema, expected) => {
    expect(toPortableSchema(schema)).toEqual(expected)
  })

  it.each<[string, JsonSchema]>([
    ['a format that all hosts take', { ...text, format: 'date-time' }],
    ['a pattern that all hosts can read', { ...text, pattern: '^n\\d+$' }],
    ['bounds that an author chose', { type: 'integer', minimum: 0, maximum: 50 }],
    ['the header of an argument', { ...text, 'x-mcp-header': 'Region' }],
    ['a union', { anyOf: [text, number] }],
    ['a reference', { $defs: { it: text }, $ref: '#/$defs/it' }],
  ])('leaves %s', (_, schema) => {
    expect(toPortableSchema(schema)).toEqual(schema)
  })

  it.each<[string, z.ZodType, JsonSchema]>([
    ['the bounds of a safe integer', z.int(), { type: 'integer' }],
    ['one of these bounds', z.int().min(0), { type: 'integer', minimum: 0 }],
    ['the pattern of a format', z.iso.datetime(), { ...text, format: 'date-time' }],
    ['the keys of a map', z.record(z.string(), z.number()), open({ additionalProperties: number })],
    ['an empty schema for what is open', z.looseObject({}), open({ additionalProperties: true })],
    [
      'keys that are listed',
      z.record(z.enum(['a', 'b']), z.number()),
      {
        type: 'object',
        properties: { a: number, b: number },
        required: ['a', 'b'],
        additionalProperties: false,
      },
    ],
    [
      'exactly one of several',
      z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })]),
      { anyOf: [constant('a'), constant('b')] },
    ],
  ])('writes %s of Zod the shorter way', (_, schema, expected) => {
    expect(toPortableSchema(toJsonSchema(schema, 'output'))).toEqual(expected)
  })

  it('leaves a dialect that an author named, and none that a library did', () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema'
    const named = fromJsonSchema({ $schema, type: 'object', properties: {} })
    expect(toPortableSchema(toJsonSchema(named, 'input'))).toHaveProperty('$schema', $schema)
    expect(toPortableSchema(toJsonSchema(z.object({}), 'input'))).not.toHaveProperty('$schema')
  })

  it('never refuses, in either draft, what the schema itself accepts', () => {
    fc.assert(
      fc.property(schemaAndValues, ([schema, values]) => {
        const isAccepted = ajv2020.compile(schema)
        const accepted = values.filter((value) => isAccepted(value))
        const portable = toPortableSchema(schema)
        const all = accepted.map(() => true)
        expect(accepted.map((value) => ajv2020.validate(portable, value))).toEqual(all)
        expect(accepted.map(checkOfClients(portable))).toEqual(all)
      }),
      { numRuns: 60 },
    )
  })

  it('has no array without items and none of the keywords that hosts refuse', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        const json = JSON.stringify(toPortableSchema(schema))
        expect(json).not.toMatch(/prefixItems|oneOf|propertyNames|9007199254740991|x-parameters/)
        expect(json).not.toMatch(/"items":(?:true|false)|"format":"(?!date-time)/)
        expect(json.match(/"type":"array"/g)?.length).toBe(json.match(/"items":/g)?.length)
      }),
      { numRuns: 300 },
    )
  })
})

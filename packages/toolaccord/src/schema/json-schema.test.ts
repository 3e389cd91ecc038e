import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  type JsonSchema,
  embedJsonSchema,
  mapSubschemas,
  rebaseRefs,
  resolveRef,
  typesOf,
} from './json-schema.ts'
import { toJsonSchema } from './schema.ts'

describe('typesOf', () => {
  it('is always an array', () => {
    expect([
      typesOf({ type: 'string' }),
      typesOf({ type: ['string', 'null'] }),
      typesOf({}),
    ]).toEqual([['string'], ['string', 'null'], []])
  })
})

describe('mapSubschemas', () => {
  const mark = (schema: JsonSchema): JsonSchema => ({ ...schema, title: 'seen' })

  it('changes every direct subschema and no data', () => {
    const schema: JsonSchema = {
      properties: { a: {} },
      patternProperties: { '^x': {} },
      $defs: { D: {} },
      anyOf: [{}, true as unknown as JsonSchema],
      items: {},
      additionalProperties: {},
      not: {},
      default: { properties: { a: {} } },
      enum: [{}],
      const: {},
    }
    const seen = { title: 'seen' }
    expect(mapSubschemas(schema, mark)).toEqual({
      ...schema,
      properties: { a: seen },
      patternProperties: { '^x': seen },
      $defs: { D: seen },
      anyOf: [seen, true],
      items: seen,
      additionalProperties: seen,
      not: seen,
    })
  })

  it('leaves boolean subschemas and its argument alone', () => {
    const schema: JsonSchema = Object.freeze({
      items: false,
      additionalProperties: false,
      properties: Object.freeze({ a: Object.freeze({}) }),
    })
    expect(mapSubschemas(schema, mark)).toEqual({
      items: false,
      additionalProperties: false,
      properties: { a: { title: 'seen' } },
    })
    expect(schema.properties).toEqual({ a: {} })
  })

  it('keeps a property that is named like a member of every object', () => {
    const schema: JsonSchema = {
      properties: JSON.parse('{"__proto__":{},"constructor":{}}') as Record<string, JsonSchema>,
    }
    expect(Object.keys(mapSubschemas(schema, mark).properties ?? {})).toEqual([
      '__proto__',
      'constructor',
    ])
  })

  it('gives the key of a subschema that has one', () => {
    const schema: JsonSchema = { properties: { a: {} }, $defs: { b: {} }, items: {}, anyOf: [{}] }
    const named = (one: JsonSchema, key = 'none'): JsonSchema => ({ ...one, title: key })
    expect(mapSubschemas(schema, named)).toEqual({
      properties: { a: { title: 'a' } },
      $defs: { b: { title: 'b' } },
      items: { title: 'none' },
      anyOf: [{ title: 'none' }],
    })
  })
})

describe('resolveRef', () => {
  const root: JsonSchema = {
    $defs: {
      'a/b': { type: 'string' },
      'c~d': { type: 'number' },
      'e f': { type: 'null' },
      list: { anyOf: [{ type: 'boolean' }] },
    },
  }

  it.each([
    ['#', root],
    ['#/$defs/a~1b', { type: 'string' }],
    ['#/$defs/c~0d', { type: 'number' }],
    ['#/$defs/e%20f', { type: 'null' }],
    ['#/$defs/list/anyOf/0', { type: 'boolean' }],
    ['#/$defs/missing', undefined],
    ['#/$defs/constructor', undefined],
    ['#/$defs/a~1b/type', undefined],
    ['#anchor', undefined],
    ['https://example.com/schema', undefined],
  ])('follows %s', (ref, found) => {
    expect(resolveRef(root, ref)).toEqual(found)
  })
})

describe('rebaseRefs', () => {
  it('moves every reference of the document, and only references', () => {
    const schema: JsonSchema = {
      properties: {
        self: { $ref: '#' },
        id: { $ref: '#/$defs/Id' },
        far: { $ref: 'https://example.com' },
        $ref: { type: 'string' },
      },
      default: { $ref: '#' },
    }
    expect(rebaseRefs(schema, '#/$defs/data')).toEqual({
      properties: {
        self: { $ref: '#/$defs/data' },
        id: { $ref: '#/$defs/data/$defs/Id' },
        far: { $ref: 'https://example.com' },
        $ref: { type: 'string' },
      },
      default: { $ref: '#' },
    })
  })
})

describe('embedJsonSchema', () => {
  const around = (data: JsonSchema): JsonSchema => ({ type: 'object', properties: { data } })
  const Tree = z.object({
    name: z.string(),
    get children() {
      return z.array(Tree)
    },
  })

  it('leaves a schema without references as it is, less its $schema', () => {
    expect(embedJsonSchema({ $schema: 'x', type: 'string' }, 'data', around)).toStrictEqual({
      type: 'object',
      properties: { data: { type: 'string' } },
    })
  })

  it('makes a recursive schema work inside another document', () => {
    const schema = embedJsonSchema(toJsonSchema(Tree, 'output'), 'data', around)
    const validate = new Ajv2020().compile(schema)
    const isValid = (child: unknown) => validate({ data: { name: 'a', children: [child] } })
    expect(isValid({ name: 'b', children: [] })).toBe(true)
    expect(isValid({ name: 1, children: [] })).toBe(false)
    expect(isValid({ name: 'b', children: [], more: 1 })).toBe(false)
  })
})

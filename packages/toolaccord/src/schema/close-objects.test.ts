import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { closeObjects } from './close-objects.ts'
import type { JsonSchema } from './json-schema.ts'
import { deref } from './json-schema.ts'
import { viewObject } from './json-schema.ts'
import { type Schema, type Side, toJsonSchema } from './schema.ts'

const accepts = (schema: JsonSchema, value: unknown): boolean =>
  new Ajv2020({ strict: false }).compile(closeObjects(schema))(value)

const shows = (schema: Schema, value: unknown, side: Side = 'input') =>
  accepts(toJsonSchema(schema, side), value)

describe('closeObjects', () => {
  it('shows additionalProperties: false wherever an object is silent about other keys', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        nested: { type: 'object', properties: { a: {} } },
        list: { type: 'array', items: { type: 'object', properties: { b: {} } } },
        either: { anyOf: [{ type: 'object', properties: { c: {} } }, { type: 'null' }] },
        named: { $ref: '#/$defs/D' },
        record: { type: 'object', additionalProperties: { type: 'object', properties: { e: {} } } },
      },
      $defs: { D: { type: 'object', properties: { d: {} } } },
    }
    const refused = [
      { more: 1 },
      { nested: { more: 1 } },
      { list: [{ more: 1 }] },
      { either: { more: 1 } },
      { named: { more: 1 } },
      { record: { any: { more: 1 } } },
    ]
    expect(refused.map((value) => accepts(schema, value))).toEqual(refused.map(() => false))
    expect(
      accepts(schema, {
        nested: { a: 1 },
        list: [{ b: 1 }],
        either: { c: 1 },
        named: { d: 1 },
        record: { any: { e: 1 } },
      }),
    ).toBe(true)
  })

  it.each<[string, JsonSchema]>([
    ['it allows any', { type: 'object', properties: { a: {} }, additionalProperties: true }],
    [
      'it gives them a schema',
      { type: 'object', properties: { a: {} }, additionalProperties: { type: 'number' } },
    ],
    ['it names no member at all', { type: 'object' }],
    [
      'it has a pattern for them',
      { type: 'object', properties: { a: {} }, patternProperties: { '^m': {} } },
    ],
  ])('leaves an object open when %s', (_, schema) => {
    expect(accepts(schema, { a: 1, more: 1 })).toBe(true)
  })

  it('changes neither its argument nor the data inside a schema', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: { default: { properties: {} }, examples: [{ properties: {} }] } },
    }
    const before = structuredClone(schema)
    expect(closeObjects(schema).properties).toEqual({ a: before.properties?.a })
    expect(schema).toEqual(before)
  })

  it('is done after one pass', () => {
    const schema = toJsonSchema(
      z.object({
        x: z
          .object({ a: z.string() })
          .and(z.object({ b: z.string() }).meta({ id: 'closed-twice' })),
      }),
      'input',
    )
    expect(closeObjects(closeObjects(schema))).toEqual(closeObjects(schema))
  })
})

describe('closeObjects on an intersection', () => {
  const Named = z.object({ a: z.string() }).meta({ id: 'Named' })
  const both = z.object({ x: Named.and(z.object({ b: z.number() })), alone: Named.optional() })
  const strict = z.object({
    x: z.strictObject({ a: z.string() }).and(z.strictObject({ b: z.number() })),
  })

  it.each<[string, Schema, Side]>([
    ['with a named part, as input', both, 'input'],
    ['with a named part, as output', both, 'output'],
    ['of strict objects, as input', strict, 'input'],
    ['of strict objects, as output', strict, 'output'],
  ])('shows the whole closed, not its parts: %s', (_, schema, side) => {
    expect(shows(schema, { x: { a: 'x', b: 1 } }, side)).toBe(true)
    expect(shows(schema, { x: { a: 'x', b: 1, more: 1 } }, side)).toBe(false)
    expect(shows(schema, { x: { a: 'x' } }, side)).toBe(false)
  })

  it('still closes a part where it is used alone', () => {
    expect(shows(both, { x: { a: 'x', b: 1 }, alone: { a: 'x' } })).toBe(true)
    expect(shows(both, { x: { a: 'x', b: 1 }, alone: { a: 'x', b: 1 } })).toBe(false)
  })

  it('closes the objects inside its parts and beside them', () => {
    const schema: JsonSchema = {
      allOf: [{ type: 'object', properties: { a: { type: 'object', properties: { deep: {} } } } }],
      properties: { b: { type: 'object', properties: { deep: {} } } },
    }
    expect(accepts(schema, { a: { deep: 1 }, b: { deep: 1 } })).toBe(true)
    expect(
      [{ a: { more: 1 } }, { b: { more: 1 } }, { more: 1 }].map((value) => accepts(schema, value)),
    ).toEqual([false, false, false])
  })

  it('stays open when one part is open', () => {
    expect(
      shows(z.object({ x: z.looseObject({ a: z.string() }).and(Named) }), {
        x: { a: 'x', more: 1 },
      }),
    ).toBe(true)
  })

  it('leaves an intersection of texts alone', () => {
    const schema: JsonSchema = { type: 'string', allOf: [{ pattern: 'a' }, { pattern: 'b' }] }
    expect(closeObjects(schema)).toEqual(schema)
  })
})

describe('viewObject', () => {
  it('puts the members of all parts together', () => {
    const root: JsonSchema = {
      $defs: { A: { properties: { a: { type: 'string' } }, required: ['a'] } },
    }
    const view = viewObject(
      {
        allOf: [{ $ref: '#/$defs/A' }, { properties: { b: {} }, additionalProperties: false }],
        required: ['b'],
      },
      root,
    )
    expect(view).toEqual({
      properties: { a: { type: 'string' }, b: {} },
      required: ['a', 'b'],
      closed: true,
    })
  })

  it('keeps members that are named like those of every object', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{}}') as Record<
      string,
      JsonSchema
    >
    expect(Object.keys(viewObject({ allOf: [{ properties }] }, {}).properties)).toEqual([
      '__proto__',
      'constructor',
    ])
  })
})

describe('deref', () => {
  it('follows references to the end, and stops on a loop', () => {
    const root: JsonSchema = {
      $defs: { a: { $ref: '#/$defs/b' }, b: { type: 'string' }, loop: { $ref: '#/$defs/loop' } },
    }
    expect(deref({ $ref: '#/$defs/a' }, root)).toEqual({ type: 'string' })
    expect(deref({ $ref: '#/$defs/nowhere' }, root)).toEqual({})
    expect(deref({ $ref: '#/$defs/loop' }, root)).toEqual({ $ref: '#/$defs/loop' })
  })
})

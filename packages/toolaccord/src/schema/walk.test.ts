import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from './json-schema.ts'
import { acceptedTypes, typeOf } from './json-schema.ts'
import { isUnknownKey, walk } from './walk.ts'

const point: JsonSchema = {
  type: 'object',
  properties: { x: { type: 'number' }, y: { type: 'number' } },
}
const prune = (schema: JsonSchema, value: unknown) => walk(schema, value)
const repair = (schema: JsonSchema, value: unknown) => walk(schema, value, { repairDepth: 64 })
const unknownKeys = (schema: JsonSchema, value: unknown) =>
  prune(schema, value).faults.map((fault) =>
    isUnknownKey(fault) ? [...fault.path, fault.key] : fault,
  )

describe('a walk that drops nulls', () => {
  const drop = (schema: JsonSchema, value: unknown) => walk(schema, value, { dropsNulls: true })
  const circle: JsonSchema = {
    type: 'object',
    properties: { kind: { const: 'circle' }, r: { type: 'number' }, unit: { const: 'px' } },
    required: ['kind'],
  }
  const square: JsonSchema = {
    type: 'object',
    properties: { kind: { const: 'square' }, side: { type: 'number' } },
    required: ['kind', 'side'],
  }

  it.each<[string, JsonSchema, unknown, unknown]>([
    ['an optional property', point, { x: null, y: 2 }, { y: 2 }],
    [
      'one inside an array',
      { type: 'array', items: point },
      [{ x: null }, { y: 1 }],
      [{}, { y: 1 }],
    ],
    [
      'one of the branch that the constants choose',
      { anyOf: [circle, square] },
      { kind: 'circle', r: null, unit: null },
      { kind: 'circle' },
    ],
    [
      'one of an intersection',
      { allOf: [circle, point] },
      { kind: 'circle', x: null },
      { kind: 'circle' },
    ],
  ])('takes out %s', (_, schema, value, expected) => {
    expect(drop(schema, value)).toEqual({ value: expected, faults: [] })
  })

  it.each<[string, JsonSchema, unknown]>([
    ['a required property', square, { kind: 'square', side: null }],
    [
      'a required property of a branch',
      { anyOf: [circle, square] },
      { kind: 'square', side: null },
    ],
    [
      'a property that may be null',
      { properties: { x: { type: ['number', 'null'] } } },
      { x: null },
    ],
    ['a property that may be anything', { properties: { x: {} } }, { x: null }],
    ['a key of a map', { type: 'object', additionalProperties: { type: 'number' } }, { a: null }],
    ['an item', { type: 'array', items: { type: 'number' } }, [null]],
  ])('leaves %s', (_, schema, value) => {
    expect(drop(schema, value).value).toBe(value)
  })

  it('is not the walk of an answer, which leaves every null', () => {
    const value = { x: null }
    expect(prune(point, value).value).toBe(value)
  })
})

describe('walk', () => {
  it('gives back the very same value when nothing has to change', () => {
    const root: JsonSchema = {
      properties: { at: point, list: { type: 'array', items: point }, free: {} },
      additionalProperties: point,
    }
    const value = {
      at: { x: Number.NaN },
      list: [{ x: 1 }, { y: 2 }],
      free: { any: [1] },
      more: { x: 1 },
    }
    expect(prune(root, value).value).toBe(value)
    expect(repair(root, value).value).toBe(value)
  })

  it('gives back any value under a schema that says nothing', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(prune({}, value).value).toBe(value)
      }),
    )
  })

  it('takes out unknown keys at every level, names each, and leaves its argument alone', () => {
    const root: JsonSchema = { properties: { at: point, list: { type: 'array', items: point } } }
    const value = { at: { x: 1, z: 3 }, list: [{ x: 1 }, { w: 0 }], more: true }
    const before = structuredClone(value)
    expect(prune(root, value)).toEqual({
      value: { at: { x: 1 }, list: [{ x: 1 }, {}] },
      faults: [
        { path: ['at'], key: 'z', known: ['x', 'y'] },
        { path: ['list', 1], key: 'w', known: ['x', 'y'] },
        { path: [], key: 'more', known: ['at', 'list'] },
      ],
    })
    expect(value).toEqual(before)
  })

  it('keeps what a changed object holds beside the change', () => {
    const kept = { x: 1 }
    const { value } = prune({ properties: { a: point, b: point } }, { a: kept, b: { z: 1 } })
    expect((value as { a: unknown }).a).toBe(kept)
  })

  it('goes into tuples, records, patterns, references and recursion', () => {
    const root: JsonSchema = {
      properties: {
        tuple: { type: 'array', prefixItems: [point], items: { properties: { z: {} } } },
        record: { type: 'object', additionalProperties: point },
        pattern: {
          type: 'object',
          patternProperties: { '^p': point },
          additionalProperties: false,
        },
        tree: { $ref: '#/$defs/Tree' },
      },
      $defs: {
        Tree: { properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } } },
      },
    }
    const value = {
      tuple: [
        { x: 1, bad: 1 },
        { z: 1, bad: 1 },
      ],
      record: { any: { bad: 1 } },
      pattern: { p1: { x: 1, bad: 1 }, q1: 1 },
      tree: { children: [{ children: [], bad: 1 }] },
    }
    expect(unknownKeys(root, value)).toEqual([
      ['tuple', 0, 'bad'],
      ['tuple', 1, 'bad'],
      ['record', 'any', 'bad'],
      ['pattern', 'p1', 'bad'],
      ['pattern', 'q1'],
      ['tree', 'children', 0, 'bad'],
    ])
  })

  it('treats keys that every object inherits like any other', () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"x":1},"constructor":{"x":1},"x":1}')
    const { value } = prune(point, hostile)
    expect(unknownKeys(point, hostile)).toEqual([['__proto__'], ['constructor']])
    expect(Object.entries(value as object)).toEqual([['x', 1]])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.getOwnPropertyNames({})).toEqual([])
  })

  it('keeps such keys as plain members where the schema lets them in', () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"x":1,"z":1}}')
    const { value } = prune({ type: 'object', additionalProperties: point }, hostile)
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })
})

describe('walk over a container of the wrong sort', () => {
  const list: JsonSchema = { type: 'array', items: point }

  it.each([
    ['a list for an object', point, []],
    ['an object for a list', list, {}],
    ['a list for an object that may be null', { anyOf: [point, { type: 'null' }] }, []],
    ['an object for a number', { type: 'number' }, {}],
  ])('reports it and leaves it alone: %s', (_, schema, value) => {
    expect(prune({ properties: { at: schema } }, { at: value })).toEqual({
      value: { at: value },
      faults: [{ path: ['at'] }],
    })
  })

  it('says nothing of other types, which every library refuses', () => {
    expect(prune({ properties: { at: point } }, { at: 'text' }).faults).toEqual([])
  })
})

describe('walk through a union', () => {
  const circle: JsonSchema = {
    type: 'object',
    properties: { kind: { const: 'circle' }, r: { type: 'number' } },
  }
  const square: JsonSchema = {
    type: 'object',
    properties: { kind: { enum: ['square', 'rect'] }, w: { type: 'number' } },
  }
  const shape: JsonSchema = { oneOf: [circle, square] }

  it.each([
    ['a constant', { kind: 'circle', r: 1, w: 1 }, { kind: 'circle', r: 1 }, [['w']]],
    ['an enum', { kind: 'rect', r: 1, w: 1 }, { kind: 'rect', w: 1 }, [['r']]],
  ])('chooses the branch by its discriminator: %s', (_, given, value, keys) => {
    expect(prune(shape, given).value).toEqual(value)
    expect(unknownKeys(shape, given)).toEqual(keys)
  })

  it('leaves a value that no branch could be to the validator', () => {
    const given = { kind: 'triangle', r: 1, w: 1 }
    expect(prune(shape, given)).toEqual({ value: given, faults: [] })
  })

  it('takes the branch that fits whole before one that fits in part', () => {
    const given = { w: 1, h: 2 }
    expect(
      prune({ anyOf: [{ properties: { w: {} } }, { properties: { w: {}, h: {} } }] }, given).value,
    ).toBe(given)
  })

  it('reports the branch with the fewest unknown keys', () => {
    expect(
      unknownKeys(
        { anyOf: [{ properties: { a: {} } }, { properties: { b: {}, c: {} } }] },
        { b: 1, c: 1, d: 1 },
      ),
    ).toEqual([['d']])
  })

  it('passes over a branch whose members have other types', () => {
    const either: JsonSchema = {
      anyOf: [{ properties: { a: { type: 'number' } } }, { properties: { b: { type: 'number' } } }],
    }
    expect(prune(either, { a: 'text', b: 1 }).value).toEqual({ b: 1 })
    const integer: JsonSchema = {
      anyOf: [
        { properties: { a: { type: 'integer' } } },
        { properties: { b: { type: 'string' } } },
      ],
    }
    expect(prune(integer, { a: 1, b: 1 }).value).toEqual({ a: 1 })
  })

  it('takes a value with more unknown keys than a call takes arguments', () => {
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, 1]))
    expect(prune({ anyOf: [point, { type: 'null' }] }, many).faults).toHaveLength(200_000)
  })

  it('reports every unknown key once, also those of unions inside unions', () => {
    const nested: JsonSchema = {
      anyOf: [{ properties: { deep: { anyOf: [point, { type: 'null' }] } } }, { type: 'null' }],
    }
    expect(unknownKeys(nested, { deep: { x: 1, z: 1 }, more: 1 })).toEqual([
      ['deep', 'z'],
      ['more'],
    ])
  })
})

describe('walk with repair', () => {
  const root: JsonSchema = {
    properties: {
      at: point,
      list: { type: 'array', items: { type: 'number' } },
      nullable: { anyOf: [point, { type: 'null' }] },
      numberOrObject: { anyOf: [{ type: 'number' }, point] },
      text: { type: 'string' },
      textOrList: { type: ['string', 'array'] },
      any: {},
      count: { type: 'integer' },
    },
  }

  it.each([
    ['an object', { at: '{"x":1}' }, { at: { x: 1 } }],
    ['a list', { list: '[1,2]' }, { list: [1, 2] }],
    ['an object that may be null', { nullable: '{"x":1}' }, { nullable: { x: 1 } }],
    ['an object that may be a number', { numberOrObject: '{"x":1}' }, { numberOrObject: { x: 1 } }],
    ['the whole input', '{"at":"{\\"x\\":1}"}', { at: { x: 1 } }],
  ])('parses a string that holds %s', (_, given, value) => {
    expect(repair(root, given)).toEqual({ value, faults: [] })
  })

  it('finds unknown keys inside what it parsed', () => {
    expect(repair(root, { at: '{"x":1,"z":1}' }).faults).toEqual([
      { path: ['at'], key: 'z', known: ['x', 'y'] },
    ])
  })

  it.each([
    ['where the schema wants a string', { text: '{"x":1}' }],
    ['where the schema takes a string too', { textOrList: '[1]' }],
    ['where the schema says nothing', { any: '{"x":1}' }],
    ['that is not JSON', { at: '{x:1}' }],
    ['that holds another type than the schema wants', { at: '[1]', list: '{}' }],
    ['that holds a number', { count: '5', numberOrObject: '5' }],
    ['that holds null', { nullable: 'null' }],
    ['that is empty', { at: '', list: ' ' }],
  ])('leaves a string alone %s', (_, given) => {
    expect(repair(root, given).value).toBe(given)
  })

  it('cannot get around the depth that arguments may have', () => {
    const nested = (levels: number) => ({ list: `${'['.repeat(levels)}${']'.repeat(levels)}` })
    const free: JsonSchema = { properties: { list: { type: 'array' } } }
    expect(walk(free, nested(63), { repairDepth: 64 }).value).not.toEqual(nested(63))
    expect(walk(free, nested(64), { repairDepth: 64 }).value).toEqual(nested(64))
    expect(walk(free, nested(100_000), { repairDepth: 64 }).value).toEqual(nested(100_000))
  })

  it('parses nothing unless asked', () => {
    const given = { at: '{"x":1}' }
    expect(prune(root, given).value).toBe(given)
  })
})

describe('typeOf', () => {
  it.each([
    [null, 'null'],
    [[], 'array'],
    [{}, 'object'],
    ['', 'string'],
    [1, 'number'],
    [true, 'boolean'],
  ])('names %j: %s', (value, type) => {
    expect(typeOf(value)).toBe(type)
  })
})

describe('acceptedTypes', () => {
  it.each<[JsonSchema, string[]]>([
    [{ type: 'string' }, ['string']],
    [{ type: ['string', 'null'] }, ['string', 'null']],
    [{ const: 1 }, ['number']],
    [{ enum: ['a', null, 1] }, ['string', 'null', 'number']],
    [{ anyOf: [{ type: 'string' }, { oneOf: [{ type: 'null' }] }] }, ['string', 'null']],
    [{ allOf: [{ type: 'object' }, { properties: {} }] }, ['object']],
    [{ properties: {} }, ['object']],
    [{ $ref: '#/$defs/A' }, ['array']],
    [{}, ['any']],
  ])('says of %j: %j', (schema, types) => {
    expect([...acceptedTypes(schema, { $defs: { A: { type: 'array' } } })]).toEqual(types)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { JsonSchema } from '../schema/json-schema.ts'
import { type Schema, toJsonSchema } from '../schema/schema.ts'
import { type TextEntry, fromText, fromTexts } from './from-texts.ts'

const read = (schema: Schema, ...entries: TextEntry[]) =>
  fromTexts(toJsonSchema(schema, 'input'), entries)

describe('fromText', () => {
  it.each<[string, JsonSchema, string, unknown]>([
    ['a number', { type: 'number' }, '0.5', 0.5],
    ['a signed number', { type: 'number' }, '+0.4', 0.4],
    ['a negative number', { type: 'integer' }, '-3', -3],
    ['a number with an exponent', { type: 'number' }, '1e3', 1000],
    ['true', { type: 'boolean' }, 'true', true],
    ['false', { type: 'boolean' }, 'false', false],
    ['null', { type: ['integer', 'null'] }, 'null', null],
    ['an object', { type: 'object' }, '{"a":1}', { a: 1 }],
    ['a string that looks like a number', { type: 'string' }, '007', '007'],
    ['a string that looks like JSON', { type: 'string' }, '{"a":1}', '{"a":1}'],
    ['the empty string', { type: 'string' }, '', ''],
    ['JSON where the schema says nothing', {}, '[1]', [1]],
    ['text where the schema says nothing', {}, 'hello', 'hello'],
    ['a string where a number is fine too', { type: ['string', 'number'] }, '5', '5'],
    ['a number of an enum', { enum: [1, 2] }, '2', 2],
    [
      'a number where only one word is fine too',
      { anyOf: [{ const: 'auto' }, { type: 'number' }] },
      '5',
      5,
    ],
    ['that word', { anyOf: [{ const: 'auto' }, { type: 'number' }] }, 'auto', 'auto'],
    ['a number of a mixed enum', { enum: ['auto', 1] }, '1', 1],
    ['a word of a mixed enum', { enum: ['auto', 1] }, 'auto', 'auto'],
    ['a word that looks like a number', { enum: ['1', 2] }, '1', '1'],
  ])('reads %s', (_, schema, text, value) => {
    expect(fromText(schema, schema, text)).toEqual(value)
  })

  it.each<[string, JsonSchema, string]>([
    ['a word for a number', { type: 'number' }, 'many'],
    ['nothing for a number', { type: 'number' }, ''],
    ['a hexadecimal number', { type: 'number' }, '0x10'],
    ['Infinity', { type: 'number' }, 'Infinity'],
    ['a number too large to hold', { type: 'number' }, '1e999'],
    ['yes for true', { type: 'boolean' }, 'yes'],
    ['1 for true', { type: 'boolean' }, '1'],
    ['broken JSON for an object', { type: 'object' }, '{a:1}'],
  ])('leaves %s as text, for the schema to refuse', (_, schema, text) => {
    expect(fromText(schema, schema, text)).toBe(text)
  })

  it('gives back every number and boolean that was written down, and every string as it is', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.string(),
        (number, flag, text) => {
          expect(fromText({ type: 'number' }, {}, String(number))).toBe(number === 0 ? 0 : number)
          expect(fromText({ type: 'boolean' }, {}, String(flag))).toBe(flag)
          expect(fromText({ type: 'string' }, {}, text)).toBe(text)
        },
      ),
    )
  })
})

describe('fromTexts', () => {
  const schema = z.object({
    id: z.string(),
    limit: z.int().optional(),
    tags: z.array(z.string()).optional(),
    sizes: z.array(z.int()).optional(),
    where: z
      .object({ x: z.number(), name: z.string(), near: z.object({ km: z.number() }).optional() })
      .optional(),
    style: z.object({ name: z.string(), size: z.int() }).nullable().optional(),
    notes: z.array(z.string()).nullable().optional(),
    labels: z.record(z.string(), z.string()).optional(),
    'dotted.name': z.int().optional(),
  })

  it.each<[string, readonly TextEntry[], unknown]>([
    [
      'each text as its argument wants it',
      [
        ['id', '5'],
        ['limit', '5'],
      ],
      { id: '5', limit: 5 },
    ],
    ['one text of a list as a list', [['tags', 'a']], { tags: ['a'] }],
    [
      'repeated texts as a list',
      [
        ['sizes', '1'],
        ['sizes', '2'],
      ],
      { sizes: [1, 2] },
    ],
    ['a list in JSON', [['sizes', '[1,2]']], { sizes: [1, 2] }],
    ['a text that only begins like a list in JSON', [['tags', '[draft]']], { tags: ['[draft]'] }],
    ['an object in JSON', [['where', '{"x":1}']], { where: { x: 1 } }],
    [
      'dotted names as an object',
      [
        ['where.x', '1'],
        ['where.name', '1'],
        ['where.near.km', '2'],
      ],
      { where: { x: 1, name: '1', near: { km: 2 } } },
    ],
    [
      'dotted names over an object in JSON',
      [
        ['where', '{"x":1,"name":"a"}'],
        ['where.name', '7'],
      ],
      { where: { x: 1, name: '7' } },
    ],
    [
      'dotted names of an object that may be null',
      [
        ['style.name', '7'],
        ['style.size', '7'],
      ],
      { style: { name: '7', size: 7 } },
    ],
    [
      'texts of a list that may be null',
      [
        ['notes', '7'],
        ['notes', 'true'],
      ],
      { notes: ['7', 'true'] },
    ],
    [
      'dotted names of a record',
      [
        ['labels.a', '7'],
        ['labels.b', 'x'],
      ],
      { labels: { a: '7', b: 'x' } },
    ],
    ['a name that really has a dot', [['dotted.name', '5']], { 'dotted.name': 5 }],
    [
      'an unknown name, to be refused by name',
      [
        ['nope', '5'],
        ['no.pe', '5'],
      ],
      { nope: 5, no: { pe: 5 } },
    ],
    [
      'a text given twice where one is wanted, to be refused',
      [
        ['id', 'a'],
        ['id', 'b'],
      ],
      { id: ['a', 'b'] },
    ],
    ['nothing', [], {}],
  ])('reads %s', (_, entries, args) => {
    expect(read(schema, ...entries)).toEqual(args)
  })

  it('reads into a recursive schema from anywhere', () => {
    const Node = z.object({
      name: z.string(),
      get next() {
        return Node.optional()
      },
      get meta() {
        return z.object({ owner: Node.optional() }).optional()
      },
    })
    expect(
      read(Node, ['next.next.name', '5'], ['meta.owner.name', '5'], ['meta.owner.next.name', '5']),
    ).toEqual({
      next: { next: { name: '5' } },
      meta: { owner: { name: '5', next: { name: '5' } } },
    })
  })

  it('keeps names that every object inherits as plain members', () => {
    const args = read(
      schema,
      ['__proto__', '{"id":"x"}'],
      ['where', '{"__proto__":{"x":1}}'],
      ['where.name', 'a'],
      ['constructor', '1'],
    )
    expect(Object.keys(args)).toEqual(['__proto__', 'where', 'constructor'])
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype)
    expect(JSON.stringify(args.where)).toBe('{"__proto__":{"x":1},"name":"a"}')
  })

  it('keeps a name of more levels than arguments may have as one name, to be refused', () => {
    const name = `where${'.x'.repeat(8_000)}`
    expect(Object.keys(read(schema, [name, '1']))).toEqual([name])
  })

  it('never throws, whatever the names and texts', () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom('where.x', 'where..', '.where', 'where.', '__proto__.x', 'tags.0', 'id.x'),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string()), { maxLength: 5 }), (entries) => {
        expect(read(schema, ...entries)).toBeTypeOf('object')
      }),
    )
  })
})

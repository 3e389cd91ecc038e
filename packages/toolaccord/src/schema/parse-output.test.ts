import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseOutput } from '../../test/parse.ts'
import { closeObjects } from './close-objects.ts'
import { fromJsonSchema } from './from-json-schema.ts'
import { type Schema, toJsonSchema } from './schema.ts'

const libraries: Record<string, Schema> = {
  zod: z.object({
    id: z.string(),
    tags: z.array(z.object({ name: z.string() })),
    style: z.object({ bold: z.boolean().optional() }).optional(),
    free: z.unknown().optional(),
  }),
  arktype: type({
    id: 'string',
    tags: type({ name: 'string' }).array(),
    'style?': { 'bold?': 'boolean' },
    'free?': 'unknown',
  }),
  valibot: toStandardJsonSchema(
    v.object({
      id: v.string(),
      tags: v.array(v.object({ name: v.string() })),
      style: v.optional(v.object({ bold: v.optional(v.boolean()) })),
      free: v.optional(v.unknown()),
    }),
  ),
  'JSON Schema': fromJsonSchema({
    type: 'object',
    properties: {
      id: { type: 'string' },
      tags: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
      style: { type: 'object', properties: { bold: { type: 'boolean' } } },
      free: {},
    },
    required: ['id', 'tags'],
  }),
}

const parse = (schema: Schema, data: unknown) =>
  parseOutput(schema, closeObjects(toJsonSchema(schema, 'output')), data)

describe.each(Object.entries(libraries))('parseOutput with %s', (_, schema) => {
  it('gives what the schema names and lets nothing else out', async () => {
    const data = { id: 'n1', tags: [{ name: 'a', secret: 'SECRET-123' }], secret: 'SECRET-123' }
    expect(await parse(schema, data)).toEqual({
      ok: true,
      value: { id: 'n1', tags: [{ name: 'a' }] },
    })
    expect(data.secret).toBe('SECRET-123')
  })

  it('takes out what JSON cannot hold when the schema does not name it', async () => {
    expect(await parse(schema, { id: 'n1', tags: [], rowId: 10n, save: () => {} })).toEqual({
      ok: true,
      value: { id: 'n1', tags: [] },
    })
  })

  it.each([
    ['a key is missing', { tags: [] }],
    ['a type is wrong', { id: 1, tags: [] }],
    ['a type is wrong deep inside', { id: 'n1', tags: [{ name: 1 }] }],
    ['there is no data', undefined],
  ])('refuses data in which %s', async (_, data) => {
    expect(await parse(schema, data)).toMatchObject({ ok: false })
  })

  it('speaks of data, not of arguments', async () => {
    const issues = [{ message: "The data lacks 'tags[0].name'." }]
    expect(await parse(schema, { id: 'n1', tags: [{}] })).toMatchObject({ ok: false, issues })
  })

  it.each([
    ['null', null],
    ['nothing', undefined],
    ['any JSON', { deep: [1, 'a', true, null, { x: -0 }] }],
  ])('lets %s through where the schema says nothing', async (_, free) => {
    expect(await parse(schema, { id: 'n1', tags: [], free })).toEqual({
      ok: true,
      value: { id: 'n1', tags: [], free },
    })
  })
})

describe('parseOutput', () => {
  const schema = z.object({ free: z.unknown() })

  it.each([
    ['a bigint', { a: [10n] }, 'free.a[0]'],
    ['a function', { a: () => 1 }, 'free.a'],
    ['a symbol', { a: Symbol('mark') }, 'free.a'],
    ['not a number', [Number.NaN], 'free[0]'],
    ['an infinite number', Infinity, 'free'],
  ])('finds %s, which JSON cannot hold', async (_, free, path) => {
    expect(await parse(schema, { free })).toEqual({
      ok: false,
      issues: [{ reason: 'malformed_input', message: `'${path}' is not JSON.` }],
    })
  })

  it('finds a cycle, through lists as well', async () => {
    const loop: Record<string, unknown> = {}
    loop.list = [loop, loop]
    expect(await parse(schema, { free: loop })).toMatchObject({
      ok: false,
      issues: [{ message: expect.stringMatching(/^'free\.list\[0\].* is not JSON\.$/) }],
    })
  })

  it('parses: defaults are filled in and values transformed', async () => {
    const transforming = z.object({
      n: z.string().transform(Number).pipe(z.number()),
      d: z.int().default(3),
    })
    expect(await parse(transforming, { n: '5' })).toEqual({ ok: true, value: { n: 5, d: 3 } })
  })

  it('keeps the keys of an open object and of a record', async () => {
    const open = z.object({
      loose: z.looseObject({ a: z.number() }),
      record: z.record(z.string(), z.object({ n: z.number() })),
    })
    expect(await parse(open, { loose: { a: 1, b: 2 }, record: { x: { n: 1, m: 2 } } })).toEqual({
      ok: true,
      value: { loose: { a: 1, b: 2 }, record: { x: { n: 1 } } },
    })
  })

  it('prunes the branch of a union, in a library that keeps undeclared keys', async () => {
    const either = type({
      shape: type({ kind: "'circle'", r: 'number' }).or({ kind: "'square'", w: 'number' }),
    })
    expect(await parse(either, { shape: { kind: 'square', w: 2, r: 1, secret: 1 } })).toEqual({
      ok: true,
      value: { shape: { kind: 'square', w: 2 } },
    })
  })

  it('refuses a list for an object in a library that lets it through', async () => {
    const lenient = type({ style: { 'bold?': 'boolean' } })
    expect(await parse(lenient, { style: [] })).toMatchObject({
      ok: false,
      issues: [{ path: 'style', message: "'style' must be object { bold? }, not an array." }],
    })
  })

  it('prunes an instance of a class to plain data', async () => {
    class Row {
      readonly id = 'n1'
      readonly password = 'SECRET-123'
    }
    const { ok, ...rest } = await parse(type({ row: { id: 'string' } }), { row: new Row() })
    expect(ok).toBe(true)
    expect(JSON.stringify(rest)).toBe('{"value":{"row":{"id":"n1"}}}')
  })
})

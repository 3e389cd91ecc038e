import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseInput } from '../../test/parse.ts'
import { closeObjects } from './close-objects.ts'
import { fromJsonSchema } from './from-json-schema.ts'
import type { InputIssue } from './input-issue.ts'
import { type Schema, toJsonSchema } from './schema.ts'

/** One input, written in each library. */
const libraries: Record<string, Schema> = {
  zod: z.object({
    id: z.string().min(1),
    limit: z.int().min(1).max(50).default(20),
    tags: z.array(z.string()).optional(),
    where: z
      .object({
        x: z.number(),
        near: z
          .object({ km: z.number().max(10) })
          .nullable()
          .optional(),
      })
      .optional(),
    style: z.object({ bold: z.boolean().optional() }).optional(),
    byName: z.record(z.string(), z.object({ n: z.number() })).optional(),
  }),
  arktype: type({
    id: 'string > 0',
    limit: '1 <= number.integer <= 50 = 20',
    'tags?': 'string[]',
    'where?': { x: 'number', 'near?': type({ km: 'number <= 10' }).or('null') },
    'style?': { 'bold?': 'boolean' },
    'byName?': { '[string]': { n: 'number' } },
  }),
  valibot: toStandardJsonSchema(
    v.object({
      id: v.pipe(v.string(), v.minLength(1)),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)), 20),
      tags: v.optional(v.array(v.string())),
      where: v.optional(
        v.object({
          x: v.number(),
          near: v.optional(v.nullable(v.object({ km: v.pipe(v.number(), v.maxValue(10)) }))),
        }),
      ),
      style: v.optional(v.object({ bold: v.optional(v.boolean()) })),
      byName: v.optional(v.record(v.string(), v.object({ n: v.number() }))),
    }),
  ),
  'JSON Schema': fromJsonSchema({
    type: 'object',
    properties: {
      id: { type: 'string', minLength: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
      tags: { type: 'array', items: { type: 'string' } },
      where: {
        type: 'object',
        properties: {
          x: { type: 'number' },
          near: {
            anyOf: [
              {
                type: 'object',
                properties: { km: { type: 'number', maximum: 10 } },
                required: ['km'],
              },
              { type: 'null' },
            ],
          },
        },
        required: ['x'],
      },
      style: { type: 'object', properties: { bold: { type: 'boolean' } } },
      byName: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: { n: { type: 'number' } },
          required: ['n'],
        },
      },
    },
    required: ['id'],
  }),
}

const parse = (schema: Schema, args: unknown) =>
  parseInput(schema, closeObjects(toJsonSchema(schema, 'input')), args, 64)

async function issuesOf(schema: Schema, args: unknown): Promise<readonly InputIssue[]> {
  const parsed = await parse(schema, args)
  return parsed.ok ? [] : parsed.issues
}

describe.each(Object.entries(libraries))('parseInput with %s', (_, schema) => {
  it.each([
    ['the required keys alone', { id: 'n1' }, { id: 'n1', limit: 20 }],
    [
      'every key',
      { id: 'n1', limit: 5, tags: ['a'], where: { x: 1, near: { km: 2 } } },
      { id: 'n1', limit: 5, tags: ['a'], where: { x: 1, near: { km: 2 } } },
    ],
    [
      'null for an optional argument as absent',
      { id: 'n1', limit: null, tags: null, where: null },
      { id: 'n1', limit: 20 },
    ],
    [
      'null for an optional property deep inside as absent',
      { id: 'n1', style: { bold: null } },
      { id: 'n1', limit: 20, style: {} },
    ],
    [
      'null where it is allowed',
      { id: 'n1', where: { x: 1, near: null } },
      { id: 'n1', limit: 20, where: { x: 1, near: null } },
    ],
    [
      'an object in a string',
      { id: 'n1', where: '{"x":1}' },
      { id: 'n1', limit: 20, where: { x: 1 } },
    ],
    [
      'a list in a string',
      { id: 'n1', tags: '["a","b"]' },
      { id: 'n1', limit: 20, tags: ['a', 'b'] },
    ],
    ['JSON in a string where a string is wanted', { id: '{"x":1}' }, { id: '{"x":1}', limit: 20 }],
  ])('takes %s', async (_, args, value) => {
    expect(await parse(schema, args)).toEqual({ ok: true, value })
  })

  const bad: readonly (readonly [string, unknown, readonly Partial<InputIssue>[]])[] = [
    [
      'an unknown key',
      { id: 'n1', limt: 5 },
      [
        {
          reason: 'invalid_argument',
          path: 'limt',
          message: "Unknown argument 'limt'.",
          hint: expect.stringMatching(/^Did you mean 'limit'\? Accepted: id, .*where/),
        },
      ],
    ],
    [
      'a nested unknown key',
      { id: 'n1', where: { x: 1, neer: null } },
      [
        {
          reason: 'invalid_argument',
          path: 'where.neer',
          message: "Unknown key 'neer'.",
          hint: "Did you mean 'near'? Accepted: x, near.",
        },
      ],
    ],
    [
      'an unknown key in an object that may be null',
      { id: 'n1', where: { x: 1, near: { km: 1, kn: 2 } } },
      [{ path: 'where.near.kn' }],
    ],
    [
      'an unknown key in JSON in a string',
      { id: 'n1', where: '{"x":1,"neer":null}' },
      [{ path: 'where.neer' }],
    ],
    [
      'an unknown key in a record',
      { id: 'n1', byName: { 'a b': { n: 1, m: 1 } } },
      [{ path: 'byName["a b"].m' }],
    ],
    [
      'a missing key',
      {},
      [{ reason: 'missing_argument', path: 'id', message: "Missing required argument 'id'." }],
    ],
    [
      'a nested missing key',
      { id: 'n1', where: {} },
      [{ reason: 'missing_argument', path: 'where.x' }],
    ],
    [
      'a missing key under a numeric name',
      { id: 'n1', byName: { 5: {} } },
      [{ reason: 'missing_argument', path: 'byName.5.n' }],
    ],
    [
      'a wrong type',
      { id: 7 },
      [
        {
          reason: 'wrong_type',
          path: 'id',
          message: "'id' must be string (at least 1 character), not a number.",
        },
      ],
    ],
    [
      'a wrong type in a list',
      { id: 'n1', tags: ['a', 2] },
      [
        {
          reason: 'wrong_type',
          path: 'tags[1]',
          message: "'tags[1]' must be string, not a number.",
        },
      ],
    ],
    [
      'a list for an object',
      { id: 'n1', where: [] },
      [
        {
          reason: 'wrong_type',
          path: 'where',
          message: "'where' must be object { x, near? }, not an array.",
        },
      ],
    ],
    [
      'null in an array',
      { id: 'n1', tags: [null] },
      [
        {
          reason: 'wrong_type',
          path: 'tags[0]',
          message: "'tags[0]' must be string, not null.",
        },
      ],
    ],
    [
      'null for a string',
      { id: null },
      [
        {
          reason: 'wrong_type',
          path: 'id',
          message: "'id' must be string (at least 1 character), not null.",
        },
      ],
    ],
    [
      'a number in a string',
      { id: 'n1', limit: '5' },
      [
        {
          reason: 'wrong_type',
          path: 'limit',
          message: "'limit' must be integer from 1 to 50, not a string.",
        },
      ],
    ],
    [
      'a value over its range',
      { id: 'n1', limit: 51 },
      [{ reason: 'invalid_argument', path: 'limit', hint: 'Accepted: integer from 1 to 50.' }],
    ],
    [
      'a value under its range',
      { id: 'n1', limit: 0 },
      [{ reason: 'invalid_argument', path: 'limit', hint: 'Accepted: integer from 1 to 50.' }],
    ],
    [
      'a fraction for an integer',
      { id: 'n1', limit: 1.5 },
      [{ path: 'limit', hint: 'Accepted: integer from 1 to 50.' }],
    ],
    [
      'a string that is too short',
      { id: '' },
      [
        {
          reason: 'invalid_argument',
          path: 'id',
          hint: 'Accepted: string (at least 1 character).',
        },
      ],
    ],
    [
      'a text that is not JSON for an object',
      { id: 'n1', where: '{x:1}' },
      [
        {
          reason: 'wrong_type',
          path: 'where',
          message: "'where' must be object { x, near? }, not a string.",
        },
      ],
    ],
    [
      'a value over its range in an object that may be null',
      { id: 'n1', where: { x: 1, near: { km: 11 } } },
      [{ reason: 'invalid_argument', path: 'where.near.km', hint: 'Accepted: number at most 10.' }],
    ],
    [
      'a wrong type in an object that may be null',
      { id: 'n1', where: { x: 1, near: { km: 'far' } } },
      [
        {
          reason: 'wrong_type',
          path: 'where.near.km',
          message: "'where.near.km' must be number at most 10, not a string.",
        },
      ],
    ],
    [
      'a missing key in an object that may be null',
      { id: 'n1', where: { x: 1, near: {} } },
      [{ reason: 'missing_argument', path: 'where.near.km' }],
    ],
    [
      'a number for an object that may be null',
      { id: 'n1', where: { x: 1, near: 1 } },
      [
        {
          reason: 'wrong_type',
          path: 'where.near',
          message: "'where.near' must be object { km } or null, not a number.",
        },
      ],
    ],
    [
      'a list for an object without required keys',
      { id: 'n1', style: [] },
      [
        {
          reason: 'wrong_type',
          path: 'style',
          message: "'style' must be object { bold? }, not an array.",
        },
      ],
    ],
    [
      'several faults at once',
      { limit: 99, where: {}, limt: 1 },
      [{ path: 'limt' }, { path: 'id' }, { path: 'limit' }, { path: 'where.x' }],
    ],
  ]

  it.each(bad)('refuses %s', async (_, args, expected) => {
    const issues = await issuesOf(schema, args)
    expect(byPath(issues)).toMatchObject(byPath(expected))
    expect(issues).toHaveLength(expected.length)
  })

  it('refuses keys that every object inherits, by name', async () => {
    const args: unknown = JSON.parse('{"id":"n1","__proto__":{"limit":5},"constructor":1}')
    const issues = await issuesOf(schema, args)
    expect(issues.map(({ path }) => path)).toEqual(['__proto__', 'constructor'])
  })

  it('does not echo a key of any length', async () => {
    const [issue] = await issuesOf(schema, { id: 'n1', ['k'.repeat(100_000)]: 1 })
    expect(JSON.stringify(issue).length).toBeLessThan(400)
  })
})

/** Libraries report the faults of one input in different orders. */
const byPath = (issues: readonly Partial<InputIssue>[]) =>
  issues.toSorted((a, b) => (a.path ?? '').localeCompare(b.path ?? ''))

describe('parseInput', () => {
  it('ends every message of a library as a sentence and says where it is about', async () => {
    const schema = z.object({ a: z.string().refine(() => false, 'No good') })
    expect(await issuesOf(schema, { a: 'x' })).toEqual([
      {
        reason: 'invalid_argument',
        message: "'a': No good.",
        path: 'a',
        hint: 'Accepted: string.',
      },
    ])
  })

  it('keeps the message of a rule about an optional key that is absent', async () => {
    const schema = z
      .object({ a: z.string().optional(), b: z.string().optional() })
      .refine(({ a, b }) => a ?? b, { path: ['b'], error: 'Give a or b' })
    expect(await issuesOf(schema, {})).toEqual([
      {
        reason: 'invalid_argument',
        message: "'b': Give a or b.",
        path: 'b',
        hint: 'Accepted: string.',
      },
    ])
  })

  it('reports a rule about the whole input without a path', async () => {
    const schema = z
      .object({ from: z.int(), to: z.int() })
      .refine(({ from, to }) => from <= to, 'from must not be after to')
    expect(await issuesOf(schema, { from: 2, to: 1 })).toEqual([
      {
        reason: 'invalid_argument',
        message: 'from must not be after to.',
        hint: 'Accepted: object { from, to }.',
      },
    ])
  })

  it('refuses an input that is not an object, without a path', async () => {
    const [issue] = await issuesOf(z.object({ id: z.string() }), [])
    expect(issue).toEqual({
      reason: 'wrong_type',
      message: 'The input must be object { id }, not an array.',
      hint: 'Accepted: object { id }.',
    })
  })

  it('takes an asynchronous rule', async () => {
    const schema = z.object({ id: z.string().refine(async (id) => id !== 'taken', 'It is taken') })
    expect(await parse(schema, { id: 'free' })).toEqual({ ok: true, value: { id: 'free' } })
    expect(await issuesOf(schema, { id: 'taken' })).toMatchObject([
      { path: 'id', message: "'id': It is taken." },
    ])
  })

  it('reports a hundred problems at most and counts the rest', async () => {
    const schema = z.object({ list: z.array(z.string()) })
    const list = Array.from({ length: 1_000 }, () => 1)
    const unknown = Array.from({ length: 60 }, (_, index) => [`k${index}`, 1])
    const issues = await issuesOf(schema, { list, ...Object.fromEntries(unknown) })
    expect(issues).toHaveLength(100)
    expect(issues.slice(58, 62).map(({ path }) => path)).toEqual([
      'k58',
      'k59',
      'list[0]',
      'list[1]',
    ])
    expect(issues.at(-1)).toEqual({
      reason: 'invalid_argument',
      message: 'There are 961 more problems.',
    })
  })

  it('does not change what the caller gave', async () => {
    const args = Object.freeze({ id: 'n1', where: '{"x":1}', more: 1 })
    for (const schema of Object.values(libraries)) await parse(schema, args)
    expect(args).toEqual({ id: 'n1', where: '{"x":1}', more: 1 })
  })
})

import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseInput } from '../../test/parse.ts'
import { closeObjects } from './close-objects.ts'
import { type Schema, toJsonSchema } from './schema.ts'

const Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree).default([])
  },
})
const NamedTree = z
  .object({
    name: z.string(),
    get children() {
      return z.array(NamedTree)
    },
  })
  .meta({ id: 'NamedTree' })
const Named = z.object({ a: z.string() }).meta({ id: 'Part' })
const Shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), r: z.number() }),
  z.object({ kind: z.literal('square'), w: z.number() }),
])

interface Example {
  readonly schema: Schema
  /** Inputs with what comes out of them. */
  readonly good: readonly (readonly [unknown, unknown])[]
  /** Inputs with the paths of their problems. */
  readonly bad: readonly (readonly [unknown, readonly (string | undefined)[]])[]
}

const examples: Record<string, Example> = {
  'a plain object': {
    schema: z.object({ a: z.string(), b: z.object({ c: z.number() }).optional() }),
    good: [[{ a: 'x' }, { a: 'x' }]],
    bad: [
      [{ a: 'x', d: 1 }, ['d']],
      [{ a: 'x', b: { c: 1, d: 1 } }, ['b.d']],
    ],
  },
  'a strict object': {
    schema: z.strictObject({ a: z.string(), b: z.strictObject({ c: z.number() }).optional() }),
    good: [
      [
        { a: 'x', b: { c: 1 } },
        { a: 'x', b: { c: 1 } },
      ],
    ],
    bad: [
      [{ a: 'x', d: 1 }, ['d']],
      [{ a: 'x', b: { c: 1, d: 1 } }, ['b.d']],
    ],
  },
  'a loose object': {
    schema: z.looseObject({ a: z.string(), b: z.object({ c: z.number() }).optional() }),
    good: [
      [
        { a: 'x', d: { e: 1 } },
        { a: 'x', d: { e: 1 } },
      ],
    ],
    bad: [
      [{ d: 1 }, ['a']],
      [{ a: 'x', b: { c: 1, d: 1 } }, ['b.d']],
    ],
  },
  'a catch-all': {
    schema: z.object({ a: z.string() }).catchall(z.object({ n: z.number() })),
    good: [
      [
        { a: 'x', b: { n: 1 } },
        { a: 'x', b: { n: 1 } },
      ],
    ],
    bad: [
      [{ a: 'x', b: { n: 'y' } }, ['b.n']],
      [{ a: 'x', b: { n: 1, m: 1 } }, ['b.m']],
    ],
  },
  'a union': {
    schema: z.object({
      u: z.union([z.object({ id: z.string() }), z.object({ name: z.string() }), z.number()]),
    }),
    good: [
      [{ u: 1 }, { u: 1 }],
      [{ u: { name: 'x' } }, { u: { name: 'x' } }],
    ],
    bad: [
      [{ u: { name: 'x', more: 1 } }, ['u.more']],
      [{ u: true }, ['u']],
      [{ u: [] }, ['u']],
    ],
  },
  'a discriminated union': {
    schema: z.object({ s: Shape }),
    good: [
      [{ s: { kind: 'square', w: 1 } }, { s: { kind: 'square', w: 1 } }],
      [{ s: '{"kind":"circle","r":1}' }, { s: { kind: 'circle', r: 1 } }],
    ],
    bad: [
      [{ s: { kind: 'square', w: 1, r: 1 } }, ['s.r']],
      [{ s: { kind: 'square' } }, ['s.w']],
      [{ s: { kind: 'star' } }, ['s.kind']],
      [{ s: { kind: 'circle', r: 'x' } }, ['s.r']],
    ],
  },
  'an intersection': {
    schema: z.object({ x: z.object({ a: z.string() }).and(z.object({ b: z.number() })) }),
    good: [[{ x: { a: 'x', b: 1 } }, { x: { a: 'x', b: 1 } }]],
    bad: [
      [{ x: { a: 'x', b: 1, c: 1 } }, ['x.c']],
      [{ x: { a: 'x' } }, ['x.b']],
    ],
  },
  'an intersection of strict objects': {
    schema: z.object({
      x: z.strictObject({ a: z.string() }).and(z.strictObject({ b: z.number() })),
    }),
    good: [[{ x: { a: 'x', b: 1 } }, { x: { a: 'x', b: 1 } }]],
    bad: [[{ x: { a: 'x', b: 1, c: 1 } }, ['x.c']]],
  },
  'an intersection with a named part': {
    schema: z.object({ x: Named.and(z.object({ b: z.number() })), alone: Named.optional() }),
    good: [
      [
        { x: { a: 'x', b: 1 }, alone: { a: 'x' } },
        { x: { a: 'x', b: 1 }, alone: { a: 'x' } },
      ],
    ],
    bad: [
      [{ x: { a: 'x', b: 1, c: 1 } }, ['x.c']],
      [{ x: { a: 1, b: 1 } }, ['x.a']],
      [{ x: { a: 'x', b: 1 }, alone: { a: 'x', b: 1 } }, ['alone.b']],
    ],
  },
  'a recursive getter': {
    schema: Tree,
    good: [
      [
        { name: 'a', children: [{ name: 'b' }] },
        { name: 'a', children: [{ name: 'b', children: [] }] },
      ],
    ],
    bad: [
      [
        { name: 'a', children: [{ name: 'b', children: [{ nmae: 'c' }] }] },
        ['children[0].children[0].nmae', 'children[0].children[0].name'],
      ],
    ],
  },
  'a named recursive getter': {
    schema: NamedTree,
    good: [
      [
        { name: 'a', children: [] },
        { name: 'a', children: [] },
      ],
    ],
    bad: [
      [{ name: 'a', children: [{ name: 'b', children: [], more: 1 }] }, ['children[0].more']],
      [{ name: 'a', childern: [] }, ['childern', 'children']],
    ],
  },
  'a record': {
    schema: z.object({
      r: z.record(z.string(), z.object({ n: z.number() })),
      e: z.partialRecord(z.enum(['a', 'b']), z.number()).optional(),
    }),
    good: [
      [
        { r: { any: { n: 1 } }, e: { a: 1 } },
        { r: { any: { n: 1 } }, e: { a: 1 } },
      ],
    ],
    bad: [
      [{ r: { any: { n: 1, m: 1 } } }, ['r.any.m']],
      [{ r: { any: { n: 'x' } } }, ['r.any.n']],
    ],
  },
  'a tuple': {
    schema: z.object({ t: z.tuple([z.string(), z.object({ n: z.number() })]).rest(z.boolean()) }),
    good: [
      [{ t: ['a', { n: 1 }, true] }, { t: ['a', { n: 1 }, true] }],
      [{ t: '["a",{"n":1}]' }, { t: ['a', { n: 1 }] }],
    ],
    bad: [
      [{ t: ['a', { n: 1, m: 1 }] }, ['t[1].m']],
      [{ t: ['a', { n: 1 }, 'x'] }, ['t[2]']],
      [{ t: { 0: 'a' } }, ['t']],
    ],
  },
  'a nullable object': {
    schema: z.object({ n: z.object({ a: z.number() }).nullable() }),
    good: [
      [{ n: null }, { n: null }],
      [{ n: { a: 1 } }, { n: { a: 1 } }],
    ],
    bad: [
      [{ n: { a: 1, b: 1 } }, ['n.b']],
      [{}, ['n']],
      [{ n: 'null' }, ['n']],
    ],
  },
  defaults: {
    schema: z.object({
      d: z.int().default(3),
      o: z.object({ x: z.int().default(1) }).prefault({}),
    }),
    good: [
      [{}, { d: 3, o: { x: 1 } }],
      [{ o: {} }, { d: 3, o: { x: 1 } }],
    ],
    bad: [
      [{ d: 'three' }, ['d']],
      [{ o: { y: 1 } }, ['o.y']],
    ],
  },
  transforms: {
    schema: z.object({
      n: z.string().transform(Number),
      list: z
        .object({ csv: z.string() })
        .transform(({ csv }) => csv.split(','))
        .optional(),
    }),
    good: [
      [
        { n: '5', list: { csv: 'a,b' } },
        { n: 5, list: ['a', 'b'] },
      ],
    ],
    bad: [
      [{ n: 5 }, ['n']],
      [{ n: '5', list: { csv: 'a', more: 1 } }, ['list.more']],
    ],
  },
}

describe.each(Object.entries(examples))('parseInput with %s of Zod', (_, { schema, good, bad }) => {
  const shown = closeObjects(toJsonSchema(schema, 'input'))
  const isShown = new Ajv2020({ strict: false, validateFormats: false }).compile(shown)

  it.each(good)('takes %j', async (args, value) => {
    expect(await parseInput(schema, shown, args, 64)).toEqual({ ok: true, value })
  })

  it.each(bad)('refuses %j at %j', async (args, paths) => {
    const parsed = await parseInput(schema, shown, args, 64)
    const issues = parsed.ok ? [] : parsed.issues
    expect(issues.map(({ path }) => path)).toEqual(paths)
  })

  it('is shown as it runs', () => {
    const plain = good.filter(([args]) => !JSON.stringify(args).includes('\\"'))
    expect(plain.map(([args]) => isShown(args))).toEqual(plain.map(() => true))
    expect(bad.map(([args]) => isShown(args))).toEqual(bad.map(() => false))
  })
})

describe('parseInput with a coercion of Zod', () => {
  it('leaves coercing to the schema of a tool that asks for it', async () => {
    const schema = z.object({ n: z.coerce.number(), m: z.number() })
    const shown = closeObjects(toJsonSchema(schema, 'input'))
    expect(await parseInput(schema, shown, { n: '5', m: 5 }, 64)).toEqual({
      ok: true,
      value: { n: 5, m: 5 },
    })
    expect(await parseInput(schema, shown, { n: '5', m: '5' }, 64)).toMatchObject({
      ok: false,
      issues: [{ path: 'm' }],
    })
  })
})

import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type } from 'arktype'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseInput, parseOutput } from '../../test/parse.ts'
import { isRecord } from '../json/json.ts'
import { closeObjects } from './close-objects.ts'
import { fromJsonSchema } from './from-json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { type Schema, toJsonSchema } from './schema.ts'

/** The shape of a schema, from which each library makes its own. */
type Shape =
  | { readonly leaf: 'string' | 'number' | 'boolean' }
  | { readonly list: Shape }
  | { readonly nullable: Shape }
  | ObjectShape

interface ObjectShape {
  readonly members: Readonly<Record<string, Member>>
}

interface Member {
  readonly shape: Shape
  readonly optional: boolean
}

const name = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/),
  fc.constantFrom('a b', 'a.b', '0', '~1'),
)

const { shape: anyShape, object: objectShape } = fc.letrec<{ shape: Shape; object: ObjectShape }>(
  (tie) => ({
    shape: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({
        leaf: fc.constantFrom('string' as const, 'number' as const, 'boolean' as const),
      }),
      fc.record({ list: tie('shape') }),
      tie('object').map((nullable) => ({ nullable })),
      tie('object'),
    ),
    object: fc.record({
      members: fc.dictionary(name, fc.record({ shape: tie('shape'), optional: fc.boolean() }), {
        minKeys: 1,
        maxKeys: 4,
        noNullPrototype: true,
      }),
    }),
  }),
)

const leaves = { string: fc.string(), number: fc.integer(), boolean: fc.boolean() }

const requiredKeys = ({ members }: ObjectShape) =>
  Object.keys(members).filter((key) => members[key]?.optional === false)

/** A value that fits, drawn from the same shape. */
function valueOf(shape: Shape): fc.Arbitrary<unknown> {
  if ('leaf' in shape) return leaves[shape.leaf]
  if ('list' in shape) return fc.array(valueOf(shape.list), { maxLength: 3 })
  if ('nullable' in shape) return fc.option(valueOf(shape.nullable))
  const values = mapMembers(shape.members, (member) => valueOf(member.shape))
  return fc.record(values, { requiredKeys: requiredKeys(shape), noNullPrototype: true })
}

const libraries: Record<string, (shape: Shape) => Schema> = {
  zod: toZod,
  arktype: (shape) => toArk(shape),
  valibot: (shape) => toStandardJsonSchema(toValibot(shape)),
  'JSON Schema': (shape) => fromJsonSchema(toPlain(shape)),
}

function toZod(shape: Shape): z.ZodType {
  if ('leaf' in shape)
    return { string: z.string(), number: z.number(), boolean: z.boolean() }[shape.leaf]
  if ('list' in shape) return z.array(toZod(shape.list))
  if ('nullable' in shape) return toZod(shape.nullable).nullable()
  const toMember = ({ shape, optional }: Member) => {
    const member = toZod(shape)
    return optional ? member.optional() : member
  }
  return z.object(mapMembers(shape.members, toMember))
}

function toArk(shape: Shape): type.Any {
  if ('leaf' in shape) return type(shape.leaf)
  if ('list' in shape) return toArk(shape.list).array()
  if ('nullable' in shape) return toArk(shape.nullable).or('null')
  // The cast goes around a type that ArkType can only work out for a literal.
  const members = Object.entries(shape.members).map(([key, { shape, optional }]) => [
    optional ? `${key}?` : key,
    toArk(shape),
  ])
  return type(Object.fromEntries(members) as object) as type.Any
}

function toValibot(shape: Shape): v.GenericSchema {
  if ('leaf' in shape)
    return { string: v.string(), number: v.number(), boolean: v.boolean() }[shape.leaf]
  if ('list' in shape) return v.array(toValibot(shape.list))
  if ('nullable' in shape) return v.nullable(toValibot(shape.nullable))
  const toMember = ({ shape, optional }: Member) => {
    const member = toValibot(shape)
    return optional ? v.optional(member) : member
  }
  return v.object(mapMembers(shape.members, toMember))
}

function toPlain(shape: Shape): JsonSchema {
  if ('leaf' in shape) return { type: shape.leaf }
  if ('list' in shape) return { type: 'array', items: toPlain(shape.list) }
  if ('nullable' in shape) return { anyOf: [toPlain(shape.nullable), { type: 'null' }] }
  return {
    type: 'object',
    properties: mapMembers(shape.members, ({ shape }) => toPlain(shape)),
    required: requiredKeys(shape),
  }
}

function mapMembers<T>(
  members: Readonly<Record<string, Member>>,
  change: (member: Member, key: string) => T,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(members).map(([key, member]) => [key, change(member, key)]),
  )
}

/** Every object inside a value, so that an extra key can be put into any of them. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
}

/** The value as it counts: null for an optional member that does not accept it means absent. */
function withoutNulls(shape: Shape, value: unknown): unknown {
  if ('nullable' in shape) return withoutNulls(shape.nullable, value)
  if ('list' in shape && Array.isArray(value))
    return value.map((item) => withoutNulls(shape.list, item))
  if (!('members' in shape) || !isRecord(value)) return value
  const kept = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    const known = Object.hasOwn(shape.members, key) ? shape.members[key] : undefined
    if (known === undefined) return [[key, member]]
    if (member === null && known.optional && !('nullable' in known.shape)) return []
    return [[key, withoutNulls(known.shape, member)]]
  })
  return Object.fromEntries(kept)
}

/** The value with null for every optional member that it does not have. */
function withNulls(shape: Shape, value: unknown): unknown {
  if ('nullable' in shape) return withNulls(shape.nullable, value)
  if ('list' in shape && Array.isArray(value))
    return value.map((item) => withNulls(shape.list, item))
  if (!('members' in shape) || !isRecord(value)) return value
  return mapMembers(shape.members, (member, key) => {
    if (!Object.hasOwn(value, key)) return null
    return withNulls(member.shape, value[key])
  })
}

const ajv = new Ajv2020({ strict: false })
const shapeAndValue = objectShape.chain((shape) => fc.tuple(fc.constant(shape), valueOf(shape)))
const extraKey = fc.oneof(
  fc.stringMatching(/^[A-Z]{1,4}$/),
  fc.constantFrom('__proto__', 'constructor'),
)

describe.each(Object.entries(libraries))(
  'what is shown of a %s schema is what runs',
  (_, toSchema) => {
    const prepare = (shape: Shape) => {
      const schema = toSchema(shape)
      const shown = closeObjects(toJsonSchema(schema, 'input'))
      return { schema, shown, isShown: ajv.compile(shown) }
    }

    it('takes every value that fits, on both sides', async () => {
      await fc.assert(
        fc.asyncProperty(shapeAndValue, async ([shape, value]) => {
          const { schema, shown, isShown } = prepare(shape)
          expect(isShown(value), JSON.stringify(isShown.errors)).toBe(true)
          expect(await parseInput(schema, shown, value, 64)).toEqual({ ok: true, value })
          expect(await parseOutput(schema, shown, value)).toEqual({ ok: true, value })
        }),
        { numRuns: 25 },
      )
    })

    it('refuses an extra key in any object, on both sides, and lets none out', async () => {
      await fc.assert(
        fc.asyncProperty(
          shapeAndValue,
          extraKey,
          fc.nat(),
          fc.jsonValue(),
          async ([shape, value], key, index, extra) => {
            const { schema, shown, isShown } = prepare(shape)
            const changed = structuredClone(value)
            const objects = objectsIn(changed)
            Object.defineProperty(objects[index % objects.length], key, {
              value: extra,
              enumerable: true,
            })
            expect(isShown(changed)).toBe(false)
            expect(await parseInput(schema, shown, changed, 64)).toMatchObject({
              ok: false,
              issues: [{ message: expect.stringContaining(`'${key}'`) }],
            })
            expect(await parseOutput(schema, shown, changed)).toEqual({ ok: true, value })
          },
        ),
        { numRuns: 25 },
      )
    })

    it('takes null for any optional member as if it were absent', async () => {
      await fc.assert(
        fc.asyncProperty(shapeAndValue, async ([shape, value]) => {
          const { schema, shown } = prepare(shape)
          const given = withNulls(shape, value)
          expect(await parseInput(schema, shown, given, 64)).toEqual({
            ok: true,
            value: withoutNulls(shape, given),
          })
        }),
        { numRuns: 25 },
      )
    })

    it('agrees about any value at all', async () => {
      await fc.assert(
        fc.asyncProperty(
          objectShape,
          fc.dictionary(fc.string(), fc.jsonValue()),
          async (shape, value) => {
            const { schema, shown, isShown } = prepare(shape)
            expect((await parseInput(schema, shown, value, 0)).ok).toBe(
              isShown(withoutNulls(shape, value)),
            )
          },
        ),
        { numRuns: 25 },
      )
    })

    it('agrees about a value of another shape', async () => {
      await fc.assert(
        fc.asyncProperty(
          objectShape,
          anyShape.chain(valueOf),
          fc.nat(),
          async (shape, wrong, index) => {
            const { schema, shown, isShown } = prepare(shape)
            const names = Object.keys(shape.members)
            const value: Record<string, unknown> = mapMembers(shape.members, () => null)
            value[names[index % names.length] ?? ''] = wrong
            expect((await parseInput(schema, shown, value, 0)).ok).toBe(
              isShown(withoutNulls(shape, value)),
            )
          },
        ),
        { numRuns: 25 },
      )
    })
  },
)

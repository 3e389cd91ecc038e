import { describe, expect, it } from 'vitest'
import { fromJsonSchema } from './from-json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { toJsonSchema } from './schema.ts'

const validate = (schema: JsonSchema, value: unknown) =>
  fromJsonSchema(schema)['~standard'].validate(value)

/** Only what a face can show of an issue. */
async function issuesOf(schema: JsonSchema, value: unknown) {
  const { issues = [] } = await validate(schema, value)
  return issues.map(({ path, message }) => ({ path, message }))
}

describe('fromJsonSchema', () => {
  it('shows the schema that it was given', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'string', title: 'A' } } }
    expect(toJsonSchema(fromJsonSchema(schema), 'input')).toEqual(schema)
    expect(toJsonSchema(fromJsonSchema(schema), 'output')).toEqual(schema)
  })

  it.each<[string, JsonSchema]>([
    ['a keyword with a wrong value', { type: 'nonsense' }],
    ['a reference to nowhere', { properties: { a: { $ref: '#/$defs/missing' } } }],
    ['another draft', { $schema: 'http://json-schema.org/draft-07/schema#' }],
  ])('throws at once for a schema that cannot work: %s', (_, schema) => {
    expect(() => fromJsonSchema(schema)).toThrow(/schema|reference/)
  })

  it('takes keywords of others, as annotations', async () => {
    expect(await validate({ type: 'object', 'x-order': 1 }, {})).toEqual({ value: {} })
  })

  it('fills in defaults without writing into what it was given', async () => {
    const given = Object.freeze({ where: Object.freeze({}) })
    const schema: JsonSchema = {
      properties: { limit: { default: 20 }, where: { properties: { near: { default: [] } } } },
    }
    expect(await validate(schema, given)).toEqual({ value: { limit: 20, where: { near: [] } } })
    expect(given).toEqual({ where: {} })
  })

  it('gives every caller a default of its own', async () => {
    const schema = fromJsonSchema<{ tags: string[] }>({ properties: { tags: { default: [] } } })
    const first = await schema['~standard'].validate({})
    if (first.issues === undefined) first.value.tags.push('mine')
    expect(await schema['~standard'].validate({})).toEqual({ value: { tags: [] } })
  })

  it('reports every fault, each with its place', async () => {
    const schema: JsonSchema = {
      properties: {
        a: { type: 'string' },
        list: { items: { properties: { n: { maximum: 1 } }, required: ['id'] } },
      },
      required: ['b'],
    }
    expect(await issuesOf(schema, { a: 1, list: [{ id: 1, n: 2 }, {}] })).toEqual([
      { path: ['b'], message: "must have required property 'b'" },
      { path: ['a'], message: 'must be string' },
      { path: ['list', 0, 'n'], message: 'must be <= 1' },
      { path: ['list', 1, 'id'], message: "must have required property 'id'" },
    ])
  })

  it('distinguishes names from positions, and reads names that need escaping', async () => {
    const schema: JsonSchema = {
      properties: {
        a: { additionalProperties: { type: 'string' } },
        list: { items: { type: 'string' } },
      },
    }
    expect(
      (await issuesOf(schema, { a: { 0: 1, 'x/y~z': 1 }, list: [1] })).map(({ path }) => path),
    ).toEqual([
      ['a', '0'],
      ['a', 'x/y~z'],
      ['list', 0],
    ])
  })

  it('names a key that is refused', async () => {
    expect(
      (await issuesOf({ properties: { a: {} }, additionalProperties: false }, { b: 1 })).map(
        ({ path }) => path,
      ),
    ).toEqual([['b']])
    expect(
      (
        await issuesOf(
          { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
          { b: 1 },
        )
      ).map(({ path }) => path),
    ).toEqual([['b']])
  })

  it('says of a union what is wrong inside it, or else that nothing fits, once', async () => {
    const schema: JsonSchema = {
      properties: {
        at: {
          anyOf: [
            { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
            { type: 'null' },
          ],
        },
      },
    }
    expect(await issuesOf(schema, { at: { x: 'a' } })).toEqual([
      { path: ['at', 'x'], message: 'must be number' },
    ])
    expect(await issuesOf(schema, { at: {} })).toEqual([
      { path: ['at', 'x'], message: "must have required property 'x'" },
    ])
    expect(await issuesOf(schema, { at: 'a' })).toEqual([
      { path: ['at'], message: 'must match a schema in anyOf' },
    ])
  })
})

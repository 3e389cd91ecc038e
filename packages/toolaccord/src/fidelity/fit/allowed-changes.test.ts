import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { allowedBy } from './allowed-changes.ts'

const allowedFor = (schema: JsonSchema, value: unknown) => allowedBy(schema).forValue(value)

describe('what may change of a string', () => {
  it.each([
    ['a plain string', { type: 'string' }, true],
    ['anything', {}, true],
    ['one of an enumeration', { enum: ['x'] }, false],
    ['a constant', { const: 'x' }, false],
    ['a format', { type: 'string', format: 'date' }, false],
    ['a pattern', { type: 'string', pattern: '^x$' }, false],
    ['encoded content', { type: 'string', contentEncoding: 'base64' }, false],
    ['a negation', { type: 'string', not: { const: 'y' } }, false],
    ['a condition', { type: 'string', if: {}, else: {} }, false],
    ['a reference to another document', { $ref: 'https://example.com/schema' }, false],
    ['a pattern in an intersection', { allOf: [{ type: 'string' }, { pattern: 'x' }] }, false],
    [
      'a format behind a reference',
      { $ref: '#/$defs/day', $defs: { day: { type: 'string', format: 'date' } } },
      false,
    ],
    ['a string or nothing', { anyOf: [{ type: 'string' }, { type: 'null' }] }, true],
    [
      'two kinds of string, one of them with a pattern',
      { anyOf: [{ type: 'string' }, { type: 'string', pattern: 'x' }] },
      false,
    ],
    [
      'exactly one of two kinds of string',
      { oneOf: [{ type: 'string' }, { type: 'string', maxLength: 9 }] },
      false,
    ],
    [
      'a union in a union',
      { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'null' }] },
      true,
    ],
    ['itself', { anyOf: [{ $ref: '#' }, { type: 'string' }] }, false],
  ] as [string, JsonSchema, boolean][])('is its end or nothing for %s', (_, schema, expected) => {
    const allowed = allowedFor(schema, 'x')
    expect(!allowed.isFixed && allowed.mayCutText).toBe(expected)
  })

  it('has the largest of several minimal lengths', () => {
    expect(allowedFor({ minLength: 3, allOf: [{ minLength: 7 }] }, 'some text').minLength).toBe(7)
  })
})

describe('what may change of an array', () => {
  it('knows how many items must stay, and that those of a tuple all must', () => {
    expect(allowedFor({ type: 'array', minItems: 2 }, [1, 2, 3])).toMatchObject({
      mayDropItems: true,
      minItems: 2,
      isUnique: false,
    })
    expect(allowedFor({ type: 'array', prefixItems: [{}, {}] }, [1, 2]).mayDropItems).toBe(false)
    expect(allowedFor({ type: 'array', uniqueItems: true }, [1, 2]).isUnique).toBe(true)
  })

  it('is known for its items', () => {
    expect(
      allowedFor({ type: 'array', items: { type: 'string', format: 'uri' } }, ['x']).ofItem(0)
        .mayCutText,
    ).toBe(false)
    expect(
      allowedFor({ type: 'array', prefixItems: [{ format: 'uri' }], items: {} }, ['x', 'y']).ofItem(
        1,
      ).mayCutText,
    ).toBe(true)
  })
})

describe('what may change of an object', () => {
  const schema: JsonSchema = {
    oneOf: [
      {
        type: 'object',
        properties: {
          kind: { const: 'file' },
          path: { type: 'string' },
          size: { type: 'integer' },
        },
        required: ['path'],
      },
      {
        type: 'object',
        properties: { kind: { const: 'link' }, target: { type: 'string', format: 'uri' } },
        required: ['target'],
      },
    ],
  }

  it('needs what is required, and what distinguishes one branch from another', () => {
    const allowed = allowedFor(schema, { kind: 'file', path: 'x', size: 1 })
    expect(['kind', 'path', 'size'].map((name) => allowed.needs(name))).toEqual([true, true, false])
    expect(allowedFor({ minProperties: 1 }, { a: 1 }).needs('a')).toBe(true)
  })

  it('follows the branch that is meant', () => {
    expect(allowedFor(schema, { kind: 'file', path: 'x' }).ofProperty('path').mayCutText).toBe(true)
    expect(allowedFor(schema, { kind: 'link', target: 'x' }).ofProperty('target').mayCutText).toBe(
      false,
    )
    expect(allowedFor(schema, { kind: 'other' }).isFixed).toBe(true)
  })

  it('is known for its properties by name, by pattern, and as one of the rest', () => {
    const allowed = allowedFor(
      {
        properties: { a: { minLength: 1 } },
        patternProperties: { '^a': { minLength: 2 }, '^b': { minLength: 3 } },
        additionalProperties: { minLength: 4 },
      },
      {},
    )
    expect(['a', 'b', 'c'].map((name) => allowed.ofProperty(name).minLength)).toEqual([2, 3, 4])
    expect(['a', 'b', 'c'].map((name) => allowed.names(name))).toEqual([true, false, false])
  })
})

describe('a value that a plan gives', () => {
  const schema: JsonSchema = {
    allOf: [
      {
        type: 'object',
        properties: {
          id: { type: 'string', pattern: '^f-' },
          size: { type: 'integer', minimum: 1 },
        },
        required: ['id'],
      },
      {
        properties: {
          tags: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 2, uniqueItems: true },
        },
      },
    ],
    unevaluatedProperties: false,
  }

  it.each([
    [{ id: 'f-1' }, true],
    [{ id: 'f-1', size: 1, tags: ['a', 'b'] }, true],
    [{ size: 1 }, false],
    [{ id: 'x' }, false],
    [{ id: 'f-1', size: 0 }, false],
    [{ id: 'f-1', size: 1.5 }, false],
    [{ id: 'f-1', tags: ['c'] }, false],
    [{ id: 'f-1', tags: ['a', 'a'] }, false],
    [{ id: 'f-1', other: 1 }, false],
    ['f-1', false],
  ])('%j is accepted or not', (value, expected) => {
    expect(allowedBy(schema).accepts(value)).toBe(expected)
  })

  it('is not accepted if that cannot be known', () => {
    expect(allowedBy({ not: { type: 'number' } }).accepts('x')).toBe(false)
    expect(allowedBy({ $ref: 'https://example.com/schema' }).accepts('x')).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { roomOf } from './room.ts'

const roomAt = (schema: JsonSchema, value: unknown) => roomOf(schema).at(value)

describe('the room of a text', () => {
  it.each([
    ['a plain text', { type: 'string' }, true],
    ['anything', {}, true],
    ['one of a list', { enum: ['x'] }, false],
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
    ['a text or nothing', { anyOf: [{ type: 'string' }, { type: 'null' }] }, true],
    [
      'two kinds of text, one of them with a pattern',
      { anyOf: [{ type: 'string' }, { type: 'string', pattern: 'x' }] },
      false,
    ],
    [
      'exactly one of two kinds of text',
      { oneOf: [{ type: 'string' }, { type: 'string', maxLength: 9 }] },
      false,
    ],
    [
      'a union in a union',
      { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'null' }] },
      true,
    ],
    ['itself', { anyOf: [{ $ref: '#' }, { type: 'string' }] }, false],
  ] as [string, JsonSchema, boolean][])('is there or not for %s', (_, schema, expected) => {
    const room = roomAt(schema, 'x')
    expect(!room.isFixed && room.mayCutText).toBe(expected)
  })

  it('has the largest of several minimal lengths', () => {
    expect(roomAt({ minLength: 3, allOf: [{ minLength: 7 }] }, 'some text').minLength).toBe(7)
  })
})

describe('the room of a list', () => {
  it('knows how many items must stay, and that those of a tuple all must', () => {
    expect(roomAt({ type: 'array', minItems: 2 }, [1, 2, 3])).toMatchObject({
      mayDropItems: true,
      minItems: 2,
      isUnique: false,
    })
    expect(roomAt({ type: 'array', prefixItems: [{}, {}] }, [1, 2]).mayDropItems).toBe(false)
    expect(roomAt({ type: 'array', uniqueItems: true }, [1, 2]).isUnique).toBe(true)
  })

  it('gives its items their own', () => {
    expect(
      roomAt({ type: 'array', items: { type: 'string', format: 'uri' } }, ['x']).item(0).mayCutText,
    ).toBe(false)
    expect(
      roomAt({ type: 'array', prefixItems: [{ format: 'uri' }], items: {} }, ['x', 'y']).item(1)
        .mayCutText,
    ).toBe(true)
  })
})

describe('the room of a record', () => {
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

  it('needs what is required, and what tells one branch from another', () => {
    const room = roomAt(schema, { kind: 'file', path: 'x', size: 1 })
    expect(['kind', 'path', 'size'].map((name) => room.needs(name))).toEqual([true, true, false])
    expect(roomAt({ minProperties: 1 }, { a: 1 }).needs('a')).toBe(true)
  })

  it('follows the branch that is meant', () => {
    expect(roomAt(schema, { kind: 'file', path: 'x' }).member('path').mayCutText).toBe(true)
    expect(roomAt(schema, { kind: 'link', target: 'x' }).member('target').mayCutText).toBe(false)
    expect(roomAt(schema, { kind: 'other' }).isFixed).toBe(true)
  })

  it('gives members their own, by name, by pattern, and as one of the rest', () => {
    const room = roomAt(
      {
        properties: { a: { minLength: 1 } },
        patternProperties: { '^a': { minLength: 2 }, '^b': { minLength: 3 } },
        additionalProperties: { minLength: 4 },
      },
      {},
    )
    expect(['a', 'b', 'c'].map((name) => room.member(name).minLength)).toEqual([2, 3, 4])
    expect(['a', 'b', 'c'].map((name) => room.names(name))).toEqual([true, false, false])
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
    expect(roomOf(schema).accepts(value)).toBe(expected)
  })

  it('is not accepted where that cannot be told', () => {
    expect(roomOf({ not: { type: 'number' } }).accepts('x')).toBe(false)
    expect(roomOf({ $ref: 'https://example.com/schema' }).accepts('x')).toBe(false)
  })
})

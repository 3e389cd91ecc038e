import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { describeSchema } from './describe-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { toJsonSchema } from './schema.ts'

describe('describeSchema', () => {
  it.each<[JsonSchema, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', minLength: 1, maxLength: 200 }, 'string (1 to 200 characters)'],
    [{ type: 'string', minLength: 3, maxLength: 3 }, 'string (3 characters)'],
    [{ type: 'string', minLength: 2 }, 'string (at least 2 characters)'],
    [{ type: 'string', minLength: 0 }, 'string'],
    [{ type: 'string', minLength: 0, maxLength: 9 }, 'string (at most 9 characters)'],
    [{ type: 'string', pattern: '^n\\d+$' }, 'string matching ^n\\d+$'],
    [{ type: 'string', format: 'date' }, 'a date, such as 2026-01-31'],
    [
      { type: 'string', format: 'email', pattern: '^(?:[A-Za-z0-9_]+)@(?:[A-Za-z]{2,})$' },
      'an email address, such as ada@example.org',
    ],
    [
      { type: 'string', format: 'uri', maxLength: 99 },
      'an absolute URL, such as https://example.org (at most 99 characters)',
    ],
    [{ type: 'string', format: 'starts_with', pattern: '^n.*' }, 'string matching ^n.*'],
    [
      { type: 'string', format: 'jwt', minLength: 9 },
      'string of the format jwt (at least 9 characters)',
    ],
    [{ type: 'number' }, 'number'],
    [{ type: 'integer', minimum: 1, maximum: 50 }, 'integer from 1 to 50'],
    [
      { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      'integer',
    ],
    [{ type: 'number', minimum: 0 }, 'number at least 0'],
    [{ type: 'number', maximum: -1 }, 'number at most -1'],
    [{ type: 'number', exclusiveMinimum: 0 }, 'number over 0'],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 1 }, 'number over 0 and at most 1'],
    [{ type: 'number', minimum: 0, exclusiveMaximum: 1 }, 'number at least 0 and under 1'],
    [{ type: 'boolean' }, 'true or false'],
    [{ type: 'null' }, 'null'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ const: 'circle' }, "'circle'"],
    [{ const: null }, 'null'],
    [{ enum: ['a', 'b', 'c'] }, "'a', 'b' or 'c'"],
    [{ enum: ['auto', 1, null] }, "'auto', 1 or null"],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string or number'],
    [{ oneOf: [{ type: 'string' }, { type: 'string' }] }, 'string'],
    [{ type: 'array' }, 'array'],
    [
      { type: 'array', items: { type: 'string' }, maxItems: 10 },
      'array of string (at most 10 items)',
    ],
    [
      { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 },
      "array of 'a' or 'b' (at least 1 item)",
    ],
    [
      {
        type: 'array',
        items: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
      },
      'array of array of array',
    ],
    [
      { type: 'array', items: { type: 'string', format: 'uri' } },
      'array of absolute URL, such as https://example.org',
    ],
    [
      {
        type: 'array',
        prefixItems: [{ type: 'number' }, { type: 'number' }],
        items: false,
        minItems: 2,
        maxItems: 2,
      },
      'array of number (2 items)',
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      'array of string or number',
    ],
    [{ type: 'object' }, 'object'],
    [{ type: 'object', properties: { x: {}, y: {} }, required: ['x'] }, 'object { x, y? }'],
    [{ properties: { x: {} } }, 'object { x? }'],
    [
      {
        allOf: [
          { type: 'object', properties: { a: {} }, required: ['a'] },
          { type: 'object', properties: { b: {} } },
        ],
      },
      'object { a, b? }',
    ],
    [{ allOf: [{ type: 'string' }] }, 'string'],
    [{}, 'any JSON value'],
  ])('says of %j: %s', (schema, words) => {
    expect(describeSchema(schema)).toBe(words)
  })

  it('follows references into the document they are in', () => {
    const root: JsonSchema = {
      $defs: { Id: { type: 'string', maxLength: 8 } },
      properties: { id: { $ref: '#/$defs/Id' } },
    }
    expect(describeSchema({ $ref: '#/$defs/Id' }, root)).toBe('string (at most 8 characters)')
    expect(describeSchema({ $ref: 'https://elsewhere.example/schema' }, root)).toBe(
      'any JSON value',
    )
  })

  it('ends on a schema that contains itself', () => {
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree)
      },
    })
    const shown = toJsonSchema(Tree, 'input')
    expect(describeSchema(shown)).toBe('object { name, children }')
    expect(describeSchema({ $ref: '#/properties/children' }, shown)).toBe(
      'array of object { name, children }',
    )
    expect(
      describeSchema({ $ref: '#/$defs/loop' }, { $defs: { loop: { $ref: '#/$defs/loop' } } }),
    ).toBe('any JSON value')
  })
})

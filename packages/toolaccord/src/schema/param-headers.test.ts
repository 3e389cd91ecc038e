import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { JsonSchema } from './json-schema.ts'
import { paramHeaderFaults, toParamHeaders } from './param-headers.ts'
import { toJsonSchema } from './schema.ts'

const object = (properties: Readonly<Record<string, unknown>>): JsonSchema => ({
  type: 'object',
  // The cast lets a test give what is not a schema.
  properties: properties as JsonSchema['properties'],
})
const faultsOf = (properties: Readonly<Record<string, unknown>>) => [
  ...paramHeaderFaults(object(properties)),
]

describe('toParamHeaders', () => {
  it('finds marked arguments at any depth of objects', () => {
    const schema = z.object({
      region: z.string().meta({ 'x-mcp-header': 'Region' }),
      target: z.object({ tier: z.int().meta({ 'x-mcp-header': 'Tier' }) }),
      dry: z.boolean().optional().meta({ 'x-mcp-header': 'Dry-Run' }),
      note: z.string(),
    })
    expect(toParamHeaders(toJsonSchema(schema, 'input'))).toEqual([
      { path: ['region'], header: 'Mcp-Param-Region', type: 'string' },
      { path: ['target', 'tier'], header: 'Mcp-Param-Tier', type: 'integer' },
      { path: ['dry'], header: 'Mcp-Param-Dry-Run', type: 'boolean' },
    ])
  })

  it('finds none in a schema without marks', () => {
    expect(toParamHeaders(object({ any: true, name: { type: 'string' } }))).toEqual([])
  })
})

describe('paramHeaderFaults', () => {
  it.each(['string', 'integer', 'boolean'])('finds none on a property of type %s', (type) => {
    expect(faultsOf({ a: { type, 'x-mcp-header': 'A-1' } })).toEqual([])
  })

  it.each(['', 'two words', 'a:b', 'ключ', 'a\r\nb', 5, null])(
    'refuses %j, which is not a token',
    (name) => {
      expect(faultsOf({ a: { type: 'string', 'x-mcp-header': name } })).toEqual([
        `input.a x-mcp-header: ${JSON.stringify(name)} cannot be part of the name of a header`,
      ])
    },
  )

  it.each(['number', 'object', 'array', 'null', ['string', 'null'], undefined])(
    'refuses a header for the type %j',
    (type) => {
      expect(faultsOf({ a: { type, 'x-mcp-header': 'A' } })).toEqual([
        'input.a x-mcp-header: only a string, an integer or a boolean can have a header',
      ])
    },
  )

  it('refuses two headers whose names differ in case only', () => {
    const inner = object({ b: { type: 'string', 'x-mcp-header': 'REGION' } })
    expect(faultsOf({ a: { type: 'string', 'x-mcp-header': 'Region' }, inner })).toEqual([
      "input.inner.b x-mcp-header: another argument has the header 'REGION' already",
    ])
  })

  const marked = { type: 'string', 'x-mcp-header': 'A' }
  it.each<JsonSchema>([
    object({ list: { type: 'array', items: marked } }),
    object({ map: { type: 'object', additionalProperties: marked } }),
    object({ either: { anyOf: [marked, { type: 'null' }] } }),
    { ...object({ a: { $ref: '#/$defs/a' } }), $defs: { a: marked } },
    { ...object({}), if: object({ a: marked }) },
    { ...object({}), 'x-mcp-header': 'Root' },
  ])('refuses a mark that clients cannot follow: %j', (schema) => {
    expect([...paramHeaderFaults(schema)]).toEqual([
      'input: x-mcp-header must be on a property of the arguments, ' +
        'or of an object among them; not in an array, a union or a definition',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { lintSchema } from './lint-schema.ts'
import { schemaRules } from './schema-rules.ts'

const around = (argument: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { it: argument },
  additionalProperties: false,
})
const nest = (levels: number): JsonSchema =>
  levels === 1 ? { type: 'string' } : { type: 'array', items: nest(levels - 1) }

/** A schema that breaks each rule, and no other. */
const broken: Readonly<Record<string, readonly [schema: JsonSchema, path: string]>> = {
  'property-key': [
    { type: 'object', properties: { 'a b': { type: 'string' } }, additionalProperties: false },
    '',
  ],
  'root-object': [{ type: 'object', additionalProperties: false }, ''],
  'root-union': [{ ...around({ type: 'string' }), anyOf: [around({ type: 'string' })] }, ''],
  'array-items': [around({ type: ['array', 'null'] }), 'it'],
  'string-format': [around({ type: 'string', format: 'uri' }), 'it'],
  'pattern-lookaround': [around({ type: 'string', pattern: '^(?=a)' }), 'it'],
  'required-undefined': [{ ...around({ type: 'string' }), required: ['other'] }, ''],
  'reference-outside': [around({ $ref: 'https://example.org/schema' }), 'it'],
  'open-map': [around({ type: 'object', additionalProperties: { type: 'number' } }), 'it'],
  'any-value': [around({ description: 'Whatever' }), 'it'],
  keyword: [around({ oneOf: [{ type: 'string' }] }), 'it'],
  'enum-type': [around({ enum: [1, 2] }), 'it'],
  size: [around(nest(11)), ''],
}

const idsOf = (schema: JsonSchema, tool = 'get_it', side: 'input' | 'output' = 'input') =>
  lintSchema(tool, side, schema).map(({ rule }) => rule)

describe('the rules of hosts for schemas', () => {
  it('have a name, hosts and a source each', () => {
    const ids = schemaRules.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(['tool-name', ...Object.keys(broken)].toSorted())
    for (const { hosts, source } of schemaRules) {
      expect(hosts.length).toBeGreaterThan(0)
      expect(source).toMatch(/^https:\/\//)
    }
  })

  it.each(Object.entries(broken))('find %s where it is, and nothing else', (id, [schema, path]) => {
    const found = lintSchema('get_it', 'input', schema)
    expect(found.map(({ rule, path }) => [rule, path])).toEqual([[id, path]])
  })

  it.each(['1st', 'a.b', 'x'.repeat(65), ''])('refuse the name %j', (name) => {
    expect(idsOf(around({ type: 'string' }), name)).toEqual(['tool-name'])
  })

  it('have nothing to say of a plain schema', () => {
    const schema = around({ type: 'array', items: { type: 'string', format: 'date-time' } })
    expect(idsOf(schema)).toEqual([])
  })

  it('hold an output schema only to what clients read', () => {
    const output: JsonSchema = { type: 'object', properties: { any: {}, list: { type: 'array' } } }
    expect(idsOf(output, 'get_it', 'output')).toEqual(['array-items'])
  })

  it('say where, what and for whom', () => {
    const [finding] = lintSchema('get_it', 'input', around({ type: 'array' }))
    expect(finding).toMatchObject({
      tool: 'get_it',
      side: 'input',
      effect: 'refused',
      message: "get_it, input 'it': an array has no items (OpenAI, Gemini, VS Code)",
    })
  })
})

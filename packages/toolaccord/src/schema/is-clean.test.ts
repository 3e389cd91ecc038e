import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJson } from '../json/json.ts'
import { closeObjects } from './close-objects.ts'
import { isClean } from './is-clean.ts'
import { type JsonSchema, parametersKeyword } from './json-schema.ts'
import { walk } from './walk.ts'

const text: JsonSchema = { type: 'string' }
const note: JsonSchema = {
  type: 'object',
  properties: { id: text, tags: { type: 'array', items: text } },
}

const schemas: Record<string, JsonSchema> = {
  'an object': note,
  'an open object': { type: 'object', properties: { id: text }, additionalProperties: {} },
  'a record': { type: 'object', additionalProperties: note },
  'named patterns': {
    type: 'object',
    properties: { id: text },
    patternProperties: { '^x-': note },
  },
  'a pair': { type: 'array', prefixItems: [text, note], items: { type: 'number' } },
  'an intersection': {
    allOf: [
      { type: 'object', properties: { id: text } },
      { type: 'object', properties: { n: { type: 'number' } } },
    ],
  },
  'what may be null': { anyOf: [note, { type: 'null' }] },
  'a union whose branches differ by a constant': {
    anyOf: [
      { type: 'object', properties: { type: { const: 'a' }, id: text } },
      { type: 'object', properties: { type: { enum: ['b', 'c'] }, n: note } },
    ],
  },
  'a union whose branches differ by nothing': {
    oneOf: [
      { type: 'object', properties: { id: text } },
      { type: 'object', properties: { id: note, n: { type: 'integer' } } },
    ],
  },
  'a tree': {
    $ref: '#/$defs/tree',
    $defs: {
      tree: {
        type: 'object',
        properties: { id: text, items: { type: 'array', items: { $ref: '#/$defs/tree' } } },
      },
    },
  },
  parameters: {
    type: 'object',
    properties: { value: { anyOf: [{ type: 'number' }, note], [parametersKeyword]: true } },
  },
  anything: {},
}

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    'a',
    'b',
    'c',
    '{}',
    '[1]',
    '{"id":"a"}',
    null,
    undefined,
    true,
    1,
    1.5,
    NaN,
    5n,
  ),
  fc.constant(new Date(0)),
)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(
    fc.constantFrom('id', 'tags', 'type', 'n', 'items', 'value', 'x-a', '__proto__', 'constructor'),
    tie('value'),
    { maxKeys: 4 },
  ),
}))

describe.each(Object.entries(schemas))('isClean along %s', (_, schema) => {
  const shown = closeObjects(schema)

  it('is true only of JSON that a walk leaves as it is and finds no fault with', () => {
    fc.assert(
      fc.property(value, (given) => {
        if (!isClean(shown, given)) return
        const walked = walk(shown, given, { repairDepth: 64, dropsNulls: true })
        expect(walked.value).toBe(given)
        expect(walk(shown, given).value).toBe(given)
        expect(walked.faults).toEqual([])
        expect(isJson(given, 256)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('isClean', () => {
  it.each<[string, unknown]>([
    ['an object', { id: 'a', tags: ['b'] }],
    ['an object', { tags: [], id: 'a' }],
    ['an open object', { id: 'a', more: { deep: [1] } }],
    ['a record', { a: { id: 'a' } }],
    ['a pair', ['a', { id: 'a' }, 1]],
    ['what may be null', { id: 'a' }],
    ['what may be null', null],
    ['a union whose branches differ by a constant', { type: 'b', n: { id: 'a' } }],
    ['a tree', { id: 'a', items: [{ items: [] }] }],
    ['parameters', { value: { any: 1 } }],
    ['anything', [{ a: 1 }]],
  ])('spares the walk along %s: %j', (name, given) => {
    expect(isClean(closeObjects(schemas[name] ?? {}), given)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['an object', { id: 'a', tags: null }],
    ['an object', { id: null }],
    ['what may be null', { id: 'a', tags: null }],
    ['a pair', [null, { id: 'a' }]],
  ])('leaves to the walk a null that %s does not accept: %j', (name, given) => {
    expect(isClean(closeObjects(schemas[name] ?? {}), given)).toBe(false)
  })

  it('leaves to the walk what nests too deep', () => {
    const nest = (levels: number): unknown => (levels === 0 ? {} : { items: [nest(levels - 1)] })
    expect(isClean(schemas['a tree'] ?? {}, nest(127))).toBe(true)
    expect(isClean(schemas['a tree'] ?? {}, nest(1_000))).toBe(false)
    expect(isClean({}, nest(1_000))).toBe(false)
  })
})

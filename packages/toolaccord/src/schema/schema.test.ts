import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { JsonSchema } from './json-schema.ts'
import { type Schema, isSchema, toJsonSchema } from './schema.ts'

function countedSchema(shown: JsonSchema) {
  const input = vi.fn(() => ({ ...shown }))
  const output = vi.fn(() => ({ ...shown }))
  const schema: Schema = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value) => ({ value }),
      jsonSchema: { input, output },
    },
  }
  return { schema, input, output }
}

/** Its default is made by a function. */
const list = type('string[]').default(() => [])

describe('toJsonSchema', () => {
  it('calls the converter of a schema once per side, with the draft it needs', () => {
    const { schema, input, output } = countedSchema({ type: 'object' })
    const first = toJsonSchema(schema, 'input')
    expect(toJsonSchema(schema, 'input')).toBe(first)
    expect(input.mock.calls).toEqual([[{ target: 'draft-2020-12' }]])
    expect(output).not.toHaveBeenCalled()
    toJsonSchema(schema, 'output')
    toJsonSchema(schema, 'output')
    expect([input.mock.calls.length, output.mock.calls.length]).toEqual([1, 1])
  })

  it('keeps the two sides of a schema apart', () => {
    const schema = z.object({ limit: z.int().default(20) })
    expect([
      toJsonSchema(schema, 'input').required,
      toJsonSchema(schema, 'output').required,
    ]).toEqual([undefined, ['limit']])
  })

  it('shows an object if the library writes its root as a reference', () => {
    const Tree = z
      .object({
        name: z.string(),
        get children() {
          return z.array(Tree)
        },
      })
      .meta({ id: 'Tree' })
    expect(toJsonSchema(Tree, 'input')).toMatchObject({
      type: 'object',
      required: ['name', 'children'],
      $defs: { Tree: { type: 'object' } },
    })
    expect(toJsonSchema(Tree, 'input').$ref).toBeUndefined()
  })

  it('takes ArkType as it is', () => {
    expect(toJsonSchema(type({ id: 'string' }), 'input')).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
    })
  })

  it.each([
    ['valibot', v.object({}), /toStandardJsonSchema\(\) of @valibot\/to-json-schema/],
    ['an old zod', withoutConverter('zod'), /older than 4\.2/],
    [
      'any other',
      withoutConverter('yup'),
      /the yup schema gives no JSON Schema.*toolaccord\/json-schema/,
    ],
  ])('says what to do about a schema without a converter: %s', (_, schema, message) => {
    // The cast hands over a value that the compiler would have refused.
    expect(() => toJsonSchema(schema as Schema, 'input')).toThrow(message)
  })

  it('shows the defaults that ArkType has', () => {
    const schema = type({ n: 'number = 3', s: "string = 'x'", 'm?': 'number', l: list })
    expect(toJsonSchema(schema, 'input').properties).toEqual({
      n: { type: 'number', default: 3 },
      s: { type: 'string', default: 'x' },
      m: { type: 'number' },
      l: { type: 'array', items: { type: 'string' } },
    })
  })

  it('does not remember a conversion that failed', () => {
    const input = vi
      .fn<() => JsonSchema>()
      .mockImplementationOnce(() => {
        throw new Error('not yet')
      })
      .mockReturnValue({ type: 'object' })
    const schema: Schema = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) => ({ value }),
        jsonSchema: { input, output: input },
      },
    }
    expect(() => toJsonSchema(schema, 'input')).toThrow('not yet')
    expect(toJsonSchema(schema, 'input')).toEqual({ type: 'object' })
  })
})

describe('isSchema', () => {
  it.each([
    ['an object', z.object({})],
    ['a function, as ArkType makes them', type({})],
  ])('is true for a Standard Schema that is %s', (_, schema) => {
    expect(isSchema(schema)).toBe(true)
  })

  it.each([undefined, null, 'string', [], {}, { type: 'object' }, () => true])(
    'is false for %j',
    (value) => {
      expect(isSchema(value)).toBe(false)
    },
  )
})

function withoutConverter(vendor: string): unknown {
  return { '~standard': { version: 1, vendor, validate: (value: unknown) => ({ value }) } }
}

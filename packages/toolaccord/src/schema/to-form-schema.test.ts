import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { toJsonSchema } from './schema.ts'
import { toFormSchema } from './to-form-schema.ts'

const formOf = (schema: z.ZodType) => toFormSchema(toJsonSchema(schema, 'input'))

describe('the schema of a form', () => {
  it('has strings, numbers, booleans and choices, with what clients know about them', () => {
    const Form = z.object({
      name: z.string().min(1).max(40).describe('Your first name'),
      mail: z.email().optional(),
      age: z.int().min(18).optional(),
      weight: z.number().max(300).optional(),
      isMember: z.boolean().default(true),
      colour: z.enum(['red', 'green']).default('red'),
      only: z.literal('yes').optional(),
      tags: z
        .array(z.enum(['a', 'b']))
        .max(2)
        .optional(),
    })
    expect(formOf(Form)).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 40, description: 'Your first name' },
        mail: { type: 'string', format: 'email' },
        age: { type: 'integer', minimum: 18 },
        weight: { type: 'number', maximum: 300 },
        isMember: { type: 'boolean', default: true },
        colour: { type: 'string', enum: ['red', 'green'], default: 'red' },
        only: { type: 'string', enum: ['yes'] },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 2 },
      },
      required: ['name'],
    })
  })

  it('has titles of choices if there are some', () => {
    const size = z.union([z.literal('s').meta({ title: 'Small' }), z.literal('m')])
    const oneOf = [
      { const: 's', title: 'Small' },
      { const: 'm', title: 'm' },
    ]
    expect(formOf(z.object({ size, sizes: z.array(size) })).properties).toEqual({
      size: { type: 'string', oneOf },
      sizes: { type: 'array', items: { anyOf: oneOf } },
    })
    expect(formOf(z.object({ x: z.union([z.literal('a'), z.literal('b')]) })).properties).toEqual({
      x: { type: 'string', enum: ['a', 'b'] },
    })
  })

  it.each<[string, z.ZodType]>([
    ['an object', z.object({ street: z.string() })],
    ['an array of strings', z.array(z.string())],
    ['a value that may be null', z.string().nullable()],
    ['any value', z.unknown()],
    ['a choice of numbers', z.union([z.literal(1), z.literal(2)])],
    ['a record', z.record(z.string(), z.string())],
  ])('names a property that is %s', (_, property) => {
    expect(() => formOf(z.object({ name: z.string(), where: property }))).toThrow(
      "'where' does not fit into a form",
    )
  })

  it('is an object', () => {
    expect(() => formOf(z.string())).toThrow('must be an object')
  })
})

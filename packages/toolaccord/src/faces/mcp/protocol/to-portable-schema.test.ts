import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { defineServer } from '../../../server.ts'
import { toPortableSchema } from './to-portable-schema.ts'
import { toToolDefinition } from './to-tool-definition.ts'

/**
 * What the official client makes of a schema: it reads it by draft-07, whatever it was written in.
 */
const acceptedByClients = (schema: JsonSchema, value: unknown) =>
  new AjvJsonSchemaValidator().getValidator({ ...schema })(value).valid
const acceptedBy2020 = (schema: JsonSchema, value: unknown) =>
  new Ajv2020({ strict: false }).validate({ ...schema }, value)

const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'number' }

describe('a portable schema', () => {
  it('lets the official client accept the tuples of an answer', () => {
    const tool = defineTool({
      name: 'ranges',
      summary: 'List ranges.',
      output: z.object({
        ranges: z.array(z.object({ range: z.tuple([z.number(), z.number()]) })),
        path: z.tuple([z.string()], z.number()),
      }),
      effect: 'read',
      run: () => ok({ ranges: [{ range: [0, 1] }], path: ['a', 1] } as const),
    })
    const server = defineServer({ name: 'fixture', version: '1.0.0', tools: [tool] })
    const [listing] = server.tools()
    const { outputSchema = {} } = toToolDefinition(
      server,
      listing ?? expect.fail('the server has no tool'),
    )
    const outcome = { ranges: [{ range: [-3, 3] }], path: ['a', 1, 2] }
    expect(
      acceptedByClients(
        outputSchema,
        server.contract.encode({ ok: true, data: outcome, notes: {} }, server.codes).body,
      ),
    ).toBe(true)
  })

  it('says the same of a tuple of a fixed length, as far as each draft can', () => {
    const pair = toPortableSchema({
      type: 'array',
      prefixItems: [text, number],
      items: false,
      minItems: 2,
    })
    expect(pair).toEqual({ type: 'array', prefixItems: [text, number], minItems: 2, maxItems: 2 })
    expect(
      [['a', 1], ['a'], ['a', 1, 2], [1, 'a']].map((value) => acceptedBy2020(pair, value)),
    ).toEqual([true, false, false, false])
    expect([['a', 1], ['a'], ['a', 1, 2]].map((value) => acceptedByClients(pair, value))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('never refuses, in either draft, what the schema itself accepts', () => {
    const schemas = fc.record({
      prefixItems: fc.array(fc.constantFrom(text, number), { minLength: 1, maxLength: 3 }),
      items: fc.constantFrom<JsonSchema | boolean | undefined>(
        text,
        number,
        false,
        true,
        undefined,
      ),
    })
    const values = fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 5 })
    fc.assert(
      fc.property(schemas, values, ({ prefixItems, items }, value) => {
        const schema: JsonSchema = {
          type: 'object',
          properties: {
            list: { type: 'array', prefixItems, ...(items !== undefined && { items }) },
          },
        }
        const portable = toPortableSchema(schema)
        if (acceptedBy2020(schema, { list: value }))
          expect([
            acceptedBy2020(portable, { list: value }),
            acceptedByClients(portable, { list: value }),
          ]).toEqual([true, true])
      }),
      { numRuns: 30 },
    )
  })

  it('leaves a schema without tuples as it is', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { names: { type: 'array', items: text }, none: { type: 'array', items: false } },
      required: ['names'],
    }
    expect(toPortableSchema(schema)).toEqual(schema)
  })
})

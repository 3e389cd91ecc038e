import { describe, expect, it } from 'vitest'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { fromJsonSchema } from '../../../schema/from-json-schema.ts'
import { defineServer } from '../../../server.ts'
import { toToolDefinition } from './to-tool-definition.ts'

describe('a verbatim schema', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { name: { $anchor: 'name', type: 'string', format: 'uri' } },
    properties: { phone: { $ref: '#/$defs/name' }, email: { type: 'string' } },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    additionalProperties: false,
  }
  const serve = (verbatim: boolean) =>
    defineServer({
      name: 'contacts',
      version: '1.0.0',
      tools: [
        defineTool({
          name: 'add',
          summary: 'Add a contact.',
          input: fromJsonSchema(schema, { verbatim }),
          output: fromJsonSchema<object>({ type: 'object' }),
          effect: 'write',
          run: () => ok({}),
        }),
      ],
    })

  it('is listed word for word over MCP, also with allOf at its root', () => {
    const server = serve(true)
    const [tool] = server.tools()
    if (tool === undefined) throw new Error('There is no tool.')
    expect(toToolDefinition(server, tool).inputSchema).toEqual(schema)
  })

  it('is asked for by name, because hosts refuse such a tool', () => {
    expect(() => serve(false)).toThrow('input: must be one object schema')
  })

  it('is what runs', async () => {
    const server = serve(true)
    expect((await server.call('add', { phone: '1' })).ok).toBe(true)
    expect((await server.call('add', {})).ok).toBe(false)
    expect((await server.callByName('add', { phone: '1', fax: '2' })).ok).toBe(false)
  })
})

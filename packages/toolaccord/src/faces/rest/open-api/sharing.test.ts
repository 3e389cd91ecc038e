import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { dereference } from '../../../../test/dereference.ts'
import { dialects } from '../../../contracts/dialects.ts'
import { defineTool } from '../../../define/tool.ts'
import { without } from '../../../json/json.ts'
import { ok } from '../../../outcome/outcome.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { defineServer } from '../../../server.ts'
import { createRestHandler } from '../create-rest-handler.ts'
import { toOpenApi } from './to-open-api.ts'

const Mask = z.object({
  kind: z.enum(['circle', 'path']),
  points: z.array(z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })),
  feather: z.number().default(0.1),
})
const State = z.object({
  id: z.string(),
  layers: z.array(
    z.object({ name: z.string(), opacity: z.number().min(0).max(100), mask: Mask.optional() }),
  ),
})

const paint = defineTool({
  name: 'paint',
  summary: 'Paint.',
  input: z.object({ id: z.string(), mask: Mask.describe('Where to paint') }),
  output: z.object({ state: State }),
  effect: 'write',
  codes: ['no_canvas'],
  rest: { method: 'PUT', path: '/canvases/:id' },
  run: ({ id }, call) =>
    id === 'none'
      ? call.fail('no_canvas', { data: { state: { id, layers: [] } } })
      : ok({ state: { id, layers: [] } }),
})
const erase = defineTool({
  name: 'erase',
  summary: 'Erase.',
  input: z.object({ id: z.string(), masks: z.array(Mask.describe('Where to erase')).max(9) }),
  output: z.object({ state: State }),
  effect: 'write',
  codes: ['no_canvas'],
  run: ({ id }) => ok({ state: { id, layers: [] } }),
})
const show = defineTool({
  name: 'show',
  summary: 'Show.',
  input: z.object({ id: z.string(), limit: z.int().min(1).max(50).default(20) }),
  output: z.array(State),
  effect: 'read',
  codes: ['no_canvas', 'half'],
  rest: { method: 'GET', path: '/canvases/:id' },
  run: ({ id }, call) => call.fail('half', { data: [{ id, layers: [] }] }),
})
const list = defineTool({
  name: 'list',
  summary: 'List.',
  input: z.object({ limit: z.int().min(1).max(50).default(20) }),
  output: z.object({ all: z.array(State) }),
  effect: 'read',
  run: () => ok({ all: [] }),
})

const codes = {
  no_canvas: { kind: 'not_found' },
  half: { kind: 'conflict', summary: 'Only a part is there.' },
} as const
const serverOf = (contract = dialects.get('response-v2')) =>
  defineServer({
    name: 'easel',
    version: '1.0.0',
    contract,
    codes,
    tools: [paint, erase, show, list],
  })

// The cast names the one way down that is looked at.
const schemaOf = (body: object | undefined): unknown =>
  (body as { content?: Record<string, { schema?: JsonSchema }> } | undefined)?.content?.[
    'application/json'
  ]?.schema

describe.each([...dialects.values()])(
  'a document of the $name contract that shares what is said twice',
  (contract) => {
    const server = serverOf(contract)
    const document = toOpenApi(server)
    const plain = dereference(document)

    it('is valid', async () => {
      expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({
        valid: true,
      })
    })

    it('says what the tools say', () => {
      for (const { name, inputSchema, outputSchema } of server.tools()) {
        const { post } = plain.paths[`/api/${name}`] ?? {}
        expect(schemaOf(post?.requestBody)).toEqual(without(inputSchema, ['$schema']))
        expect(schemaOf(post?.responses[200])).toEqual(
          contract.schema(without(outputSchema, ['$schema'])),
        )
        expect(schemaOf(post?.responses[400])).toEqual(contract.schema({}))
      }
    })

    it('describes a failure with a part of the answer', async () => {
      const handler = createRestHandler(server)
      const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({
        ...document,
        $id: 'https://easel.example/',
      })
      for (const [path, status] of [
        ['/canvases/a', 409],
        ['/canvases/a?limit=0', 400],
        ['/canvases/a?odd=1', 400],
      ] as const) {
        const response = await handler(new Request(`http://localhost${path}`))
        const body: unknown = await response.json()
        expect(response.status).toBe(status)
        expect(
          ajv.validate('https://easel.example/#/components/schemas/failure', body),
          JSON.stringify([body, ajv.errors]),
        ).toBe(true)
      }
    })
  },
)

describe('what a document shares', () => {
  const { components, paths } = toOpenApi(serverOf())

  it('are schemas, named after what they describe', () => {
    const own = new Set(
      serverOf()
        .tools()
        .flatMap(({ name }) => [`${name}.input`, `${name}.answer`]),
    )
    expect(
      Object.keys(components.schemas)
        .filter((name) => !own.has(name))
        .toSorted(),
    ).toEqual(['failure', 'failure.data', 'items', 'mask', 'meta', 'paint.data', 'state'])
    expect(components.schemas['paint.input']).toMatchObject({
      properties: { mask: { $ref: '#/components/schemas/mask', description: 'Where to paint' } },
    })
    expect(components.schemas['erase.input']).toMatchObject({
      properties: {
        masks: { items: { $ref: '#/components/schemas/mask', description: 'Where to erase' } },
      },
    })
    expect(schemaOf(paths['/canvases/{id}']?.put?.requestBody)).toMatchObject({
      properties: { mask: { $ref: '#/components/schemas/mask' } },
    })
  })

  it('are responses, named after their tool or their codes', () => {
    expect(paths['/canvases/{id}']?.get?.responses).toMatchObject({
      200: { $ref: '#/components/responses/show.read' },
      304: { $ref: '#/components/responses/unchanged' },
      404: { $ref: '#/components/responses/no_canvas' },
      409: { $ref: '#/components/responses/half' },
      500: { $ref: '#/components/responses/INTERNAL_ERROR' },
      default: { $ref: '#/components/responses/failure' },
    })
    expect(paths['/api/paint']?.post?.responses).toMatchObject({
      200: { $ref: '#/components/responses/paint.answer' },
      404: { $ref: '#/components/responses/no_canvas' },
    })
  })

  it('are parameters, named after their argument', () => {
    const limit = { $ref: '#/components/parameters/limit' }
    for (const path of ['/canvases/{id}', '/api/show', '/api/list'])
      expect(paths[path]?.get?.parameters).toContainEqual(limit)
    expect(components.parameters.limit).toMatchObject({
      name: 'limit',
      in: 'query',
      schema: { minimum: 1, maximum: 50 },
    })
  })

  it('is named after the tool if its codes are too many', () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [
        `not_good_enough_${index}`,
        { kind: 'validation' } as const,
      ]),
    )
    const check = defineTool({
      name: 'check',
      summary: 'Check.',
      output: z.object({}),
      effect: 'read',
      codes: Object.keys(many),
      run: () => ok({}),
    })
    const { paths } = toOpenApi(
      defineServer({ name: 'many', version: '1', codes: many, tools: [check] }),
    )
    expect(paths['/api/check']?.post?.responses[400]).toEqual({
      $ref: '#/components/responses/check.failure',
    })
  })
})

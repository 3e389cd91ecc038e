import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { dereference } from '../../../../test/dereference.ts'
import { dialects } from '../../../contracts/dialects.ts'
import { defineParameters } from '../../../define/parameters.ts'
import { defineTool } from '../../../define/tool.ts'
import { withParameters } from '../../../define/with-parameters.ts'
import { ok } from '../../../outcome/outcome.ts'
import { fromJsonSchema } from '../../../schema/from-json-schema.ts'
import { resolveRef } from '../../../schema/json-schema.ts'
import { defineServer } from '../../../server.ts'
import { createRestHandler } from '../create-rest-handler.ts'
import { toOpenApi } from './to-open-api.ts'

interface Tree {
  readonly name: string
  readonly children?: readonly Tree[]
}

/** References to itself and to definitions of its own, which must survive the move. */
const tree = fromJsonSchema<Tree>({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { name: { $ref: '#/$defs/name' }, children: { type: 'array', items: { $ref: '#' } } },
  required: ['name'],
  additionalProperties: false,
  $defs: { name: { type: 'string', minLength: 1 } },
})

const plant = defineTool({
  name: 'plant',
  title: 'Plant',
  summary: 'Plant a tree.',
  description: 'Anywhere.',
  input: tree,
  output: tree,
  scopes: ['trees:write'],
  effect: 'write',
  codes: ['no_room', 'full'],
  rest: { method: 'PUT', path: '/trees/:name' },
  run: (given) => ok(given),
})
const look = defineTool({
  name: 'look',
  summary: 'Look at a tree.',
  input: z.object({
    id: z.string().describe('Its name'),
    tags: z.array(z.string()).optional(),
    size: z.object({ min: z.number() }),
    parts: z.array(z.object({ kind: z.string() })).default([]),
    depth: z.int().default(1),
  }),
  output: z.object({ tree: z.string() }),
  effect: 'read',
  codes: ['no_room'],
  rest: { method: 'GET', path: '/trees/:id' },
  run: ({ id }, call) => (id === 'none' ? call.fail('no_room') : ok({ tree: id })),
})
const cut = defineTool({
  name: 'cut',
  summary: 'Cut a tree.',
  input: withParameters(
    z.object({ which: z.string() }),
    defineParameters({ height: { range: [0, 9], default: 1 } }),
  ),
  output: z.object({}),
  effect: 'destroy',
  rest: { method: 'DELETE', path: '/trees/:which' },
  run: () => ok({}),
})
const count = defineTool({
  name: 'count',
  summary: 'Count trees.',
  output: z.array(z.int()),
  effect: 'read',
  run: () => ok([1]),
})

const codes = {
  no_room: { kind: 'not_found', summary: 'No room for it.' },
  full: { kind: 'conflict', status: 418 },
} as const
const tools = [plant, look, cut, count] as const
const serverOf = (contract = dialects.get('response-v2')) =>
  defineServer({ name: 'trees', version: '1.0.0', summary: 'A forest.', contract, codes, tools })
const document = toOpenApi(serverOf())
const plain = dereference(document)

/** Matches an object that has these members among others. */
const some = (members: object): unknown => expect.objectContaining(members)

/** Every member named `$ref` in a document. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : refsIn(member),
  )
}

describe.each([...dialects.values()])(
  'the OpenAPI document of a server with the $name contract',
  (contract) => {
    const document = toOpenApi(serverOf(contract))

    it('is valid', async () => {
      expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({
        valid: true,
      })
    })

    it('refers only to what it holds', () => {
      const refs = refsIn(document)
      expect(refs).toContain('#/components/schemas/plant.input/$defs/name')
      expect(refs.filter((ref) => resolveRef({ ...document }, ref) === undefined)).toEqual([])
    })

    it('describes what the server answers', async () => {
      const handler = createRestHandler(serverOf(contract))
      const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({
        ...document,
        $id: 'https://trees.example/',
      })
      for (const path of [
        '/api/look?id=oak&size.min=1',
        '/api/look?id=none&size.min=1',
        '/api/look?size=x',
        '/api/count',
      ]) {
        const tool = /\w+/.exec(path.slice(5))?.[0]
        const schema = `https://trees.example/#/components/schemas/${tool}.answer`
        const body: unknown = await (await handler(new Request(`http://localhost${path}`))).json()
        expect(ajv.validate(schema, body), JSON.stringify([body, ajv.errors])).toBe(true)
      }
    })
  },
)

describe('an operation', () => {
  it('is there for each route, under an id of its own', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId, tags }]) => [
        method,
        path,
        operationId,
        ...tags,
      ]),
    )
    expect(operations).toEqual([
      ['post', '/api/plant', 'plant', 'write'],
      ['put', '/trees/{name}', 'plant.rest', 'write'],
      ['get', '/trees/{name}', 'look.rest', 'read'],
      ['delete', '/trees/{name}', 'cut.rest', 'destroy'],
      ['post', '/api/look', 'look', 'read'],
      ['get', '/api/look', 'look.get', 'read'],
      ['post', '/api/cut', 'cut', 'destroy'],
      ['post', '/api/count', 'count', 'read'],
      ['get', '/api/count', 'count.get', 'read'],
    ])
  })

  it('takes its arguments from the path and the query string', () => {
    expect(plain.paths['/trees/{name}']?.get?.parameters).toEqual([
      some({ name: 'X-Request-Id', in: 'header' }),
      {
        name: 'name',
        in: 'path',
        required: true,
        description: 'Its name',
        schema: { type: 'string' },
      },
      {
        name: 'tags',
        in: 'query',
        required: false,
        schema: { type: 'array', items: { type: 'string' } },
      },
      {
        name: 'size',
        in: 'query',
        required: true,
        content: { 'application/json': { schema: some({ type: 'object' }) } },
      },
      {
        name: 'parts',
        in: 'query',
        required: false,
        content: { 'application/json': { schema: some({ type: 'array' }) } },
      },
      {
        name: 'depth',
        in: 'query',
        required: false,
        schema: some({ type: 'integer', default: 1 }),
      },
    ])
  })

  it('takes its arguments from a body, less those of the path', () => {
    const whole = { $ref: '#/components/schemas/plant.input' }
    const rest = {
      type: 'object',
      properties: { children: { type: 'array', items: whole } },
      required: [],
      additionalProperties: false,
    }
    const { post } = document.paths['/api/plant'] ?? {}
    const { put } = document.paths['/trees/{name}'] ?? {}
    expect(post?.requestBody).toEqual({
      required: true,
      content: { 'application/json': { schema: whole } },
    })
    expect(put?.requestBody).toEqual({
      required: false,
      content: { 'application/json': { schema: rest } },
    })
  })

  it('lists every status with its codes', () => {
    const { responses = {} } = plain.paths['/api/plant']?.post ?? {}
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '403',
      '404',
      '406',
      '413',
      '415',
      '418',
      '499',
      '500',
      '504',
      'default',
    ])
    expect(responses[404]).toMatchObject({ description: '- `no_room`: No room for it.' })
    expect(responses[418]).toMatchObject({ description: '- `full`: A failure of kind conflict.' })
    const { get } = document.paths['/api/look'] ?? {}
    expect(Object.keys(get?.responses ?? {})).toEqual([
      '200',
      '304',
      '400',
      '404',
      '406',
      '413',
      '499',
      '500',
      '504',
      'default',
    ])
  })

  it('mentions every dialect', () => {
    for (const name of dialects.keys()) {
      expect(document.info.description).toContain(`application/vnd.toolaccord.${name}+json`)
      expect(plain.paths['/api/look']?.get?.responses[200]).toHaveProperty([
        'content',
        `application/vnd.toolaccord.${name}+json`,
      ])
    }
  })
})

describe('the document of a server that asks who calls', () => {
  const guarded = toOpenApi(serverOf(), { isProtected: true })

  it('is valid and refers only to what it holds', async () => {
    expect(await new Validator().validate({ ...structuredClone(guarded) })).toEqual({ valid: true })
    expect(refsIn(guarded).filter((ref) => resolveRef({ ...guarded }, ref) === undefined)).toEqual(
      [],
    )
  })

  it('names the scopes that a token must have, and how others are refused', () => {
    const { post } = dereference(guarded).paths['/api/plant'] ?? {}
    expect(guarded.components.securitySchemes).toEqual({
      token: { type: 'http', scheme: 'bearer' },
    })
    expect(post?.security).toEqual([{ token: ['trees:write'] }])
    expect(guarded.paths['/api/look']?.get?.security).toEqual([{ token: [] }])
    for (const status of [401, 403])
      expect(post?.responses[status]).toHaveProperty(['headers', 'WWW-Authenticate'])
    expect(post?.responses).toHaveProperty('503')
  })
})

describe('the document', () => {
  it('names the server and, if it is given, its address', () => {
    expect(document.info).toMatchObject({ title: 'trees', version: '1.0.0', summary: 'A forest.' })
    expect(document).not.toHaveProperty('servers')
    expect(toOpenApi(serverOf(), { url: 'https://trees.example/v1' }).servers).toEqual([
      { url: 'https://trees.example/v1' },
    ])
  })
})

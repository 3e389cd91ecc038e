import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { dereference } from '../../../test/dereference.ts'
import { createMemoryArchive } from '../../archive/create-memory-archive.ts'
import { dialects } from '../../contracts/dialects.ts'
import { defineTool } from '../../define/tool.ts'
import { createContentFidelity } from '../../fidelity/create-content-fidelity.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { createIdempotency } from '../../policies/idempotency/create-idempotency.ts'
import { defineServer } from '../../server.ts'
import { createRestHandler } from './create-rest-handler.ts'
import { toOpenApi } from './open-api/to-open-api.ts'

const Note = z.object({ id: z.string(), title: z.string() })

const longId = '7q-'.repeat(340)

/** Tools that write notes into an array of their own. */
function createServer(
  more: Partial<Pick<Parameters<typeof defineServer>[0], 'log' | 'fidelity'>> = {},
) {
  const notes: string[] = []
  const toId = (title: string) => {
    if (title === 'long') return longId
    return title === '.' ? title : `n ${notes.push(title)}`
  }
  const add = defineTool({
    name: 'add_note',
    summary: 'Write a note.',
    input: z.object({ title: z.string() }),
    output: z.object({ note: Note }),
    effect: 'write',
    codes: ['full', 'odd'],
    rest: { method: 'POST', path: '/notes', created: '/notes/:note.id' },
    run({ title }, call) {
      if (title === 'full') return call.fail('full')
      if (title === 'odd') return call.reject([{ code: 'odd' }])
      return ok({ note: { id: toId(title), title } }, { contentHash: 'h1' })
    },
  })
  const put = defineTool({
    name: 'put_note',
    summary: 'Write a note of this id, new or not.',
    input: z.object({ id: z.string(), title: z.string() }),
    output: z.object({ created: z.string().optional() }),
    effect: 'write',
    rest: { method: 'PUT', path: '/notes/:id', created: '/notes/:created' },
    run({ id, title }) {
      if (notes.includes(title)) return ok({})
      notes.push(title)
      return ok({ created: id })
    },
  })
  return defineServer({
    name: 'notes',
    version: '1.0.0',
    codes: { full: { kind: 'conflict' }, odd: { kind: 'validation' } },
    tools: [add, put],
    policies: [createIdempotency()],
    log: silentLog,
    newId: () => 'made-id',
    ...more,
  })
}

async function send(
  handler: (request: Request) => Promise<Response>,
  route: `${'POST' | 'PUT'} /${string}`,
  title: string,
  headers: Record<string, string> = {},
) {
  const [method, path] = route.split(' ')
  const response = await handler(
    new Request(`http://localhost${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ title }),
    }),
  )
  return {
    status: response.status,
    location: response.headers.get('location'),
    headers: response.headers,
    body: await response.text(),
  }
}

describe('a route that makes something', () => {
  it('answers with 201 and where to find it, in every dialect', async () => {
    for (const name of dialects.keys()) {
      const { status, location, body } = await send(
        createRestHandler(createServer()),
        'POST /notes',
        'Milk',
        { accept: `application/vnd.toolaccord.${name}+json` },
      )
      expect([status, location]).toEqual([201, '/notes/n%201'])
      expect(body).toContain('"note":{"id":"n 1","title":"Milk"}')
    }
  })

  it('answers as before on the route that every tool has', async () => {
    expect(
      await send(createRestHandler(createServer()), 'POST /api/add_note', 'Milk'),
    ).toMatchObject({ status: 200, location: null })
  })

  it.each([
    ['full', 409],
    ['odd', 200],
  ])('answers as before if it made nothing: %s', async (title, status) => {
    expect(await send(createRestHandler(createServer()), 'POST /notes', title)).toMatchObject({
      status,
      location: null,
    })
  })

  it('answers with 200 if the data does not say where, and logs that at debug', async () => {
    const lines: unknown[] = []
    const debug = (...line: unknown[]) => {
      lines.push(line)
    }
    const handler = createRestHandler(createServer({ log: { ...silentLog, debug } }))
    expect(await send(handler, 'PUT /notes/a', 'Milk')).toMatchObject({
      status: 201,
      location: '/notes/a',
    })
    expect(await send(handler, 'PUT /notes/a', 'Milk')).toMatchObject({
      status: 200,
      location: null,
    })
    expect(lines).toContainEqual([
      'the answer of put_note does not say where to find what it made',
      { id: 'made-id', created: '/notes/:created' },
    ])
  })

  it('answers also if the log fails', async () => {
    const debug = () => {
      throw new Error('disk full')
    }
    expect(
      await send(
        createRestHandler(createServer({ log: { ...silentLog, debug } })),
        'POST /notes',
        '.',
      ),
    ).toMatchObject({ status: 200, location: null })
  })

  it('answers a retry as it answered the first time', async () => {
    const handler = createRestHandler(createServer())
    const first = await send(handler, 'POST /notes', 'Milk', { 'idempotency-key': 'k1' })
    const retry = await send(handler, 'POST /notes', 'Milk', { 'idempotency-key': 'k1' })
    expect([first, retry].map(({ status, location }) => [status, location])).toEqual([
      [201, '/notes/n%201'],
      [201, '/notes/n%201'],
    ])
    expect(await send(handler, 'POST /notes', 'Eggs', { 'idempotency-key': 'k1' })).toMatchObject({
      status: 409,
      location: null,
    })
    expect((await send(handler, 'POST /notes', 'Eggs', { 'idempotency-key': 'k2' })).location).toBe(
      '/notes/n%202',
    )
  })

  it('makes it whatever the caller has already, and lets no cache keep the answer', async () => {
    const { status, headers } = await send(
      createRestHandler(createServer(), { cacheControl: 'max-age=60' }),
      'POST /notes',
      'Milk',
      { 'if-none-match': '*' },
    )
    expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([
      201,
      null,
      'no-store',
    ])
  })

  it('says where, also if the answer was cut to a budget', async () => {
    const handler = createRestHandler(
      createServer({ fidelity: createContentFidelity({ archive: createMemoryArchive() }) }),
    )
    const { status, location, body } = await send(handler, 'POST /notes', 'long', {
      'toolaccord-budget': '512',
    })
    expect([status, location, body.includes(longId)]).toEqual([201, `/notes/${longId}`, false])
  })

  it('can be read by web pages that may call', async () => {
    const { headers } = await send(
      createRestHandler(createServer(), { cors: true }),
      'POST /notes',
      'Milk',
      { origin: 'https://pages.example' },
    )
    expect(headers.get('access-control-expose-headers')?.split(',')).toContain('Location')
  })
})

describe('the description of such a route', () => {
  const document = toOpenApi(createServer())
  const { paths } = dereference(document)

  it('is a document of OpenAPI', async () => {
    expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({
      valid: true,
    })
  })

  it('is both answers, and the header of the one', () => {
    const { responses = {} } = paths['/notes']?.post ?? {}
    expect(Object.keys(responses).slice(0, 2)).toEqual(['200', '201'])
    expect(responses[201]).toMatchObject({ headers: { Location: { schema: { type: 'string' } } } })
    expect(responses[201]).toHaveProperty(
      'content',
      (responses[200] as { content: unknown }).content,
    )
    expect(responses[200]).not.toHaveProperty('headers.Location')
    expect(paths['/api/add_note']?.post?.responses).not.toHaveProperty('201')
    expect(document.paths['/notes']?.post?.responses[201]).toEqual({
      $ref: '#/components/responses/add_note.created',
    })
  })
})

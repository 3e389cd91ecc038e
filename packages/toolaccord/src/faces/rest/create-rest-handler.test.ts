import { describe, expect, it, vi } from 'vitest'
import { hang, init, send, server } from '../../../test/rest-server.ts'
import { dialects } from '../../contracts/dialects.ts'
import { responseV2Contract } from '../../contracts/response-v2/contract.ts'
import { type Logger, silentLog } from '../../log/log.ts'
import { defineServer } from '../../server.ts'
import { createRestHandler } from './create-rest-handler.ts'

describe('a route', () => {
  it('POST /api/<tool> calls every tool', async () => {
    expect((await send('POST', '/api/find_things', { body: '{"tags":["a"]}' })).json).toEqual({
      success: true,
      data: { tool: 'find_things', args: { tags: ['a'], limit: 5 } },
      error: null,
      meta: {
        version: 'response-v2',
        request_id: 'made-id',
        telemetry: { duration_ms: expect.any(Number) },
      },
    })
    expect((await send('POST', '/api/find_things')).json).toMatchObject({
      data: { args: { limit: 5 } },
    })
    expect((await send('POST', '/api/put_thing', { body: '{"thing":"a","size":1}' })).status).toBe(
      200,
    )
  })

  it('GET /api/<tool> calls a tool that only reads, with the query string', async () => {
    const { json } = await send('GET', '/api/find_things?tags=a&tags=b&size.min=1.5&limit=7')
    expect(json).toMatchObject({
      data: { args: { tags: ['a', 'b'], size: { min: 1.5 }, limit: 7 } },
    })
  })

  it.each([
    [
      'GET',
      '/things/a%2Fb%20%C3%BC%25?full=true',
      undefined,
      { tool: 'get_thing', args: { id: 'a/b ü%', full: true } },
    ],
    ['PUT', '/things/x', '{"size":3}', { tool: 'put_thing', args: { thing: 'x', size: 3 } }],
    [
      'DELETE',
      '/things/x?force=true',
      undefined,
      { tool: 'remove_thing', args: { id: 'x', force: true } },
    ],
    ['GET', '/things/recent', undefined, { tool: 'recent', args: {} }],
  ])('%s %s calls the tool that declares it', async (method, path, body, data) => {
    const { json } = await send(method, path, body === undefined ? {} : { body })
    expect(json).toMatchObject({ success: true, data })
  })

  it('HEAD answers as GET does, without the body', async () => {
    const get = await send('GET', '/things/a')
    const head = await send('HEAD', '/things/a')
    expect([head.status, head.text]).toEqual([200, ''])
    expect([...head.headers]).toEqual([...get.headers])
  })

  it.each([
    ['/api/put_thing', 'POST, OPTIONS'],
    ['/api/find_things', 'POST, GET, HEAD, OPTIONS'],
    ['/things/a', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
  ])('%s names its methods', async (path, allow) => {
    const sorted = (list: string | null) => list?.split(', ').toSorted()
    const options = await send('OPTIONS', path)
    const wrong = await send('PATCH', path)
    expect([options.status, options.text, sorted(options.headers.get('allow'))]).toEqual([
      204,
      '',
      sorted(allow),
    ])
    expect([wrong.status, sorted(wrong.headers.get('allow'))]).toEqual([405, sorted(allow)])
    expect(wrong.json).toMatchObject({
      success: false,
      error: `${path} does not take PATCH.`,
      data: { error_code: 'METHOD_NOT_ALLOWED' },
    })
    expect(wrong.json).toMatchObject({ meta: { request_id: wrong.headers.get('x-request-id') } })
  })

  it('GET does not call a tool that writes', async () => {
    expect((await send('GET', '/api/put_thing?thing=a&size=1')).status).toBe(405)
  })

  it.each([
    ['/thing/a', 'Did you mean GET /things/:id?'],
    ['/find_things', 'Did you mean GET /api/find_things?'],
    ['/things/', 'Did you mean GET /things/:id?'],
    ['/nothing/like/any/of/them', 'GET /openapi.json lists every route.'],
  ])('%s does not exist', async (path, hint) => {
    const { status, json } = await send('GET', path)
    expect(status).toBe(404)
    expect(json).toMatchObject({
      success: false,
      error: `There is no route GET ${path}.`,
      data: { error_code: 'NOT_FOUND', remediation: hint },
    })
  })

  it.each(['find_thing', '__proto__', 'x'.repeat(70)])(
    '/api/%s is refused as an unknown tool is on every face',
    async (name) => {
      const { status, json } = await send('POST', `/api/${name}`, {
        'x-request-id': 'r1',
        body: 'not read',
      })
      expect(status).toBe(404)
      expect(json).toEqual(
        responseV2Contract.encode(await server.call(name, {}, { id: 'r1' }), server.codes).body,
      )
    },
  )
})

describe('a failure', () => {
  it('of a tool has the status of its code', async () => {
    const { status, json, headers } = await send('GET', '/things/none')
    expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([
      404,
      'no-store',
      null,
    ])
    expect(json).toMatchObject({
      success: false,
      data: { error_code: 'thing_not_found', details: { field: 'id' } },
    })
  })

  it('that is soft is 200 and keeps its partial answer and every problem', async () => {
    const { status, json, headers } = await send('GET', '/api/check', {
      accept: 'application/vnd.toolaccord.chemigram+json',
    })
    expect([status, json?.success, json?.data]).toEqual([200, false, null])
    expect(json?.notes).toEqual({ message: '✗', partial_data: { checked: ['b'] } })
    expect(JSON.parse(headers.get('toolaccord-notes') ?? '')).toMatchObject({ soft: true })
  })

  it('for too many calls says when to retry', async () => {
    const { status, headers } = await send('POST', '/api/limited')
    expect([status, headers.get('retry-after')]).toEqual([429, '2'])
  })

  it('of bad arguments has a problem for each', async () => {
    const { status, json } = await send('GET', '/api/find_things?limt=7&limit=11')
    expect(status).toBe(400)
    expect(json).toMatchObject({
      data: { errors: [{ message: "Unknown argument 'limt'." }, { details: { field: 'limit' } }] },
    })
  })

  it.each([60, 100, 4000])('of a name that nests %d levels deep is clear', async (levels) => {
    const { status, json } = await send('GET', `/api/find_things?size${'.a'.repeat(levels)}=1`)
    expect(status).toBe(400)
    expect(json?.error).toMatch(
      /^(Unknown (argument|key) '|The arguments nest deeper than 64 levels\.)/,
    )
  })

  it('that nobody declared is masked', async () => {
    const { status, json, text } = await send('POST', '/api/leak')
    expect(status).toBe(500)
    expect(json).toMatchObject({ data: { error_code: 'INTERNAL_ERROR' } })
    expect(text).not.toMatch(/SECRET|home/)
  })

  it('to answer in time is 504', async () => {
    expect((await send('POST', '/api/hang')).status).toBe(504)
  })

  it.each([
    ['a body over the limit', 413, { body: `{"x":"${'x'.repeat(200)}"}` }],
    ['a body that is not JSON', 400, { body: '{' }],
    ['a body that is not an object', 400, { body: '[]' }],
    ['a body of another type', 415, { body: '{}', 'content-type': 'text/plain' }],
    ['an answer that is not JSON', 406, { accept: 'text/html' }],
    ['an unknown dialect', 406, { accept: 'application/vnd.toolaccord.latin+json' }],
  ])(
    'to read the request is an envelope: %s',
    async (_, status, request: Record<string, string>) => {
      const refused = await send('POST', '/api/find_things', request)
      expect(refused.status).toBe(status)
      expect(refused.json).toMatchObject({
        success: false,
        meta: { version: 'response-v2', request_id: refused.headers.get('x-request-id') },
      })
    },
  )

  it('to find a dialect names the known ones', async () => {
    const { text } = await send('POST', '/api/find_things', {
      accept: 'application/vnd.toolaccord.latin+json',
    })
    for (const dialect of dialects.keys())
      expect(text).toContain(`application/vnd.toolaccord.${dialect}+json`)
  })

  it.each([new Error('SECRET-1'), 'SECRET-2', null])(
    'of the face itself is masked and logged: %s',
    async (thrown) => {
      const logged = vi.fn<Logger['error']>()
      const broken = {
        ...server,
        call: () => Promise.reject(thrown),
        log: { ...silentLog, error: logged },
      }
      const { status, json, text } = await send(
        'POST',
        '/api/who',
        { 'x-request-id': 'r1' },
        { to: broken },
      )
      expect(status).toBe(500)
      const remediation = 'Retry later; if it happens again, report request id r1.'
      expect(json).toMatchObject({
        success: false,
        data: { error_code: 'INTERNAL_ERROR', remediation },
      })
      expect(text).not.toContain('SECRET')
      expect(logged).toHaveBeenCalledWith('the REST face threw', {
        id: 'r1',
        method: 'POST',
        path: '/api/who',
        thrown,
      })
    },
  )

  it('that cannot even be written is a bare 500', async () => {
    const encode = () => {
      throw new Error('SECRET')
    }
    const to = { ...server, contractFor: () => ({ ...server.contract, encode }) }
    const { status, text } = await send('POST', '/api/who', {}, { to })
    expect([status, text]).toEqual([500, ''])
  })
})

describe('a call', () => {
  it('knows its face, its id and its client', async () => {
    const { json, headers } = await send('GET', '/api/who', {
      'x-request-id': 'abc.1',
      'user-agent': `curl/8${'x'.repeat(200)}`,
    })
    expect(json).toMatchObject({
      data: { id: 'abc.1', face: 'rest', client: `curl/8${'x'.repeat(94)}` },
    })
    expect(headers.get('x-request-id')).toBe('abc.1')
  })

  it.each(['a b', 'x'.repeat(129), 'a"b', 'ü'])(
    'is given another id when the one of the request is not safe: %s',
    async (id) => {
      const { json, headers } = await send('GET', '/api/who', { 'x-request-id': id })
      expect([headers.get('x-request-id'), json?.data]).toEqual([
        'made-id',
        { id: 'made-id', face: 'rest' },
      ])
    },
  )

  it('ends when its request is aborted', async () => {
    const controller = new AbortController()
    const slow = defineServer({ ...init, tools: [{ ...hang, timeoutMs: 10_000 }] })
    const response = createRestHandler(slow)(
      new Request('http://localhost/api/hang', { method: 'POST', signal: controller.signal }),
    )
    setTimeout(() => controller.abort())
    expect((await response).status).toBe(499)
  })
})

describe('caching', () => {
  it('answers 304 to the tag that it gave', async () => {
    const first = await send('GET', '/things/a')
    const etag = first.headers.get('etag') ?? ''
    const second = await send('GET', '/things/a', { 'if-none-match': etag })
    expect([etag, second.status, second.text]).toEqual(['W/"h1-response-v2"', 304, ''])
  })

  it('varies by Accept', async () => {
    expect((await send('GET', '/things/a')).headers.get('vary')).toBe('Accept')
  })
})

import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createAuthenticator } from '../../../auth/create-authenticator.ts'
import { hashKey } from '../../../auth/index.ts'
import type { CallContext } from '../../../define/call.ts'
import { defineResource } from '../../../define/resource.ts'
import { defineTool } from '../../../define/tool.ts'
import { type Logger, silentLog } from '../../../log/log.ts'
import { ok } from '../../../outcome/outcome.ts'
import { Refusal } from '../../../outcome/refusal.ts'
import { defineServer } from '../../../server.ts'
import { createRestHandler } from '../create-rest-handler.ts'
import { toOpenApi } from '../open-api/to-open-api.ts'
import { toolPage } from '../pages/tool-page.ts'
import type { RestOptions } from '../requests/rest-options.ts'

const icons = new Map([
  ['a', '<svg/>'],
  ['a b', '<svg id="ab"/>'],
  ['x.dark', '<svg id="dark"/>'],
  ['recent', '<svg id="r"/>'],
])
const contexts: CallContext[] = []

const icon = defineResource({
  uri: 'icons://{id}',
  path: '/icons/:id.svg',
  name: 'icon',
  title: 'An icon',
  summary: 'As SVG.',
  mimeType: 'image/svg+xml',
  read({ id }, context) {
    contexts.push(context)
    const text = icons.get(id)
    return text === undefined
      ? undefined
      : { text, contentHash: `hash-${id.length}`, cacheControl: 'public, max-age=60' }
  },
})
const page = defineResource({
  uri: 'pages://{lang}/{id}',
  path: '/pages/:lang/:id',
  name: 'page',
  mimeType: 'text/html;profile=x',
  read: ({ lang, id }) => ({
    text: `<p>${lang} ${id}é`,
    contentSecurityPolicy: id === 'own' ? "form-action 'self'" : undefined,
  }),
})
const bytes = defineResource({
  uri: 'raw://all',
  path: '/raw',
  name: 'raw',
  read: () => ({ blob: 'AP8=' }),
})
const broken = defineResource({
  uri: 'broken://{how}',
  path: '/broken/:how',
  name: 'broken',
  async read({ how }, { signal, ask }) {
    if (how === 'refuses') throw new Refusal('rate_limited', { message: 'Later.' })
    if (how === 'asks') return ask({})
    if (how === 'waits')
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('late'))),
      )
    throw new Error('SECRET in /srv/app')
  },
})
const file = defineResource({
  uri: 'files://{name}',
  path: '/files/:name.txt',
  name: 'file',
  mimeType: 'text/plain',
  read: ({ name }) => ({ text: `READ ${name}` }),
})
const rawFile = defineResource({
  ...file,
  uri: 'raw-files://{name}',
  path: '/raw-files/:name.txt',
  unsafeVariables: true,
})
const unread = defineResource({
  uri: 'unread://',
  name: 'unread',
  read: () => ({ text: 'only over MCP' }),
})
const list = defineTool({
  name: 'list_icons',
  summary: 'List.',
  input: z.object({ id: z.string() }),
  output: z.object({ id: z.string() }),
  effect: 'read',
  rest: { method: 'GET', path: '/icons/:id' },
  run: ({ id }) => ok({ id }),
})
const put = defineTool({
  name: 'put_raw',
  summary: 'Put.',
  output: z.object({}),
  effect: 'write',
  rest: { method: 'PUT', path: '/raw' },
  run: () => ok({}),
})

const createServer = (log: Logger = silentLog) =>
  defineServer({
    name: 'icons',
    version: '1.0.0',
    tools: [list, put],
    resources: [icon, page, bytes, broken, file, rawFile, unread],
    limits: { timeoutMs: 50 },
    log,
  })
const server = createServer()

async function send(path: string, init: RequestInit = {}, options: RestOptions = {}, of = server) {
  const response = await createRestHandler(
    of,
    options,
  )(new Request(`http://localhost${path}`, init))
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

describe('a resource with a path', () => {
  it('is read over HTTP as it is, with what keeps a browser from running it', async () => {
    expect(await send('/icons/a.svg', { headers: { 'x-request-id': 'r1' } })).toEqual({
      status: 200,
      text: '<svg/>',
      headers: {
        'cache-control': 'public, max-age=60',
        'content-length': '6',
        'content-security-policy': policy,
        'content-type': 'image/svg+xml; charset=utf-8',
        etag: 'W/"hash-1"',
        'x-content-type-options': 'nosniff',
        'x-request-id': 'r1',
      },
    })
  })

  it('answers HEAD with the same headers', async () => {
    const init = { headers: { 'x-request-id': 'r1' } }
    const head = await send('/icons/a.svg', { ...init, method: 'HEAD' })
    const get = await send('/icons/a.svg', init)
    expect([head.status, head.text, head.headers]).toEqual([200, '', get.headers])
  })

  it('answers 304 to the tag it gave', async () => {
    const { status, text, headers } = await send('/icons/a.svg', {
      headers: { 'if-none-match': 'W/"hash-1"' },
    })
    expect([status, text, headers.etag, headers['cache-control']]).toEqual([
      304,
      '',
      'W/"hash-1"',
      'public, max-age=60',
    ])
  })

  it('has a type and a length in bytes, and is not kept if it has no hash', async () => {
    const { headers } = await send('/pages/en/1')
    expect(headers).toMatchObject({
      'content-type': 'text/html;profile=x; charset=utf-8',
      'content-length': '9',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    })
    const raw = await createRestHandler(server)(new Request('http://localhost/raw'))
    expect([
      new Uint8Array(await raw.arrayBuffer()),
      raw.headers.get('content-type'),
      raw.headers.get('content-security-policy'),
    ]).toEqual([new Uint8Array([0, 255]), 'application/octet-stream', null])
  })

  it('may bring the policy of a page of its own', async () => {
    const own = await send('/pages/en/own')
    expect(own.headers).toMatchObject({ 'content-security-policy': "form-action 'self'" })
  })

  it('takes its variables from the path, decoded, with text around them', async () => {
    expect((await send('/icons/a%20b.svg')).text).toBe('<svg id="ab"/>')
    expect((await send('/icons/x.dark.svg')).text).toBe('<svg id="dark"/>')
    expect((await send('/pages/en/a%3Fb')).text).toBe('<p>en a?bé')
  })

  it.each([
    '%2e%2e',
    '..%2f..%2fetc%2fpasswd',
    'a%2Fb',
    'a%5Cb',
    '%5c%5chost',
    'a%00',
    '%2e',
    '..%20',
  ])('does not take %s for a variable, unless it asks for that', async (segment) => {
    const { status, text } = await send(`/files/${segment}.txt`)
    expect([status, text.includes('READ')]).toEqual([404, false])
    expect(await send(`/raw-files/${segment}.txt`)).toMatchObject({ status: 200 })
  })

  it.each(['a..b', '...a', 'v1..v2', 'a b', '%25'])('takes %s', async (segment) => {
    expect((await send(`/files/${segment}.txt`)).text).toBe(`READ ${decodeURIComponent(segment)}`)
  })

  it('comes before a tool whose argument would be the whole segment', async () => {
    expect((await send('/icons/recent.svg')).text).toBe('<svg id="r"/>')
    expect((await send('/icons/recent')).text).toContain('"id":"recent"')
  })

  it('lets its reader know who asks', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await send('/icons/a.svg', {
      headers: { 'x-request-id': 'r2', 'user-agent': 'browser', traceparent },
    })
    expect(contexts.at(-1)).toMatchObject({
      id: 'r2',
      face: 'rest',
      client: { name: 'browser' },
      traceparent,
    })
  })
})

describe('what is not there', () => {
  it('is an envelope like any other refusal', async () => {
    const { status, headers, text } = await send('/icons/zz.svg', {
      headers: { 'x-request-id': 'r1' },
    })
    expect([status, headers['content-type'], JSON.parse(text)]).toMatchObject([
      404,
      'application/json; charset=utf-8',
      { success: false, error: 'There is nothing at /icons/zz.svg.', meta: { request_id: 'r1' } },
    ])
    expect(text).toContain('/icons/:id.svg')
    expect((await send('/unread')).status).toBe(404)
    expect((await send('/broken/%ff')).status).toBe(404)
  })

  it('is a method that it does not take', async () => {
    const { status, headers } = await send('/icons/a.svg', { method: 'DELETE' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await send('/raw', { method: 'POST' })).headers.allow).toBe('PUT, GET, HEAD, OPTIONS')
  })

  it('is masked and logged if the reader threw', async () => {
    const lines: unknown[] = []
    const error = (...line: unknown[]) => {
      lines.push(line)
    }
    const { status, text } = await send(
      '/broken/throws',
      { headers: { 'x-request-id': 'r9' } },
      {},
      createServer({ ...silentLog, error }),
    )
    expect([status, text.includes('SECRET'), text.includes('r9')]).toEqual([500, false, true])
    expect(lines).toEqual([
      ['resource broken threw', { id: 'r9', thrown: new Error('SECRET in /srv/app') }],
    ])
  })

  it.each([
    ['refuses', 429],
    ['asks', 501],
    ['waits', 504],
  ])('is a refusal if the reader %s', async (how, status) => {
    expect((await send(`/broken/${how}`)).status).toBe(status)
  })
})

describe('a resource of a server that asks who calls', () => {
  it('is shown to those with a token only, and kept by no shared cache', async () => {
    const key = crypto.randomUUID()
    const options = {
      authenticator: createAuthenticator({ keys: [{ id: 'office', hash: await hashKey(key) }] }),
    }
    const refused = await send('/icons/a.svg', {}, options)
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('Bearer'),
    ])
    const { status, headers } = await send(
      '/icons/a.svg',
      { headers: { authorization: `Bearer ${key}` } },
      options,
    )
    expect([status, headers['cache-control'], headers.vary]).toEqual([
      200,
      'private, max-age=60',
      'Authorization',
    ])
    expect(contexts.at(-1)?.caller).toMatchObject({ id: 'office' })
  })
})

describe('the description of resources', () => {
  it('is in the document of OpenAPI, which is one', async () => {
    for (const isProtected of [false, true]) {
      const document = toOpenApi(server, { isProtected })
      expect(await new Validator().validate(structuredClone(document) as never)).toMatchObject({
        valid: true,
      })
      expect(document.paths['/icons/{id}.svg']?.get).toMatchObject({
        operationId: 'icons://{id}',
        summary: 'An icon',
        description: 'As SVG.',
        parameters: [{}, { name: 'id', in: 'path', required: true }],
        responses: { 200: { content: { 'image/svg+xml': {} } }, 304: {}, 404: {}, 500: {} },
      })
      expect(Object.keys(document.paths['/raw'] ?? {})).toEqual(['put', 'get'])
      expect(document.components.schemas).toHaveProperty('failure')
    }
  })

  it('is on the page', async () => {
    const shown = String(await toolPage(server, 'http://localhost'))
    expect(shown).toContain('<a href="/raw"><code>GET /raw</code></a> raw')
    expect(shown).toContain('<code>GET /icons/:id.svg</code> An icon: As SVG.')
  })
})

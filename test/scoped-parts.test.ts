import { type Policy, definePrompt, defineResource, defineServer, defineTool, ok } from 'toolaccord'
import { createAuthenticator, hashKey } from 'toolaccord/auth'
import { type McpHandlerOptions, createMcpHandler } from 'toolaccord/mcp'
import { createCallLog } from 'toolaccord/policies'
import { createRateLimit } from 'toolaccord/rate-limit'
import { createRestHandler } from 'toolaccord/rest'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const keys = { ada: crypto.randomUUID(), bob: crypto.randomUUID() }
const authenticator = createAuthenticator({
  keys: [
    { id: 'ada', hash: await hashKey(keys.ada), scopes: ['secret:read'] },
    { id: 'bob', hash: await hashKey(keys.bob) },
  ],
})
type Who = keyof typeof keys

const toTool = (name: string, scopes?: readonly string[]) =>
  defineTool({
    name,
    summary: `Do ${name}.`,
    effect: 'read',
    scopes,
    output: z.object({}),
    run: () => ok({}),
  })
const toResource = (name: string, scopes?: readonly string[]) =>
  defineResource({
    uri: `${name}://{id}`,
    path: `/${name}/:id`,
    name,
    scopes,
    complete: { id: () => [`id of ${name}`] },
    read: ({ id }) => ({ text: `TEXT of ${name} ${id}` }),
  })
const toPrompt = (name: string, scopes?: readonly string[]) =>
  definePrompt({
    name,
    summary: 'Say it.',
    scopes,
    arguments: { word: { complete: () => [`word of ${name}`] } },
    write: () => [{ role: 'user', content: { type: 'text', text: `WORDS of ${name}` } }],
  })

const lines: Readonly<Record<string, unknown>>[] = []
const keep = (_: string, fields: Readonly<Record<string, unknown>> = {}) => {
  lines.push(fields)
}
const log = { trace: () => {}, debug: keep, info: keep, warn: keep, error: keep }
const createServer = (policies: readonly Policy[] = []) =>
  defineServer({
    name: 'scoped',
    version: '1.0.0',
    tools: [toTool('open'), toTool('hidden', ['secret:read'])],
    resources: [
      toResource('shown'),
      toResource('private', ['secret:read']),
      defineResource({
        uri: 'fixed://one',
        name: 'fixed',
        scopes: ['secret:read'],
        read: () => ({ text: 'TEXT' }),
      }),
    ],
    prompts: [toPrompt('public'), toPrompt('discreet', ['secret:read'])],
    policies,
  })

interface RpcAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

function connect(server = createServer(), options: McpHandlerOptions = { authenticator }) {
  const mcp = createMcpHandler(server, options)
  const rest = createRestHandler(server, options)
  const toHeaders = (who?: Who) => ({
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: who === undefined ? 'none' : `Bearer ${keys[who]}`,
  })
  return {
    async rpc(who: Who | undefined, method: string, params: object = {}): Promise<RpcAnswer> {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const init = { method: 'POST', headers: toHeaders(who), body }
      const { status, headers, ...response } = await mcp
        .fetch(new Request('http://localhost/mcp', init))
        .then(async (answer) => ({
          status: answer.status,
          headers: answer.headers,
          text: await answer.text(),
        }))
      return { status, headers, text: response.text }
    },
    async get(who: Who | undefined, path: string): Promise<RpcAnswer> {
      const request = new Request(`http://localhost${path}`, { headers: toHeaders(who) })
      const answer = await rest(request)
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    },
  }
}

/** The error of an answer, whether it came as JSON or as an event. */
function errorIn({ text }: RpcAnswer) {
  const json = text.replace(/^[^{]*/, '')
  // The cast names the one property that is looked at.
  return JSON.parse(json) as { error: { code: number; message: string; data: unknown } }
}

describe('a prompt that is not there', () => {
  const { rpc } = connect()

  it.each([
    ['ada', 'discret', "Did you mean 'discreet'?"],
    ['ada', 'nothing', 'Known prompts: public, discreet.'],
    // One without the scope does not learn that there is such a prompt.
    ['bob', 'discret', 'Known prompts: public.'],
  ] as const)('is told to %s, who asks for %s, with a hint', async (who, name, hint) => {
    const { error } = errorIn(await rpc(who, 'prompts/get', { name }))
    expect(error).toEqual({
      code: -32_602,
      message: `There is no prompt '${name}'. ${hint}`,
      data: { code: 'NOT_FOUND', hint },
    })
  })

  it('is not repeated at any length', async () => {
    const { text } = await rpc('ada', 'prompts/get', { name: 'x'.repeat(5000) })
    expect(text.length).toBeLessThan(1000)
  })
})

describe('a resource or a prompt with scopes', () => {
  const { rpc, get } = connect()

  it.each([
    ['resources/read', { uri: 'private://7' }, 'TEXT of private 7'],
    ['prompts/get', { name: 'discreet' }, 'WORDS of discreet'],
    ['tools/call', { name: 'hidden', arguments: {} }, '"success":true'],
  ])('is refused over MCP with 403 to a caller without them: %s', async (method, params, text) => {
    const refused = await rpc('bob', method, params)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('The token lacks the scope secret:read.')
    expect(refused.headers.get('www-authenticate')).toContain('scope="secret:read"')
    const given = await rpc('ada', method, params)
    expect(given.status).toBe(200)
    expect(JSON.parse(JSON.stringify(given.text))).toContain(text)
  })

  it('is refused over HTTP with 403 to a caller without them', async () => {
    const refused = await get('bob', '/private/7')
    expect(refused.status).toBe(403)
    expect(refused.headers.get('www-authenticate')).toContain('scope="secret:read"')
    expect(refused.text).not.toContain('TEXT')
    expect(await get('ada', '/private/7')).toMatchObject({ status: 200, text: 'TEXT of private 7' })
    expect(await get('bob', '/shown/7')).toMatchObject({ status: 200, text: 'TEXT of shown 7' })
  })

  it('is refused to everybody if nobody has to say who calls', async () => {
    const anyone = connect(createServer(), {})
    expect((await anyone.get(undefined, '/private/7')).status).toBe(401)
    const read = await anyone.rpc(undefined, 'resources/read', { uri: 'private://7' })
    expect(read.text).toContain('"code":-32000')
    expect(read.text).not.toContain('TEXT')
  })

  it.each([
    ['resources/read', { uri: 'private://7' }],
    ['prompts/get', { name: 'discreet' }],
  ])('says with a code and a hint why it is refused: %s', async (method, params) => {
    const anyone = connect(createServer(), {})
    const { error } = errorIn(await anyone.rpc(undefined, method, params))
    expect(error.data).toEqual({
      code: 'UNAUTHORIZED',
      hint: 'Send a token with the scope secret:read.',
      details: { required_scopes: ['secret:read'] },
      request_id: expect.any(String) as string,
    })
  })

  it('completes nothing for a caller without them', async () => {
    const argument = { name: 'word', value: '' }
    const complete = async (who: Who, name: string) =>
      (await rpc(who, 'completion/complete', { ref: { type: 'ref/prompt', name }, argument })).text
    expect(await complete('ada', 'discreet')).toContain('word of discreet')
    expect(await complete('bob', 'discreet')).not.toContain('word of discreet')
    expect(await complete('bob', 'public')).toContain('word of public')
  })

  it('is read in process by whoever started it', async () => {
    const server = createServer()
    const resource = server.resources().find(({ name }) => name === 'private')
    if (resource === undefined) throw new Error('not there')
    expect(await server.read(resource, { id: '7' })).toMatchObject({ ok: true })
    const bob = { id: 'bob', scopes: [] }
    expect(await server.read(resource, { id: '7' }, { caller: bob })).toMatchObject({
      ok: false,
      problems: [{ details: { missing_scopes: ['secret:read'] } }],
    })
  })

  it('must name scopes that there can be', () => {
    const resources = [toResource('private', ['a b'])]
    const prompts = [toPrompt('discreet', [''])]
    const define = () =>
      defineServer({ name: 'x', version: '1', tools: [], resources, prompts, log })
    expect(define).toThrow(/resource private:\/\/\{id\}: scopes: 'a b' is not a valid scope/)
    expect(define).toThrow(/prompt discreet: scopes: '' is not a valid scope/)
  })
})

describe('a list', () => {
  const { rpc, get } = connect()
  const lists = [
    ['tools/list', '"open"', '"hidden"'],
    ['prompts/list', '"public"', '"discreet"'],
    ['resources/list', '"resources"', 'fixed://one'],
    ['resources/templates/list', 'shown://{id}', 'private://{id}'],
  ] as const

  it.each(lists)(
    'has what a caller may use, whoever asked before: %s',
    async (method, all, few) => {
      for (const who of ['ada', 'bob', 'ada', 'bob'] as const) {
        const { text } = await rpc(who, method)
        expect(text).toContain(all)
        expect(text.includes(few)).toBe(who === 'ada')
      }
    },
  )

  it.each(lists)('has everything if nobody has to say who calls: %s', async (method, all, few) => {
    const { text } = await connect(createServer(), {}).rpc(undefined, method)
    expect([text.includes(all), text.includes(few)]).toEqual([true, true])
  })

  it.each(['/', '/openapi.json'])('at %s has what a caller may use', async (path) => {
    for (const who of ['bob', 'ada', 'bob'] as const) {
      const { text, headers } = await get(who, path)
      expect(text).toContain('open')
      expect([text.includes('hidden'), text.includes('private')]).toEqual(
        who === 'ada' ? [true, true] : [false, false],
      )
      expect(headers.get('vary')).toContain('Authorization')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('has pages of what a caller may use', async () => {
    const paged = connect(createServer(), { authenticator, toolsPerPage: 1 })
    const { text } = await paged.rpc('bob', 'tools/list')
    expect(text).not.toContain('nextCursor')
    expect((await paged.rpc('ada', 'tools/list')).text).toContain('nextCursor')
  })

  it('behind gates finds and describes what a caller may use', async () => {
    const gated = connect(createServer(), { authenticator, gates: 'always' })
    const call = async (who: Who, name: string, args: object) =>
      (await gated.rpc(who, 'tools/call', { name, arguments: args })).text
    const search = { query: 'do hidden' }
    expect(await call('ada', 'search_tools', search)).toContain('Do hidden.')
    expect(await call('bob', 'search_tools', search)).not.toContain('Do hidden.')
    const names = { names: ['hidden'] }
    expect(await call('ada', 'describe_tools', names)).toContain('Do hidden.')
    expect(await call('bob', 'describe_tools', names)).not.toContain('Do hidden.')
    const through = { name: 'call_read_tool', arguments: { name: 'hidden' } }
    expect((await gated.rpc('bob', 'tools/call', through)).status).toBe(403)
  })
})

it.each(['..', '..%2F..%2Fetc', 'a%5Cb', 'a%00'])(
  'a resource does not read %s over MCP either',
  async (id) => {
    const { rpc } = connect()
    const { text } = await rpc('ada', 'resources/read', { uri: `shown://${id}` })
    expect(text).not.toContain('TEXT')
    expect(text).toContain(`"uri":"shown://${id}"`)
  },
)

describe('policies', () => {
  it('limit and log resources and prompts as they do tools', async () => {
    lines.length = 0
    const limit = createRateLimit({ limit: { calls: 2, perSeconds: 600 } })
    const server = createServer([createCallLog({ log }), limit])
    const { rpc, get } = connect(server)
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await get('bob', `/shown/${n}`)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await get('ada', '/shown/1')).headers.get('ratelimit-remaining')).toBe('1')
    const texts: string[] = []
    for (let n = 0; n < 3; n++) {
      texts.push((await rpc('bob', 'prompts/get', { name: 'public' })).text)
    }
    expect(texts.map((text) => text.includes('WORDS'))).toEqual([true, true, false])
    expect(texts[2]).toContain('"code":-32000')
    const logged = lines.map(({ tool, caller, outcome }) => `${caller} ${tool} ${outcome}`)
    expect(logged.slice(0, 3)).toEqual([
      'bob resource shown success',
      'bob resource shown success',
      'bob resource shown failure',
    ])
    expect(logged).toContain('bob prompt public success')
  })
})

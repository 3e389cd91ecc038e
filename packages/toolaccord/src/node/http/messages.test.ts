import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createAuthenticator } from '../../auth/create-authenticator.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type HttpOptions, type HttpServer, serveHttp } from './serve-http.ts'

const served: HttpServer[] = []
afterEach(async () => {
  await Promise.all(served.splice(0).map((http) => http.close()))
})

async function serve(options: HttpOptions = {}) {
  const ran: unknown[] = []
  const errors: string[] = []
  const make = (name: string, effect: 'read' | 'write') =>
    defineTool({
      name,
      summary: 'Say it again.',
      input: z.object({ said: z.unknown() }),
      output: z.object({ said: z.unknown() }),
      effect,
      rest: { method: effect === 'read' ? 'GET' : 'PUT', path: `/notes/:said/${name}` },
      run({ said }) {
        ran.push(said)
        return ok({ said })
      },
    })
  const server = defineServer({
    name: 'fixture',
    version: '1.0.0',
    tools: [make('echo', 'read'), make('keep', 'write')],
    log: { ...silentLog, error: (message) => errors.push(message) },
  })
  const http = await serveHttp(server, { port: 0, ...options })
  served.push(http)
  const post = (path: string, body: string) =>
    fetch(`${http.url}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2025-03-26',
      },
      body,
    })
  return { url: http.url, post, ran, errors }
}

describe('a number that is too large for JSON', () => {
  it.each(['1e400', '-1e400', '[{"deep":1e999}]'])('is refused over REST: %s', async (said) => {
    const { post, ran, errors } = await serve()
    const response = await post('/api/echo', `{"said":${said}}`)
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/'said[^']*' must be a number that is finite\./)
    expect([ran, errors]).toEqual([[], []])
  })

  it('is refused over MCP as an argument that the model can mend', async () => {
    const { post, ran, errors } = await serve()
    const params = '{"name":"echo","arguments":{"said":1e400}}'
    const json = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
    const answer = await (await post('/mcp', json)).text()
    expect(answer).toContain('"isError":true')
    expect(answer).toContain("'said' must be a number that is finite.")
    expect([ran, errors]).toEqual([[], []])
  })
})

describe('a batch', () => {
  const toBatch = (size: number) =>
    JSON.stringify(
      Array.from({ length: size }, (_, id) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'echo', arguments: { said: id } },
      })),
    )

  it('may have 100 messages', async () => {
    const { post, ran } = await serve()
    const response = await post('/mcp', toBatch(100))
    await response.text()
    expect([response.status, ran.length]).toEqual([200, 100])
  })

  it('may not have more, and then none of it is run', async () => {
    const { post, ran } = await serve()
    const response = await post('/mcp', toBatch(101))
    expect([response.status, ran]).toEqual([400, []])
    expect(await response.text()).toContain('Batch must not exceed 100 messages')
  })
})

describe('Allow', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  const paths = [
    '/',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/api/echo',
    '/api/keep',
    '/notes/n1/echo',
    '/notes/n1/keep',
    '/mcp',
    '/.well-known/oauth-protected-resource',
  ]

  it.each(paths)('names the methods that %s takes, and no others', async (path) => {
    const { url } = await serve({
      mcp: { sessions: true },
      authenticator: path.startsWith('/.well') ? withMetadata : undefined,
    })
    const answers = await Promise.all(
      methods.map(async (method) => {
        const { status, headers } = await fetch(url + path, { method })
        return { method, status, allow: headers.get('allow') }
      }),
    )
    const taken = answers.filter(({ status }) => status !== 405).map(({ method }) => method)
    expect(taken.length).toBeGreaterThan(0)
    for (const { status, allow } of answers) {
      if (status === 405) expect(allow?.split(', ').toSorted()).toEqual(taken.toSorted())
    }
  })
})

const withMetadata = createAuthenticator({
  keys: async () => undefined,
  resource: 'https://notes.example',
})

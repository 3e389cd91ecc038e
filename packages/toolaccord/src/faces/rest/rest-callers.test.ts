import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createAuthenticator, hashKey } from '../../auth/index.ts'
import { dialects } from '../../contracts/dialects.ts'
import { defineTool } from '../../define/tool.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createRestHandler } from './create-rest-handler.ts'
import type { RestOptions } from './requests/rest-options.ts'

const readKey = 'read-key-of-thirty-two-characters'
const writeKey = 'write-key-of-thirty-two-character'
const authenticator = createAuthenticator({
  keys: [
    { id: 'reader', hash: await hashKey(readKey), scopes: ['notes:read'] },
    { id: 'writer', hash: await hashKey(writeKey), scopes: ['notes:read', 'notes:write'] },
  ],
  resource: 'https://notes.example/mcp',
  authorizationServers: ['https://login.example'],
})

const who = defineTool({
  name: 'who',
  summary: 'Return who calls.',
  output: z.object({ id: z.string() }),
  effect: 'read',
  scopes: ['notes:read'],
  run: (_, call) => ok({ id: call.caller?.id ?? 'nobody' }, { contentHash: 'abc' }),
})
const save = defineTool({
  name: 'save',
  summary: 'Save a note.',
  output: z.object({}),
  effect: 'write',
  scopes: ['notes:read', 'notes:write'],
  formerly: [{ name: 'store' }],
  run: () => ok({}),
})
const server = defineServer({
  name: 'fixture',
  version: '1.0.0',
  tools: [who, save],
  newId: () => 'r1',
})

async function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  options: RestOptions = { authenticator },
) {
  const response = await createRestHandler(
    server,
    options,
  )(new Request(`http://localhost${path}`, { method, headers }))
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('a request with a token', () => {
  it('is let in, and its tool knows the caller', async () => {
    const { status, text } = await send('GET', '/api/who', bearer(readKey))
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ success: true, data: { id: 'reader' } })
  })

  it.each(['/', '/openapi.json', '/api/nothing'])('may see %s', async (path) => {
    expect((await send('GET', path, bearer(readKey))).status).not.toBe(401)
  })

  it.each(['/api/save', '/api/store'])(
    'without a scope of the tool at %s learns which',
    async (path) => {
      const { status, headers, text } = await send('POST', path, bearer(readKey))
      expect(status).toBe(403)
      const challenge = headers.get('www-authenticate')
      expect(challenge).toMatch(/^Bearer .*error="insufficient_scope"/)
      expect(challenge).toMatch(
        /scope="notes:read notes:write", resource_metadata="https:\/\/notes\.example\/\.well-known/,
      )
      expect(JSON.parse(text)).toMatchObject({
        success: false,
        error: 'The token lacks the scope notes:write.',
        data: {
          error_code: 'FORBIDDEN',
          details: { required_scopes: ['notes:read', 'notes:write'] },
        },
      })
      expect((await send('POST', path, bearer(writeKey))).status).toBe(200)
    },
  )

  it('gets answers that no shared cache may keep', async () => {
    const seen = async (cacheControl?: string) => {
      const { headers } = await send('GET', '/api/who', bearer(readKey), {
        authenticator,
        cacheControl,
      })
      return [headers.get('cache-control'), headers.get('vary')]
    }
    expect(await seen()).toEqual(['private, no-cache', 'Accept, Authorization'])
    expect(await seen('public, max-age=60, s-maxage=600')).toEqual([
      'private, max-age=60',
      'Accept, Authorization',
    ])
    expect(await seen('no-store')).toEqual(['no-store', 'Accept, Authorization'])
  })
})

describe('a request without a valid token', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/openapi.json'],
    ['GET', '/api/who'],
    ['POST', '/api/save'],
    ['GET', '/api/nothing'],
    ['GET', '/nothing'],
    ['OPTIONS', '/api/who'],
    ['POST', '/.well-known/oauth-protected-resource'],
  ])('is refused: %s %s', async (method, path) => {
    const { status, headers, text } = await send(method, path)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="toolaccord", ' +
        'resource_metadata="https://notes.example/.well-known/oauth-protected-resource/mcp"',
    )
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'no-store',
      'Accept, Authorization',
    ])
    expect(JSON.parse(text)).toMatchObject({ success: false, data: { error_code: 'UNAUTHORIZED' } })
    expect(text).not.toContain('save')
  })

  it('learns that its token is wrong, if it sent one', async () => {
    const { status, headers, text } = await send(
      'GET',
      '/api/who',
      bearer('another-key-of-thirty-two-letters'),
    )
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(text).not.toContain('another-key')
  })

  it.each([...dialects.values()].map((contract) => [contract.name, contract] as const))(
    'is answered in the dialect that it asks for: %s',
    async (name, contract) => {
      const { status, text } = await send('GET', '/api/who', {
        accept: `application/vnd.toolaccord.${name}+json`,
      })
      expect(status).toBe(401)
      expect(contract.is(JSON.parse(text))).toBe(true)
    },
  )

  it.each(['/healthz', '/readyz'])('may ask %s', async (path) => {
    expect((await send('GET', path)).status).toBe(200)
  })

  it('learns that nobody can be checked', async () => {
    const down = {
      ...authenticator,
      authenticate: async () =>
        ({
          ok: false,
          reason: 'unavailable',
          status: 503,
          description: 'Tokens cannot be checked now.',
        }) as const,
    }
    const { status, headers, text } = await send('GET', '/api/who', bearer(readKey), {
      authenticator: down,
    })
    expect([status, headers.get('www-authenticate')]).toEqual([503, null])
    expect(JSON.parse(text)).toMatchObject({
      error: 'Tokens cannot be checked now.',
      data: { error_code: 'UNAVAILABLE' },
    })
  })
})

describe('the metadata about tokens', () => {
  const paths = [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
  ]

  it.each(paths)('is shown to everybody at %s', async (path) => {
    const { status, headers, text } = await send('GET', path, { origin: 'https://app.example' })
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({
      resource: 'https://notes.example/mcp',
      authorization_servers: ['https://login.example'],
    })
    expect([
      headers.get('access-control-allow-origin'),
      headers.get('cache-control'),
      headers.get('content-type'),
    ]).toEqual(['*', 'public, max-age=3600', 'application/json'])
    const head = await send('HEAD', path)
    expect([head.status, head.text]).toEqual([200, ''])
  })

  it('may be asked for by web pages with headers of their own, whatever cors says', async () => {
    const preflight = {
      origin: 'https://app.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'mcp-protocol-version',
    }
    for (const cors of [undefined, { origins: ['https://other.example'] }]) {
      const { status, headers } = await send('OPTIONS', paths[0] ?? '', preflight, {
        authenticator,
        cors,
      })
      expect([
        status,
        headers.get('access-control-allow-origin'),
        headers.get('access-control-allow-headers'),
      ]).toEqual([204, '*', '*'])
    }
  })

  it('is not there without an authenticator', async () => {
    expect((await send('GET', paths[0] ?? '', {}, {})).status).toBe(404)
  })
})

describe('web pages of other origins', () => {
  const origin = 'https://app.example'
  const options: RestOptions = { authenticator, cors: { origins: [origin] } }

  it('may send a token, and ask so without one', async () => {
    const { status, headers } = await send(
      'OPTIONS',
      '/api/who',
      {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
      options,
    )
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-headers')?.split(',')).toEqual(
      expect.arrayContaining(['Authorization', 'Idempotency-Key', 'traceparent']),
    )
  })

  it('may read why they are refused', async () => {
    const { status, headers } = await send('GET', '/api/who', { origin }, options)
    expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
      401,
      origin,
      'Accept, Origin, Authorization',
    ])
    expect(headers.get('access-control-expose-headers')?.split(',')).toContain('WWW-Authenticate')
  })
})

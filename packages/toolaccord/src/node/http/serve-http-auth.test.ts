import { createServer } from 'node:http'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Authenticator, createAuthenticator, hashKey } from '../../auth/index.ts'
import { defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type HttpServer, serveHttp } from './serve-http.ts'

const who = defineTool({
  name: 'who',
  summary: 'Return who calls.',
  output: z.object({ id: z.string() }),
  effect: 'read',
  run(_, call) {
    call.progress(1, 1)
    return ok({ id: call.caller?.id ?? 'nobody' })
  },
})
const save = defineTool({
  name: 'save',
  summary: 'Save.',
  output: z.object({}),
  effect: 'write',
  scopes: ['notes:write'],
  run: () => ok({}),
})
const server = defineServer({
  name: 'fixture',
  version: '1.0.0',
  tools: [who, save],
  log: silentLog,
})

const key = 'static-key-of-thirty-two-letters'
const issuer = 'https://login.example'
const { publicKey, privateKey } = await generateKeyPair('ES256')
let http: HttpServer
let resource: string
let authenticator: Authenticator

beforeAll(async () => {
  // The resource names the port, so a free one is looked for first.
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((resolve) => probe.close(resolve))
  resource = `http://127.0.0.1:${port}/mcp`
  const jwt = {
    issuer,
    audience: resource,
    jwks: { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k1' }] },
  }
  authenticator = createAuthenticator({
    keys: [{ id: 'machine', hash: await hashKey(key), scopes: ['notes:write'] }],
    jwt,
    resource,
    log: silentLog,
  })
  http = await serveHttp(server, { port, authenticator })
})
afterAll(() => http.close())

const tokenFor = (sub: string, scope = '', audience = resource) =>
  new SignJWT({ scope })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(sub)
    .setExpirationTime('1h')
    .sign(privateKey)

async function connect(token: string | undefined, mode: 'legacy' | 'auto' = 'auto') {
  const client = new Client({ name: 'tester', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(
    new StreamableHTTPClientTransport(
      new URL(resource),
      token === undefined ? {} : { authProvider: { token: async () => token } },
    ),
  )
  return client
}

describe.each(['legacy', 'auto'] as const)('the official client, %s', (mode) => {
  it.each([
    ['an access token', () => tokenFor('ada'), 'ada'],
    ['a static key', async () => key, 'machine'],
  ])('calls with %s, in either lane', async (_, getToken, id) => {
    const client = await connect(await getToken(), mode)
    expect((await client.callTool({ name: 'who' })).structuredContent).toMatchObject({
      data: { id },
    })
    expect(
      (await client.callTool({ name: 'who' }, { onprogress: () => {} })).structuredContent,
    ).toMatchObject({ data: { id } })
    await client.close()
  })

  it('is refused without a token', async () => {
    await expect(connect(undefined, mode)).rejects.toMatchObject({ status: 401 })
  })

  it('is refused with a token that is wrong, or for another server', async () => {
    await expect(connect('wrong', mode)).rejects.toThrow(UnauthorizedError)
    await expect(
      connect(await tokenFor('ada', '', 'https://other.example/mcp'), mode),
    ).rejects.toThrow(UnauthorizedError)
  })

  it('learns which scope it needs', async () => {
    const client = await connect(await tokenFor('ada', 'notes:read'), mode)
    await expect(client.callTool({ name: 'save' })).rejects.toMatchObject({
      name: 'InsufficientScopeError',
      requiredScope: 'notes:write',
    })
    await client.close()
    const writer = await connect(await tokenFor('ada', 'notes:read notes:write'), mode)
    expect((await writer.callTool({ name: 'save' })).structuredContent).toMatchObject({
      success: true,
    })
    await writer.close()
  })
})

describe('a client that does not know where to get a token', () => {
  it('finds out from the refusal', async () => {
    const refused = await fetch(resource, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    })
    expect(refused.status).toBe(401)
    const metadataUrl =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    const metadata = await fetch(metadataUrl)
    expect([
      metadata.status,
      metadata.headers.get('access-control-allow-origin'),
      metadata.headers.get('cache-control'),
    ]).toEqual([200, '*', 'public, max-age=3600'])
    expect(await metadata.json()).toMatchObject({ resource, authorization_servers: [issuer] })
  })

  it('finds out as the official client does, with and without a hint', async () => {
    for (const url of [resource, new URL('/', resource)])
      expect(await discoverOAuthProtectedResourceMetadata(url)).toMatchObject({
        resource,
        authorization_servers: [issuer],
      })
  })
})

describe('every other path', () => {
  it.each(['/', '/openapi.json', '/api/who'])('needs the token: %s', async (path) => {
    const url = new URL(path, resource)
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200)
  })

  it.each(['/healthz', '/readyz'])('but %s', async (path) => {
    expect((await fetch(new URL(path, resource))).status).toBe(200)
  })
})

describe('where a server listens', () => {
  it('may be beyond this machine when callers are authenticated', async () => {
    const open = await serveHttp(server, { port: 0, host: '0.0.0.0', authenticator })
    expect((await fetch(`${open.url.replace('0.0.0.0', '127.0.0.1')}/api/who`)).status).toBe(401)
    await open.close()
  })

  it('is refused otherwise, with both ways out', async () => {
    await expect(serveHttp(server, { host: '0.0.0.0' })).rejects.toThrow(
      /Give an authenticator .*allowRemote: true/,
    )
  })
})

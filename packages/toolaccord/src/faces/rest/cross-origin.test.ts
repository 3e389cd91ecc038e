import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { createRestHandler } from './create-rest-handler.ts'
import type { RestOptions } from './requests/rest-options.ts'

const list = defineTool({
  name: 'list',
  summary: 'List them.',
  output: z.object({}),
  effect: 'read',
  run: () => ok({}),
})
const clear = defineTool({
  name: 'clear',
  summary: 'Forget them.',
  output: z.object({}),
  effect: 'destroy',
  run: () => ok({}),
})
const server = defineServer({ name: 'fixture', version: '1.0.0', tools: [list, clear] })

async function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  options: RestOptions = {},
) {
  const response = await createRestHandler(
    server,
    options,
  )(new Request(`http://localhost:8808${path}`, { method, headers }))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('web pages of other origins', () => {
  const preflight = {
    origin: 'https://app.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }

  it('may not call by default', async () => {
    const options = await send('OPTIONS', '/api/list', preflight)
    expect(options.headers.get('access-control-allow-origin')).toBeNull()
    const { status, text } = await send('POST', '/api/list', { origin: 'https://app.example' })
    expect(status).toBe(403)
    expect(JSON.parse(text)).toMatchObject({ data: { error_code: 'FORBIDDEN' } })
    expect((await send('POST', '/api/list', { origin: 'null' })).status).toBe(403)
  })

  it('of the same host may call', async () => {
    expect((await send('POST', '/api/list', { origin: 'http://localhost:8808' })).status).toBe(200)
  })

  it('may call when every origin may', async () => {
    const options = await send('OPTIONS', '/api/list', preflight, { cors: true })
    expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(options.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
      'content-type',
    )
    expect(options.headers.get('access-control-allow-credentials')).toBeNull()
    const { status, headers } = await send(
      'POST',
      '/api/none',
      { origin: 'https://app.example' },
      { cors: true },
    )
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, '*'])
    const exposed = [
      'X-Request-Id',
      'ETag',
      'Location',
      'Preference-Applied',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Retry-After',
      'Toolaccord-Notes',
      'WWW-Authenticate',
    ]
    expect(headers.get('access-control-expose-headers')?.split(',')).toEqual(exposed)
  })

  it('may call when their origin is named, and no other', async () => {
    const options = { cors: { origins: ['https://app.example'] } }
    const named = await send('GET', '/api/list', { origin: 'https://app.example' }, options)
    const other = await send('GET', '/api/list', { origin: 'https://evil.example' }, options)
    expect([named.headers.get('access-control-allow-origin'), named.headers.get('vary')]).toEqual([
      'https://app.example',
      'Accept, Origin',
    ])
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
    expect(
      (await send('POST', '/api/list', { origin: 'https://evil.example' }, options)).status,
    ).toBe(403)
    expect(
      (await send('POST', '/api/list', { origin: 'https://app.example' }, options)).status,
    ).toBe(200)
  })

  it('get the methods of a route from an OPTIONS that is not a preflight', async () => {
    expect((await send('OPTIONS', '/api/clear', {}, { cors: true })).headers.get('allow')).toBe(
      'POST, OPTIONS',
    )
  })

  it('cannot reach it through a host name that it does not answer for', async () => {
    expect((await send('GET', '/api/list', {}, { hosts: ['127.0.0.1'] })).status).toBe(403)
    expect((await send('GET', '/api/list', {}, { hosts: ['localhost'] })).status).toBe(200)
  })
})

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { createRestHandler } from '../create-rest-handler.ts'
import type { RestOptions } from '../requests/rest-options.ts'

const read = defineTool({
  name: 'get_thing',
  summary: 'Read a thing.',
  input: z.object({ id: z.string() }),
  output: z.object({}),
  effect: 'read',
  rest: { method: 'GET', path: '/things/:id' },
  run: () => ok({}),
})
const server = defineServer({ name: 'fixture', version: '1.0.0', tools: [read] })

async function send(path: string, headers: Record<string, string> = {}, options: RestOptions = {}) {
  const response = await createRestHandler(
    server,
    options,
  )(new Request(`http://localhost:8808${path}`, { headers }))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('what a server says about itself', () => {
  it('is healthy while it answers', async () => {
    const { status, text } = await send('/healthz')
    expect([status, text]).toEqual([200, '{"status":"ok"}'])
  })

  it.each([
    ['nobody', undefined, 200, 'ok'],
    ['true', () => true, 200, 'ok'],
    ['false, later', () => Promise.resolve(false), 503, 'not ready'],
    ['a rejection', () => Promise.reject(new Error('SECRET')), 503, 'not ready'],
    [
      'an exception',
      () => {
        throw new Error('SECRET')
      },
      503,
      'not ready',
    ],
  ])('is ready as %s says', async (_, ready, code, word) => {
    const { status, text, headers } = await send('/readyz', {}, { ready })
    expect([status, text]).toEqual([code, `{"status":"${word}"}`])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('is its OpenAPI document', async () => {
    const { headers, text } = await send('/openapi.json')
    expect(headers.get('content-type')).toBe('application/json')
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0', info: { title: 'fixture' } })
  })

  it('is a page without scripts, whatever the request accepts', async () => {
    const { status, headers, text } = await send('/', {
      'x-request-id': 'r1',
      accept: 'application/json',
    })
    expect([status, headers.get('content-type'), headers.get('x-request-id')]).toEqual([
      200,
      'text/html; charset=UTF-8',
      'r1',
    ])
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).toContain('curl &#39;http://localhost:8808/things/ID&#39;')
  })
})

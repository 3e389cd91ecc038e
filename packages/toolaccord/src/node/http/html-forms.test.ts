import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { toOpenApi } from '../../faces/rest/index.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type HttpServer, serveHttp } from './serve-http.ts'

const seen: unknown[] = []
const comment = defineTool({
  name: 'comment',
  summary: 'Write a comment.',
  input: z.object({
    note: z.string(),
    text: z.string().min(1).max(500),
    stars: z.int().optional(),
    tags: z.array(z.string()).optional(),
    hidden: z.boolean().optional(),
  }),
  output: z.object({ id: z.string() }),
  effect: 'write',
  codes: ['LOCKED'],
  rest: { method: 'POST', path: '/notes/:note/comments', form: '/notes/:note#comment-:id' },
  run(input, call) {
    if (input.note === 'locked') {
      const message = 'The note <b>is</b> locked.'
      return call.fail('LOCKED', { message, hint: 'Ask "Ann" & wait.' })
    }
    if (input.note === 'broken') throw new Error('secret')
    seen.push(input)
    return ok({ id: 'c 1' })
  },
})
const wipe = defineTool({
  name: 'wipe',
  summary: 'Wipe.',
  output: z.object({}),
  effect: 'write',
  scopes: ['notes:admin'],
  rest: { method: 'POST', path: '/wipe', form: '/' },
  run: () => ok({}),
})
const plain = defineTool({
  name: 'plain',
  summary: 'Take JSON only.',
  output: z.object({}),
  effect: 'write',
  rest: { method: 'POST', path: '/plain' },
  run: () => ok({}),
})
const server = defineServer({
  name: 'notes',
  version: '1.0.0',
  tools: [comment, wipe, plain],
  codes: { LOCKED: { kind: 'conflict', message: 'It is locked.' } },
  limits: { bodyBytes: 20_000 },
  log: silentLog,
})

let http: HttpServer
const friend = 'https://friend.example'
beforeAll(async () => {
  http = await serveHttp(server, {
    port: 0,
    localScopes: ['notes:read'],
    cors: { origins: [friend] },
  })
})
afterAll(() => http.close())
beforeEach(() => {
  seen.length = 0
})

const formType = 'application/x-www-form-urlencoded'
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }

/** With node:http, because fetch sets some of these headers itself. */
async function post(path: string, body: string, headers: Record<string, string> = sameOrigin) {
  const sent = request(`${http.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': formType, ...headers },
  })
  sent.end(body)
  // The cast names what the event of this name brings.
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode,
    location: response.headers.location,
    type: response.headers['content-type'],
    policy: response.headers['content-security-policy'],
    body: await text(response),
  }
}

describe('an HTML form', () => {
  it('is a call with its fields as arguments, and the browser goes on to the path', async () => {
    const fields = 'text=a%0D%0Ab+c&stars=3&tags=x&tags=y&hidden=true'
    expect(await post('/notes/n%2F1/comments', fields)).toMatchObject({
      status: 303,
      location: '/notes/n%2F1#comment-c%201',
      body: '',
    })
    const read = { text: 'a\nb c', stars: 3, tags: ['x', 'y'], hidden: true }
    expect(seen).toEqual([{ note: 'n/1', ...read }])
  })

  it('leaves out fields that are empty', async () => {
    await post('/notes/n1/comments', 'text=a&stars=&tags=')
    expect(seen).toEqual([{ note: 'n1', text: 'a' }])
  })

  it('may come with a charset, and without Sec-Fetch-Site from its own origin', async () => {
    const type = { 'Content-Type': `${formType}; charset=UTF-8` }
    const own = { ...type, Origin: http.url }
    expect(await post('/notes/n1/comments', 'text=%C3%A9', own)).toMatchObject({ status: 303 })
    expect(seen).toEqual([{ note: 'n1', text: 'é' }])
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another port of the machine', { 'Sec-Fetch-Site': 'same-site' }],
    ['no page', { 'Sec-Fetch-Site': 'none' }],
    ['nobody knows where', {}],
    ['a foreign origin', { Origin: 'https://evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    [
      'a foreign origin that claims to be the same',
      { ...sameOrigin, Origin: 'https://evil.example' },
    ],
    ['an origin that cors allows', { Origin: friend }],
    ['a rebound host', { Host: 'evil.example', Origin: 'http://evil.example', ...sameOrigin }],
  ])('is refused from %s', async (_, headers) => {
    expect(await post('/notes/n1/comments', 'text=a', headers)).toMatchObject({ status: 403 })
    expect(seen).toEqual([])
  })

  it('fails with a page that escapes what it says, and has the status of the code', async () => {
    const headers = { ...sameOrigin, Referer: `${http.url}/notes/locked?"x"` }
    const page = await post('/notes/locked/comments', 'text=a', headers)
    expect(page).toMatchObject({ status: 409, type: 'text/html; charset=utf-8' })
    expect(page.policy).toContain("default-src 'none'")
    expect(page.body).toContain('The note &#60;b&#62;is&#60;/b&#62; locked.')
    expect(page.body).toContain('Ask &#34;Ann&#34; &#38; wait.')
    expect(page.body).toContain('<a href="/notes/locked?%22x%22">')
  })

  it('links to no page of another server', async () => {
    const headers = { ...sameOrigin, Referer: 'https://evil.example/x' }
    expect((await post('/notes/locked/comments', 'text=a', headers)).body).toContain('href="/"')
  })

  const path = '/notes/n1/comments'
  it.each([
    { of: 'a missing field', path, body: '', status: 400, told: 'text' },
    { of: 'an unknown field', path, body: 'text=a&txt=b', status: 400, told: 'txt' },
    { of: 'a field of the wrong type', path, body: 'text=a&stars=x', status: 400, told: 'stars' },
    { of: 'a query', path: `${path}?text=b`, body: 'text=a', status: 400, told: 'query string' },
    { of: 'a broken encoding', path, body: 'text=%FF', status: 400, told: 'UTF-8' },
    { of: 'many bytes', path, body: 'a'.repeat(20_001), status: 413, told: '20000 bytes' },
    { of: 'many fields', path, body: 'tags=a&'.repeat(1001), status: 413, told: '1000 fields' },
    { of: 'a missing scope', path: '/wipe', body: '', status: 403, told: 'notes:admin' },
    {
      of: 'a throw',
      path: '/notes/broken/comments',
      body: 'text=a',
      status: 500,
      told: 'not done',
    },
  ])('is answered with a page for $of', async ({ path, body, status, told }) => {
    const page = await post(path, body)
    expect(page).toMatchObject({ status, type: 'text/html; charset=utf-8' })
    expect(page.body).toContain(told)
    expect(page.body).not.toContain('secret')
    expect(seen).toEqual([])
  })

  it('is refused in JSON by a route that takes none', async () => {
    const answers = [await post('/plain', 'a=b'), await post('/api/comment', 'text=a')]
    for (const { status, type } of answers) {
      expect(status).toBe(415)
      expect(type).toContain('application/json')
    }
  })
})

describe('a JSON caller of a route with a form', () => {
  it('gets the envelope as ever, from wherever it is allowed to call', async () => {
    const json = { 'Content-Type': 'application/json' }
    const done = await post('/notes/n1/comments', '{"text":""}', json)
    expect(done).toMatchObject({ status: 400, type: 'application/json; charset=utf-8' })
    expect(await post('/notes/n1/comments', '{"text":"a"}', json)).toMatchObject({
      status: 200,
      location: undefined,
      type: 'application/json; charset=utf-8',
    })
    expect(
      await post('/notes/n1/comments', '{"text":"a"}', { ...json, Origin: friend }),
    ).toMatchObject({ status: 200 })
  })
})

describe('the document', () => {
  it('has both media types of such a route, and the answer 303', () => {
    const { paths } = toOpenApi(server)
    const { requestBody, responses } = paths['/notes/{note}/comments']?.post ?? {}
    expect(requestBody).toMatchObject({ content: { [formType]: {}, 'application/json': {} } })
    expect(responses).toHaveProperty('303')
    expect(paths['/plain']?.post?.responses).not.toHaveProperty('303')
  })
})

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Route, defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import type { Reason } from '../../../outcome/reasons.ts'
import { defineServer } from '../../../server.ts'
import { readArguments } from './read-call.ts'
import { routesOf } from './routes.ts'

const input = z.object({
  id: z.string().optional(),
  size: z.int().optional(),
  tags: z.array(z.string()).optional(),
  where: z.object({ city: z.string(), near: z.object({ km: z.number() }).optional() }).optional(),
  deep: z.boolean().optional(),
})

function routeOf(rest: Route<'id'>) {
  const tool = defineTool({
    name: 'find',
    summary: 'Find it.',
    input,
    output: z.object({}),
    effect: 'read',
    rest,
    run: () => ok({}),
  })
  const [listing] = defineServer({ name: 'fixture', version: '1', tools: [tool] }).tools()
  const route =
    listing &&
    routesOf(listing).find(({ method, path }) => method === rest.method && path === rest.path)
  if (route === undefined) throw new Error('the fixture has no such route')
  return route
}

const get = routeOf({ method: 'GET', path: '/find' })
const getOne = routeOf({ method: 'GET', path: '/find/:size' })
const put = routeOf({ method: 'PUT', path: '/find/:id' })
const remove = routeOf({ method: 'DELETE', path: '/find/:id' })

const url = (search: string) => `http://localhost/find${search}`
const query = (search: string) => readArguments(get, new Request(url(search)), {}, 100)
const json = { 'content-type': 'application/json' }
const body = (content: BodyInit | undefined, headers: Record<string, string> = json) => {
  // Fetch asks for `duplex` with a stream; the type does not know it.
  const init: RequestInit & { readonly duplex: string } = {
    method: 'PUT',
    headers,
    body: content,
    duplex: 'half',
  }
  return readArguments(put, new Request(url(''), init), { id: 'a' }, 100)
}

const refused = (read: Promise<unknown>, reason: Reason, message: string) =>
  expect(read).rejects.toMatchObject({ reason, message })

/** A body without a header for its length. */
const stream = (...chunks: (Uint8Array | Error)[]) =>
  new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk === undefined) controller.close()
      else if (chunk instanceof Error) controller.error(chunk)
      else controller.enqueue(chunk)
    },
  })
const bytes = (text: string) => new TextEncoder().encode(text)

describe('a query string', () => {
  it('gives strings, numbers, booleans, arrays and objects as the schema wants them', async () => {
    expect(
      await query('?id=7&size=7&deep=true&tags=a&tags=b&where.city=Ham+burg&where.near.km=1.5'),
    ).toEqual({
      id: '7',
      size: 7,
      deep: true,
      tags: ['a', 'b'],
      where: { city: 'Ham burg', near: { km: 1.5 } },
    })
  })

  it('may hold JSON for arrays and objects', async () => {
    const search = String(new URLSearchParams({ tags: '["a"]', where: '{"city":"Ulm"}' }))
    expect(await query(`?${search}`)).toEqual({ tags: ['a'], where: { city: 'Ulm' } })
  })

  it('is refused over 8 KiB', async () => {
    await refused(
      query(`?id=${'x'.repeat(8192)}`),
      'too_large',
      'The query string is over the limit of 8192 characters.',
    )
    expect(await query(`?id=${'x'.repeat(8188)}`)).toEqual({ id: 'x'.repeat(8188) })
  })

  it.each(['?id=%FF', '?id=100%', '?id=%zz'])(
    'is refused when it is not percent-encoded UTF-8: %s',
    async (search) => {
      await refused(query(search), 'malformed_input', 'The URL is not percent-encoded UTF-8.')
    },
  )

  it('does no harm with the names of prototypes', async () => {
    const args = await query(
      '?__proto__.polluted=1&constructor.prototype.polluted=1&where.__proto__.polluted=1',
    )
    expect(Object.keys(Object(args)).toSorted()).toEqual(['__proto__', 'constructor', 'where'])
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('a body', () => {
  it.each([undefined, ''])('that is empty gives no arguments: %j', async (content) => {
    expect(await body(content, {})).toEqual({ id: 'a' })
  })

  it.each([
    'application/json',
    'Application/JSON; Charset="UTF-8"',
    'application/json;charset=utf8',
    'application/vnd.notes+json',
    'model/gltf+json',
  ])('may be %s', async (type) => {
    expect(await body('{"size":1}', { 'content-type': type })).toEqual({ id: 'a', size: 1 })
  })

  it.each<[Record<string, string>, string]>([
    [{ 'content-type': 'text/plain' }, "'text/plain'"],
    [
      { 'content-type': 'application/x-www-form-urlencoded' },
      "'application/x-www-form-urlencoded'",
    ],
    [{ 'content-type': 'application/json; charset=latin1' }, "'application/json; charset=latin1'"],
    [{ ...json, 'content-encoding': 'gzip' }, "'application/json' encoded with 'gzip'"],
  ])('is refused with %j', async (headers, given) => {
    await refused(
      body('{"size":1}', headers),
      'unsupported_media_type',
      `The body must be JSON in UTF-8, not ${given}.`,
    )
  })

  it('is refused without a type', async () => {
    await refused(
      body(bytes('{"size":1}'), {}),
      'unsupported_media_type',
      'The body must be JSON in UTF-8, not a body without a Content-Type.',
    )
  })

  it('is counted as it arrives', async () => {
    expect(await body(stream(bytes('{"size":'), bytes('1}'), bytes(' '.repeat(90))))).toEqual({
      id: 'a',
      size: 1,
    })
    await refused(
      body(stream(bytes('{"size":'), bytes('1}'), bytes(' '.repeat(91)))),
      'too_large',
      'The body is over the limit of 100 bytes.',
    )
  })

  it('is refused unread when it says that it is over the limit', async () => {
    await expect(
      body(stream(bytes('{}')), { ...json, 'content-length': '101' }),
    ).rejects.toMatchObject({ reason: 'too_large' })
  })

  it.each([
    ['{"size":}', 'The body is not JSON: it breaks at line 1, column 9, before "}".'],
    [
      '{\n  "size": 1,\n  size: 2\n}',
      'The body is not JSON: it breaks at line 3, column 3, before "size: 2\\n}".',
    ],
    ['{"size":1', 'The body is not JSON: it ends too early, at line 1, column 10.'],
  ])('that is not JSON is refused with the place: %j', async (content, message) => {
    await refused(body(content), 'malformed_input', message)
  })

  it('that is not UTF-8 is refused', async () => {
    await refused(
      body(new Uint8Array([0x22, 0xff, 0x22])),
      'malformed_input',
      'The body is not valid UTF-8.',
    )
  })

  it('that breaks off is a cancelled call', async () => {
    await expect(body(stream(bytes('{'), new Error('socket hang up')))).rejects.toMatchObject({
      reason: 'cancelled',
    })
  })

  it.each(['[1]', '"text"', '1', 'true'])(
    'that is not an object is left to the pipeline: %s',
    async (content) => {
      expect(await body(content)).toEqual(JSON.parse(content))
    },
  )

  it('does no harm with a key named __proto__', async () => {
    const args = await body('{"__proto__":{"size":1}}')
    expect(Object.getOwnPropertyNames(args).toSorted()).toEqual(['__proto__', 'id'])
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype)
  })
})

describe('arguments in the path', () => {
  it('are read as the schema wants them', async () => {
    expect(await readArguments(getOne, new Request(url('?id=x')), { size: '7' }, 100)).toEqual({
      size: 7,
      id: 'x',
    })
  })

  it('may be repeated in the body when they agree', async () => {
    expect(await body('{"id":"a","size":1}')).toEqual({ id: 'a', size: 1 })
  })

  it('must not be contradicted by the body or the query string', async () => {
    await expect(body('{"id":"b"}')).rejects.toMatchObject({
      reason: 'invalid_argument',
      problem: { path: 'id' },
    })
    const read = readArguments(getOne, new Request(url('?size=8')), { size: '7' }, 100)
    await expect(read).rejects.toMatchObject({
      reason: 'invalid_argument',
      problem: { path: 'size' },
    })
  })
})

describe('arguments in the wrong place', () => {
  it('are refused in the query string of a route with a body', async () => {
    const request = new Request(url('?size=1'), { method: 'PUT' })
    await expect(readArguments(put, request, { id: 'a' }, 100)).rejects.toMatchObject({
      reason: 'malformed_input',
      message: 'PUT /find/:id takes its arguments from a JSON body, not from the query string.',
    })
  })

  it('are refused in the body of a route with a query string', async () => {
    const request = new Request(url('?size=1'), {
      method: 'DELETE',
      headers: json,
      body: '{"deep":true}',
    })
    await expect(readArguments(remove, request, { id: 'a' }, 100)).rejects.toMatchObject({
      reason: 'malformed_input',
      message: 'DELETE /find/:id takes its arguments from the query string, not from a body.',
    })
  })
})

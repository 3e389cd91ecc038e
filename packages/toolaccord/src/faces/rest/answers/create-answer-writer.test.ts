import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Overflow } from '../../../contracts/contract/overflow.ts'
import { dialects } from '../../../contracts/dialects.ts'
import { type Kind, kinds } from '../../../outcome/kinds.ts'
import type { Failure, Outcome } from '../../../outcome/outcome.ts'
import { type Reason, reasons } from '../../../outcome/reasons.ts'
import { Refusal } from '../../../outcome/refusal.ts'
import { type Server, defineServer } from '../../../server.ts'
import { negotiate } from '../negotiate.ts'
import { representationsOf } from '../requests/representations-of.ts'
import type { RestOptions } from '../requests/rest-options.ts'
import { createAnswerWriter } from './create-answer-writer.ts'

// The cast names the keys of the table.
const oneOfEachKind = Object.fromEntries(
  (Object.keys(kinds) as Kind[]).map((kind) => [`of_${kind}`, { kind }]),
)
const server = defineServer({
  name: 'fixture',
  version: '1',
  codes: { ...oneOfEachKind, teapot: { kind: 'conflict', status: 418 } },
  tools: [],
})

const offered = representationsOf(server.contract)
const toExchange = (request: Request) => ({
  request,
  representation: negotiate(request.headers.get('accept'), offered) ?? offered[0],
})
const respond = (request: Request, outcome: Outcome, options: RestOptions = {}) =>
  createAnswerWriter(server, options).writeOutcome(
    { ...toExchange(request), called: { face: 'rest' } },
    outcome,
  )
const refuse = (request: Request, reason: Reason, of: Server = server) =>
  createAnswerWriter(of).writeRefusal(toExchange(request), new Refusal(reason), 'made-1')

const get = (headers: Record<string, string> = {}) => new Request('http://localhost/x', { headers })
const post = (headers: Record<string, string> = {}) =>
  new Request('http://localhost/x', { method: 'POST', headers })
const failed = (code: string, more: Partial<Failure> = {}): Failure => {
  return { ok: false, problems: [{ code, message: 'No.' }], soft: false, notes: {}, ...more }
}
const headerOf = ({ headers }: Response): Overflow | null =>
  JSON.parse(headers.get('toolaccord-notes') ?? 'null')

describe('the status', () => {
  it.each(Object.entries(kinds))('of a failure of kind %s is its own', async (kind, { status }) => {
    expect((await respond(post(), failed(`of_${kind}`))).status).toBe(status)
  })

  it('is that of the code if the code has one', async () => {
    expect((await respond(post(), failed('teapot'))).status).toBe(418)
  })

  it('of success and of a soft failure is 200', async () => {
    const soft = failed('of_internal', { soft: true })
    expect((await respond(post(), { ok: true, data: {}, notes: {} })).status).toBe(200)
    expect((await respond(post(), soft)).status).toBe(200)
  })

  // The cast names the keys of the table.
  it.each(Object.keys(reasons) as Reason[])(
    'of what the face refuses as %s does not depend on how the contract spells it',
    (reason) => {
      const statuses = [...dialects.values()].map((contract) => {
        const of = defineServer({ name: 'fixture', version: '1', contract, tools: [] })
        return refuse(post(), reason, of).status
      })
      expect(new Set(statuses).size).toBe(1)
    },
  )
})

describe('the body', () => {
  it('and the header give the outcome back, in every dialect', async () => {
    const outcome: Outcome = {
      ok: false,
      problems: [
        { code: 'of_conflict', message: 'Nö ✗', path: 'a.b', details: { n: 1 } },
        { code: 'teapot', message: 'Too' },
      ],
      soft: true,
      data: ['partial', '😀'],
      notes: { requestId: 'r1', message: 'grüße', warnings: [{ message: 'line\r\nbreak' }] },
    }
    for (const contract of dialects.values()) {
      const response = await respond(
        post({ accept: `application/vnd.toolaccord.${contract.name}+json` }),
        outcome,
      )
      expect(response.headers.get('content-type')).toBe(
        `application/vnd.toolaccord.${contract.name}+json`,
      )
      const body: Record<string, unknown> = await response.json()
      expect(
        contract.decode({ body, overflow: headerOf(response) ?? undefined }, server.codes),
      ).toEqual(outcome)
    }
  })

  it('is UTF-8 JSON of the length in the header', async () => {
    const response = await respond(post(), { ok: true, data: { text: 'ü😀' }, notes: {} })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-length')).toBe(
      String((await response.arrayBuffer()).byteLength),
    )
    expect(response.headers.get('toolaccord-notes')).toBeNull()
  })

  it('is written in the own dialect if the request admits none', async () => {
    const response = refuse(post({ accept: 'text/html' }), 'not_acceptable')
    expect(await response.json()).toMatchObject({
      success: false,
      data: { error_code: 'NOT_ACCEPTABLE' },
    })
  })
})

describe('caching', () => {
  const success: Outcome = { ok: true, data: {}, notes: { contentHash: 'abc' } }
  const seen = async (request: Request, outcome: Outcome, options: RestOptions = {}) => {
    const { headers, status } = await respond(request, outcome, options)
    return [status, headers.get('etag'), headers.get('cache-control')]
  }

  it('is by ETag for a GET whose content has a hash', async () => {
    expect(await seen(get(), success)).toEqual([200, 'W/"abc-response-v2"', 'no-cache'])
    expect(await seen(get({ accept: 'application/vnd.toolaccord.dtpr+json' }), success)).toEqual([
      200,
      'W/"abc-dtpr"',
      'no-cache',
    ])
  })

  it('is off for other methods, for failures and without a hash', async () => {
    expect(await seen(post(), success)).toEqual([200, null, 'no-store'])
    expect(await seen(get(), failed('of_not_found', { notes: { contentHash: 'abc' } }))).toEqual([
      404,
      null,
      'no-store',
    ])
    expect(
      await seen(get(), failed('of_not_found', { soft: true, notes: { contentHash: 'abc' } })),
    ).toEqual([200, null, 'no-store'])
    expect(await seen(get(), { ok: true, data: {}, notes: {} })).toEqual([200, null, 'no-store'])
  })

  it('is as the option says for successful GETs only', async () => {
    const options = { cacheControl: 'max-age=60' }
    expect(await seen(get(), success, options)).toEqual([200, 'W/"abc-response-v2"', 'max-age=60'])
    expect(await seen(get(), failed('of_not_found'), options)).toEqual([404, null, 'no-store'])
    expect(await seen(post(), success, options)).toEqual([200, null, 'no-store'])
  })

  it('answers 304 without a body to the tag it gave', async () => {
    const response = await respond(
      get({ 'if-none-match': '"zzz", W/"abc-response-v2"', 'x-request-id': 'r1' }),
      success,
    )
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-cache',
      etag: 'W/"abc-response-v2"',
      vary: 'Accept',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'r1',
    })
  })

  it('answers in full to the tag of another dialect', async () => {
    const accept = 'application/vnd.toolaccord.dtpr+json'
    const request = get({ 'if-none-match': 'W/"abc-response-v2"', accept })
    expect((await respond(request, success)).status).toBe(200)
  })

  it('answers in full to If-None-Match on a POST', async () => {
    expect((await respond(post({ 'if-none-match': '*' }), success)).status).toBe(200)
  })
})

describe('Retry-After', () => {
  it.each([
    [0, '0'],
    [1, '1'],
    [1.2, '2'],
    [Infinity, null],
    [NaN, null],
    [-1, null],
    [undefined, null],
  ])('of %s seconds is %s', async (retryAfterSeconds, expected) => {
    const response = await respond(
      post(),
      failed('of_rate_limit', { notes: { rateLimit: { retryAfterSeconds } } }),
    )
    expect(response.headers.get('retry-after')).toBe(expected)
  })
})

describe('a rate limit', () => {
  it('is in headers, on success and on failure', async () => {
    const notes = { rateLimit: { limit: 10, remaining: 0, resetAt: '1970-01-01T00:00:00Z' } }
    for (const outcome of [
      failed('of_rate_limit', { notes }),
      { ok: true, data: {}, notes } as const,
    ]) {
      const { headers } = await respond(post(), outcome)
      expect(
        ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`)),
      ).toEqual(['10', '0', '0'])
    }
  })
})

describe('X-Request-Id', () => {
  it('is the one of the request, else the one of the outcome', async () => {
    const outcome: Outcome = { ok: true, data: {}, notes: { requestId: 'made' } }
    const given = await respond(post({ 'x-request-id': 'given.1_a-b' }), outcome)
    const made = await respond(post(), outcome)
    expect(given.headers.get('x-request-id')).toBe('given.1_a-b')
    expect(made.headers.get('x-request-id')).toBe('made')
  })

  it('of a refusal is the same in the header and in the body', async () => {
    const response = refuse(post(), 'not_found')
    expect(response.headers.get('x-request-id')).toBe('made-1')
    expect(await response.json()).toMatchObject({ meta: { request_id: 'made-1' } })
  })

  it('never breaks the response, whatever a tool notes as its id', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (requestId) => {
        const { headers } = await respond(post(), { ok: true, data: {}, notes: { requestId } })
        expect(headers.get('x-request-id') ?? 'none').toMatch(/^[\w.-]{1,128}$/)
      }),
    )
  })
})

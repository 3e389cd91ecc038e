import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Overflow } from '../../../contracts/contract/overflow.ts'
import { dialects } from '../../../contracts/dialects.ts'
import { type Kind, kinds } from '../../../outcome/kinds.ts'
import type { Failure, Outcome } from '../../../outcome/outcome.ts'
import { type Reason, reasons } from '../../../outcome/reasons.ts'
import { defineServer } from '../../../server.ts'
import type { RestOptions } from '../requests/rest-options.ts'
import { createResponder } from './create-responder.ts'

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

const { respond, refuse } = createResponder(server)

const get = (headers: Record<string, string> = {}) => new Request('http://localhost/x', { headers })
const post = (headers: Record<string, string> = {}) =>
  new Request('http://localhost/x', { method: 'POST', headers })
const failed = (code: string, more: Partial<Failure> = {}): Failure => {
  return { ok: false, problems: [{ code, message: 'No.' }], soft: false, notes: {}, ...more }
}
const headerOf = ({ headers }: Response): Overflow | null =>
  JSON.parse(headers.get('toolaccord-notes') ?? 'null')

describe('the status', () => {
  it.each(Object.entries(kinds))('of a failure of kind %s is its own', (kind, { status }) => {
    expect(respond(post(), failed(`of_${kind}`)).status).toBe(status)
  })

  it('is that of the code where the code has one', () => {
    expect(respond(post(), failed('teapot')).status).toBe(418)
  })

  it('of success and of a soft failure is 200', () => {
    expect(respond(post(), { ok: true, data: {}, notes: {} }).status).toBe(200)
    expect(respond(post(), failed('of_internal', { soft: true })).status).toBe(200)
  })

  // The cast names the keys of the table.
  it.each(Object.keys(reasons) as Reason[])(
    'of what the face refuses as %s does not depend on how the contract spells it',
    (reason) => {
      const statuses = [...dialects.values()].map((contract) => {
        const { refuse } = createResponder(
          defineServer({ name: 'fixture', version: '1', contract, tools: [] }),
        )
        return refuse(post(), { reason, problem: {} }).status
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
      const response = respond(
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

  it('is UTF-8 JSON of the length that the header tells', async () => {
    const response = respond(post(), { ok: true, data: { text: 'ü😀' }, notes: {} })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-length')).toBe(
      String((await response.arrayBuffer()).byteLength),
    )
    expect(response.headers.get('toolaccord-notes')).toBeNull()
  })

  it('is written in the own dialect when the request admits none', async () => {
    const response = refuse(post({ accept: 'text/html' }), {
      reason: 'not_acceptable',
      problem: {},
    })
    expect(await response.json()).toMatchObject({
      success: false,
      data: { error_code: 'NOT_ACCEPTABLE' },
    })
  })
})

describe('caching', () => {
  const success: Outcome = { ok: true, data: {}, notes: { contentHash: 'abc' } }
  const seen = (request: Request, outcome: Outcome, options: RestOptions = {}) => {
    const { headers, status } = createResponder(server, options).respond(request, outcome)
    return [status, headers.get('etag'), headers.get('cache-control')]
  }

  it('is by ETag for a GET whose content has a hash', () => {
    expect(seen(get(), success)).toEqual([200, 'W/"abc-response-v2"', 'no-cache'])
    expect(seen(get({ accept: 'application/vnd.toolaccord.dtpr+json' }), success)).toEqual([
      200,
      'W/"abc-dtpr"',
      'no-cache',
    ])
  })

  it('is off for other methods, for failures and without a hash', () => {
    expect(seen(post(), success)).toEqual([200, null, 'no-store'])
    expect(seen(get(), failed('of_not_found', { notes: { contentHash: 'abc' } }))).toEqual([
      404,
      null,
      'no-store',
    ])
    expect(
      seen(get(), failed('of_not_found', { soft: true, notes: { contentHash: 'abc' } })),
    ).toEqual([200, null, 'no-store'])
    expect(seen(get(), { ok: true, data: {}, notes: {} })).toEqual([200, null, 'no-store'])
  })

  it('is as the option says for successful GETs only', () => {
    const options = { cacheControl: 'max-age=60' }
    expect(seen(get(), success, options)).toEqual([200, 'W/"abc-response-v2"', 'max-age=60'])
    expect(seen(get(), failed('of_not_found'), options)).toEqual([404, null, 'no-store'])
    expect(seen(post(), success, options)).toEqual([200, null, 'no-store'])
  })

  it('answers 304 without a body to the tag it gave', async () => {
    const response = respond(
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

  it('answers in full to the tag of another dialect', () => {
    const accept = 'application/vnd.toolaccord.dtpr+json'
    expect(respond(get({ 'if-none-match': 'W/"abc-response-v2"', accept }), success).status).toBe(
      200,
    )
  })

  it('answers in full to If-None-Match on a POST', () => {
    expect(respond(post({ 'if-none-match': '*' }), success).status).toBe(200)
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
  ])('of %s seconds is %s', (retryAfterSeconds, expected) => {
    const response = respond(
      post(),
      failed('of_rate_limit', { notes: { rateLimit: { retryAfterSeconds } } }),
    )
    expect(response.headers.get('retry-after')).toBe(expected)
  })
})

describe('a rate limit', () => {
  it('is told in headers, on success and on failure', () => {
    const notes = { rateLimit: { limit: 10, remaining: 0, resetAt: '1970-01-01T00:00:00Z' } }
    for (const outcome of [
      failed('of_rate_limit', { notes }),
      { ok: true, data: {}, notes } as const,
    ]) {
      const { headers } = respond(post(), outcome)
      expect(
        ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`)),
      ).toEqual(['10', '0', '0'])
    }
  })
})

describe('X-Request-Id', () => {
  it('is the one of the request, else the one of the outcome', () => {
    const outcome: Outcome = { ok: true, data: {}, notes: { requestId: 'made' } }
    expect(
      respond(post({ 'x-request-id': 'given.1_a-b' }), outcome).headers.get('x-request-id'),
    ).toBe('given.1_a-b')
    expect(respond(post(), outcome).headers.get('x-request-id')).toBe('made')
  })

  it('of a refusal is the same in the header and in the body', async () => {
    const response = refuse(post(), { reason: 'not_found', problem: {} })
    const id = response.headers.get('x-request-id')
    expect(id).toMatch(/^[\w-]{36}$/)
    expect(await response.json()).toMatchObject({ meta: { request_id: id } })
  })

  it('never breaks the response, whatever a tool notes as its id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (requestId) => {
        const { headers } = respond(post(), { ok: true, data: {}, notes: { requestId } })
        expect(headers.get('x-request-id') ?? 'none').toMatch(/^[\w.-]{1,128}$/)
      }),
    )
  })
})

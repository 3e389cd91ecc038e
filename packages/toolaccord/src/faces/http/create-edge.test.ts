import { describe, expect, it } from 'vitest'
import { type EdgeOptions, type RequestView, createEdge } from './create-edge.ts'
import { type EdgeRules, mcpEdgeRules, restEdgeRules } from './edge-rules.ts'

/** A request of no runtime: the edge needs no more than this. */
interface Sent {
  readonly method?: string
  readonly host?: string
  readonly origin?: string
}

const view: RequestView<Sent> = {
  methodOf: ({ method = 'POST' }) => method,
  hostOf: ({ host = 'localhost' }) => host,
  headerOf: ({ origin }, name) => (name === 'origin' ? origin : undefined),
}
const isLetIn = (sent: Sent, options: EdgeOptions, rules: EdgeRules = mcpEdgeRules) =>
  createEdge(view, rules, options).findForeign(sent) === undefined

describe('a host', () => {
  const hosts = ['localhost', '[::1]', '127.0.0.1']

  it.each(['localhost', 'localhost:80', 'LOCALHOST:80', '[::1]', '[::1]:8808', '127.0.0.1:65535'])(
    'that is named is known: %s',
    (host) => {
      expect(isLetIn({ host }, { hosts })).toBe(true)
    },
  )

  it.each([
    '',
    'local',
    'localhost.',
    'localhost:',
    'localhost:80:80',
    'localhost:8x',
    'localhost.evil.example',
    'localhost:80.evil.example',
    'user@localhost',
    '[::1',
    '127.0.0.10',
  ])('that is not named is unknown: %j', (host) => {
    expect(isLetIn({ host }, { hosts })).toBe(false)
  })

  it('is known in any case, that of the option included', () => {
    for (const host of ['tools.example', 'Tools.Example:80']) {
      expect(isLetIn({ host }, { hosts: ['Tools.example'] })).toBe(true)
    }
  })

  it('is any if none is named', () => {
    expect(isLetIn({ host: 'anything' }, {})).toBe(true)
  })
})

describe('a page', () => {
  const origin = 'https://page.example'

  it.each([
    ['of the same host', { host: 'page.example', origin }, {}],
    [
      'of the same host behind a proxy',
      { host: 'page.example', origin: 'http://page.example' },
      {},
    ],
    ['of any origin, if all are allowed', { origin }, { cors: true }],
    ['of an origin that is named', { origin }, { cors: { origins: [origin] } }],
  ] satisfies [string, Sent, EdgeOptions][])('may call: %s', (_, sent, options) => {
    expect(isLetIn(sent, options)).toBe(true)
  })

  it.each([
    ['of another host', { origin }, {}],
    ['of another port', { host: 'page.example:1', origin }, {}],
    ['of an origin that is not named', { origin }, { cors: { origins: ['https://a.example'] } }],
    ['of no origin', { origin: 'null' }, {}],
    ['of an empty origin', { origin: '' }, {}],
    ['of another host name that is rebound', { host: 'a.example', origin }, { hosts: ['b'] }],
  ] satisfies [string, Sent, EdgeOptions][])('may not call: %s', (_, sent, options) => {
    expect(isLetIn(sent, options)).toBe(false)
  })

  it.each(['GET', 'HEAD', 'OPTIONS'])('may read by %s over REST, and not over MCP', (method) => {
    expect(isLetIn({ method, origin }, {}, restEdgeRules)).toBe(true)
    expect(isLetIn({ method, origin }, {}, mcpEdgeRules)).toBe(false)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('may not change anything by %s', (method) => {
    expect(isLetIn({ method, origin }, {}, restEdgeRules)).toBe(false)
  })
})

describe('the headers of an answer', () => {
  it('are none, and always the same none, without options', () => {
    const edge = createEdge(view, mcpEdgeRules, {})
    expect(edge.headersFor({})).toEqual([])
    expect(edge.headersFor({})).toBe(edge.headersFor({ origin: 'https://page.example' }))
  })

  it('name what pages may read and send', () => {
    const edge = createEdge(view, mcpEdgeRules, { cors: true })
    const headers = Object.fromEntries(edge.headersFor({}))
    expect(headers['Access-Control-Allow-Origin']).toBe('*')
    expect(headers['Access-Control-Expose-Headers']?.split(',')).toContain('Mcp-Session-Id')
    expect(Object.fromEntries(edge.preflightHeadersFor({}))).toMatchObject({
      'Access-Control-Allow-Methods': 'GET,POST,DELETE',
      'Access-Control-Max-Age': '600',
    })
  })
})

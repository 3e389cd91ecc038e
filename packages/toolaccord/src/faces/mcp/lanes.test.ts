import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, type Sent } from '../../../test/both-lanes.ts'
import { isRecord } from '../../json/json.ts'
import {
  dialectKey,
  idempotencyKeyKey,
  legacyVersions,
  metaKeys,
  modernVersion,
} from './protocol/meta-keys.ts'

const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
const modernMeta = {
  [metaKeys.version]: modernVersion,
  [metaKeys.capabilities]: {},
  [metaKeys.clientInfo]: { name: 'tester', version: '1' },
}

/** Header values are ASCII; others travel as base64. */
const toHeader = (text: string) =>
  /^[\x21-\x7e]*$/.test(text)
    ? text
    : `=?base64?${btoa(String.fromCodePoint(...new TextEncoder().encode(text)))}?=`

function modern(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  meta: Readonly<Record<string, unknown>> = {},
): Sent {
  return {
    headers: {
      ...json,
      'MCP-Protocol-Version': modernVersion,
      'Mcp-Method': method,
      ...(typeof params.name === 'string' && { 'Mcp-Name': toHeader(params.name) }),
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, _meta: { ...modernMeta, ...meta } },
    },
  }
}

const legacy = (
  method: string,
  params?: unknown,
  version: string | null = legacyVersions[0] ?? null,
): Sent => ({
  headers: { ...json, ...(version !== null && { 'MCP-Protocol-Version': version }) },
  body: { jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) },
})

const handshake = (protocolVersion: unknown = legacyVersions[0]) =>
  legacy(
    'initialize',
    { protocolVersion, capabilities: {}, clientInfo: { name: 'tester', version: '1' } },
    null,
  )

const without = ({ headers, body }: Sent, name: string): Sent => ({
  headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)),
  body,
})
const withHeaders = (sent: Sent, headers: Readonly<Record<string, string>>): Sent => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
})
const withBody = (sent: Sent, members: Readonly<Record<string, unknown>>): Sent => ({
  ...sent,
  body: { ...(isRecord(sent.body) ? sent.body : {}), ...members },
})

const calls = [
  { name: 'add', arguments: { a: 1 } },
  { name: 'add', arguments: { a: 'one', c: 2 } },
  { name: 'add', arguments: {} },
  { name: 'add' },
  { name: 'add', arguments: { a: 1, wait_for_previous: true } },
  { name: 'add', arguments: { a: 'one', wait_for_previous: null, toolCallId: 'c1' } },
  { name: 'find', arguments: { hard: true } },
  { name: 'find', arguments: { hard: false } },
  { name: 'crash', arguments: {} },
  { name: 'show', arguments: {} },
  { name: 'nothing', arguments: {} },
  { name: 'constructor' },
]

const plain: Sent[] = [
  ...calls.flatMap((params) => [modern('tools/call', params), legacy('tools/call', params)]),
  ...['response-v2', 'chemigram', 'mcp-guide', 'dtpr', 'klingon', ''].flatMap((dialect) => [
    modern('tools/call', { name: 'add', arguments: { a: 1 } }, { [dialectKey]: dialect }),
    legacy('tools/call', {
      name: 'find',
      arguments: { hard: false },
      _meta: { [dialectKey]: dialect },
    }),
  ]),
  ...['key-1', '', 'two words', 'x'.repeat(256), 5].flatMap((key) => [
    modern('tools/call', { name: 'add', arguments: { a: 1 } }, { [idempotencyKeyKey]: key }),
    legacy('tools/call', { name: 'add', arguments: { a: 1 }, _meta: { [idempotencyKeyKey]: key } }),
  ]),
  ...[`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'nonsense', 5].flatMap((traceparent) => [
    modern('tools/call', { name: 'add', arguments: { a: 1 } }, { traceparent }),
    legacy('tools/call', { name: 'add', arguments: { a: 1 }, _meta: { traceparent } }),
  ]),
  modern('tools/list'),
  modern('server/discover'),
  legacy('tools/list'),
  legacy('tools/list', {}),
  legacy('ping'),
  handshake(),
  ...legacyVersions.flatMap((version) => [handshake(version), legacy('tools/list', {}, version)]),
]

describe('plain requests', () => {
  it.each(plain.map((sent) => [JSON.stringify(sent.body), sent] as const))(
    'are answered by the fast lane as by the SDK: %s',
    async (_, sent) => {
      expect(await compare(sent)).toBe(true)
    },
  )
})

const oddIds = [
  0,
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  'a',
  '"\u2028\ud800',
  'x'.repeat(10_000),
  null,
  true,
  [],
  {},
  [1],
]
const odd: Sent[] = [
  // Headers.
  ...[
    modern('tools/call', { name: 'add', arguments: { a: 1 } }),
    modern('tools/list'),
    legacy('tools/list'),
    handshake(),
  ].flatMap((sent) => [
    ...Object.keys(sent.headers).map((name) => without(sent, name)),
    ...[
      'text/html',
      '*/*',
      'application/json',
      'text/event-stream',
      '',
      'application/*',
      'text/event-stream;q=0, application/json',
    ].map((Accept) => withHeaders(sent, { Accept })),
    ...[
      'text/plain',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/jsonx',
      'application/json-patch+json',
      'application/json;',
    ].map((type) => withHeaders(sent, { 'Content-Type': type })),
    ...[
      modernVersion,
      ...legacyVersions,
      '2024-11-05',
      '2024-10-07',
      '1999-01-01',
      '',
      ' 2026-07-28 ',
      '2026-07-28, 2026-07-28',
    ].map((version) => withHeaders(sent, { 'MCP-Protocol-Version': version })),
    ...['tools/call', 'tools/list', 'ping', 'TOOLS/LIST', ''].map((method) =>
      withHeaders(sent, { 'Mcp-Method': method }),
    ),
    ...['add', 'find', ' add', '=?base64?YWRk?=', '=?base64?###?=', ''].map((name) =>
      withHeaders(sent, { 'Mcp-Name': name }),
    ),
    withHeaders(sent, { 'Mcp-Session-Id': 'session-1' }),
    withHeaders(sent, { 'Last-Event-ID': '1' }),
    withHeaders(sent, { 'Mcp-Param-A': '2' }),
  ]),
  // Ids and the members of the message.
  ...[
    modern('tools/list'),
    legacy('ping'),
    legacy('tools/call', { name: 'add', arguments: { a: 1 } }),
    handshake(),
  ].flatMap((sent) => [
    ...oddIds.map((id) => withBody(sent, { id })),
    ...['1.0', 2, null].map((jsonrpc) => withBody(sent, { jsonrpc })),
    ...['tools', '', 'tools/call/', 'constructor', '__proto__', 5, null].map((method) =>
      withBody(sent, { method }),
    ),
    ...[null, [], 'x', 5].map((params) => withBody(sent, { params })),
    withBody(sent, { extra: true }),
    withBody(sent, { result: {} }),
    { headers: sent.headers, body: [sent.body] },
    { headers: sent.headers, body: [sent.body, sent.body] },
  ]),
  // Parameters and `_meta`.
  ...[
    null,
    [],
    'x',
    5,
    {},
    { progressToken: 1 },
    { [metaKeys.logLevel]: 'debug' },
    { [metaKeys.version]: null },
    { [metaKeys.version]: legacyVersions[0] },
    { [metaKeys.version]: '2027-01-01' },
  ].flatMap((_meta) => [
    withBody(modern('tools/list'), { params: { _meta } }),
    legacy('tools/list', { _meta }),
    legacy('tools/call', { name: 'add', arguments: { a: 1 }, _meta }),
  ]),
  ...[
    undefined,
    null,
    [],
    'x',
    { roots: true },
    { roots: { listChanged: 'yes' } },
    { sampling: {} },
    { elicitation: { form: {}, url: {} } },
    { extensions: { 'a.b/c': {} } },
    { extensions: { 'a.b/c': 1 } },
    { experimental: { x: 1 } },
    { tasks: {} },
    { unknown: 1 },
  ].flatMap((capabilities) => [
    modern('tools/list', {}, { [metaKeys.capabilities]: capabilities }),
    legacy('tools/list', { _meta: { [metaKeys.capabilities]: capabilities } }),
    legacy(
      'initialize',
      {
        protocolVersion: legacyVersions[0],
        capabilities,
        clientInfo: { name: 'tester', version: '1' },
      },
      null,
    ),
  ]),
  ...[
    undefined,
    null,
    'me',
    {},
    { name: 'x' },
    { version: '1' },
    { name: '', version: '' },
    { name: 'x', version: 1 },
    { name: 'x', version: '1', title: 5 },
    { name: 'x', version: '1', websiteUrl: 'nowhere' },
    { name: 'x', version: '1', icons: 'none' },
    { name: 'x', version: '1', icons: [{ src: 5 }] },
    { name: 'x', version: '1', more: 1 },
  ].flatMap((clientInfo) => [
    modern(
      'tools/call',
      { name: 'add', arguments: { a: 1 } },
      { [metaKeys.clientInfo]: clientInfo },
    ),
    legacy('tools/call', {
      name: 'add',
      arguments: { a: 1 },
      _meta: { [metaKeys.clientInfo]: clientInfo },
    }),
    legacy(
      'initialize',
      { protocolVersion: legacyVersions[0], capabilities: {}, clientInfo },
      null,
    ),
  ]),
  ...['2024-11-05', '2024-10-07', modernVersion, '2030-01-01', '', 'draft', null, 5].flatMap(
    (version) => [handshake(version)],
  ),
  ...[null, [], 'x', 5, '{"a":1}', { a: 1, __proto__: null }].flatMap((args) => [
    modern('tools/call', { name: 'add', arguments: args }),
    legacy('tools/call', { name: 'add', arguments: args }),
  ]),
  ...[undefined, null, 5, '', 'ADD', 'x'.repeat(300), 'ключ', '__proto__'].flatMap((name) => [
    modern('tools/call', { name, arguments: {} }),
    legacy('tools/call', { name, arguments: {} }),
  ]),
  ...[{ cursor: '' }, { cursor: 'x' }, { cursor: 5 }, { cursor: null }, { other: 1 }].flatMap(
    (params) => [modern('tools/list', params), legacy('tools/list', params)],
  ),
  modern('tools/call', { name: 'add', arguments: { a: 1 }, inputResponses: {} }),
  modern('tools/call', { name: 'add', arguments: { a: 1 }, requestState: 'x' }),
  legacy('tools/call', { name: 'add', arguments: { a: 1 }, task: {} }),
  // Methods of the wrong era, unknown ones, notifications and answers.
  ...['ping', 'initialize', 'prompts/list', 'logging/setLevel', 'unknown/method'].map((method) =>
    modern(method),
  ),
  ...[
    'server/discover',
    'subscriptions/listen',
    'prompts/list',
    'resources/read',
    'unknown/method',
  ].map((method) => legacy(method)),
  ...['notifications/initialized', 'notifications/cancelled', 'tools/list', 'tools/call'].flatMap(
    (method) => [
      { headers: json, body: { jsonrpc: '2.0', method } },
      {
        headers: modern(method).headers,
        body: { jsonrpc: '2.0', method, params: { _meta: modernMeta } },
      },
    ],
  ),
  ...[
    null,
    true,
    5,
    'x',
    [],
    {},
    [[]],
    { jsonrpc: '2.0' },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } },
  ].flatMap((body) => [{ headers: json, body }]),
]

describe('odd and broken requests', () => {
  it.each(odd.map((sent) => [JSON.stringify(sent).slice(0, 400), sent] as const))(
    'are answered, and by the fast lane only as the SDK would: %s',
    async (_, sent) => {
      await compare(sent)
    },
  )
})

/** A JSON value with one node replaced, removed, or given one more member. */
const mutate = (value: unknown): fc.Arbitrary<unknown> => {
  const here = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      undefined,
      ...Object.values(metaKeys),
      modernVersion,
      ...legacyVersions,
      'add',
      'tools/list',
    ),
  )
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return here
  const inside = Object.entries(value).map(([key, member]) =>
    mutate(member).map((changed) =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ),
  )
  const names = fc.oneof(
    fc.string({ maxLength: 5 }),
    fc.constantFrom(
      'id',
      'cursor',
      '_meta',
      'progressToken',
      'arguments',
      dialectKey,
      idempotencyKeyKey,
      ...Object.values(metaKeys),
    ),
  )
  const added = Array.isArray(value)
    ? []
    : [
        fc
          .tuple(names, fc.jsonValue({ maxDepth: 1 }))
          .map(([name, member]) => ({ ...value, [name]: member })),
      ]
  return fc.oneof(
    { weight: 1, arbitrary: here },
    { weight: 8, arbitrary: fc.oneof(...inside) },
    ...added.map((arbitrary) => ({ weight: 2, arbitrary })),
  )
}

const headerNames = [
  'Accept',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Content-Type',
]
const headerValues = [
  '',
  'application/json',
  'text/event-stream',
  modernVersion,
  ...legacyVersions,
  'tools/call',
  'tools/list',
  'add',
  'x',
]
const headerChange = fc.tuple(
  fc.constantFrom(...headerNames),
  fc.option(fc.constantFrom(...headerValues), { nil: undefined }),
)

const mutated: fc.Arbitrary<Sent> = fc.constantFrom(...plain).chain((sent) =>
  fc.record({
    headers: fc.option(headerChange, { nil: undefined, freq: 3 }).map((change) => {
      if (change === undefined) return sent.headers
      const [name, value] = change
      return value === undefined ? without(sent, name).headers : { ...sent.headers, [name]: value }
    }),
    // Through JSON, which drops what is undefined.
    body: fc
      .oneof(
        { weight: 1, arbitrary: fc.constant(sent.body) },
        { weight: 6, arbitrary: mutate(sent.body) },
      )
      .map((body): unknown => JSON.parse(JSON.stringify(body ?? null))),
  }),
)

describe('random changes of plain requests', () => {
  it('are answered, and by the fast lane only as the SDK would', async () => {
    let fast = 0
    await fc.assert(
      fc.asyncProperty(mutated, async (sent) => {
        if (await compare(sent)) fast += 1
      }),
      { numRuns: 2000 },
    )
    // Were nothing answered by the fast lane, nothing would have been compared.
    expect(fast).toBeGreaterThan(200)
  })
})

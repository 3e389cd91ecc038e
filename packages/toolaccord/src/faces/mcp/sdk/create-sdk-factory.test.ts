import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { gate } from '../../../../test/gate.ts'
import type { Policy } from '../../../define/policy.ts'
import { definePrompt } from '../../../define/prompt.ts'
import { defineResource } from '../../../define/resource.ts'
import { defineTool } from '../../../define/tool.ts'
import { type Logger, silentLog } from '../../../log/log.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { createMcpHandler } from '../create-mcp-handler.ts'
import type { McpOptions } from '../protocol/mcp-options.ts'
import { idempotencyKeyKey, metaKeys, modernVersion } from '../protocol/meta-keys.ts'

function createFixture(options: McpOptions = {}) {
  const [started, release] = [gate(), gate()]
  const [seen, lines]: [unknown[], string[]] = [[], []]
  const wait = async () => {
    started.open()
    await release.passed
  }
  const count = defineTool({
    name: 'count',
    summary: 'Count, and stumble.',
    input: z.object({ steps: z.array(z.number().nullable()) }),
    output: z.object({ done: z.boolean() }),
    effect: 'read',
    run({ steps }, call) {
      for (const step of steps) call.progress(step ?? Number.NaN, step === 2 ? Infinity : 3)
      return ok({ done: true })
    },
  })
  const hang = defineTool({
    name: 'hang',
    summary: 'Wait for the end of the call.',
    output: z.null(),
    effect: 'read',
    run: (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(ok(null)))),
  })
  const talk = defineTool({
    name: 'talk',
    summary: 'Talk.',
    input: z.object({ to: z.string() }),
    output: z.null(),
    effect: 'read',
    interactive: true,
    run: () => ok(null),
  })
  const watch: Policy = {
    name: 'watch',
    around(request, next) {
      seen.push([request.idempotencyKey, request.traceparent])
      return next()
    },
  }
  const prompt = definePrompt({
    name: 'slow',
    summary: 'Wait.',
    arguments: { word: { complete: () => wait().then(() => ['done']) } },
    write: () => wait().then(() => [{ role: 'user', content: { type: 'text', text: 'done' } }]),
  })
  const resource = defineResource({
    uri: 'slow://',
    name: 'Slow',
    read: () => wait().then(() => ({ text: 'done' })),
  })
  const log: Logger = {
    ...silentLog,
    debug: (message) => {
      lines.push(message)
    },
  }
  const parts = {
    tools: [count, hang, talk],
    prompts: [prompt],
    resources: [resource],
    policies: [watch],
    log,
    limits: { timeoutMs: 300 },
  }
  const handler = createMcpHandler(
    defineServer({ name: 'fixture', version: '1.0.0', ...parts }),
    options,
  )
  return { handler, started: started.passed, release: release.open, seen, lines }
}

const accept = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
const modernMeta = { [metaKeys.version]: modernVersion, [metaKeys.capabilities]: {} }

function modern(method: string, params: Readonly<Record<string, unknown>>, meta: object = {}) {
  const name = params.name ?? params.uri
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      ...accept,
      'MCP-Protocol-Version': modernVersion,
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': name }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, _meta: { ...modernMeta, ...meta } },
    }),
  })
}
const legacy = (body: unknown, headers: object = {}) =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { ...accept, ...headers },
    body: JSON.stringify(body),
  })

describe('closing', () => {
  it.each([
    ['a prompt', 'prompts/get', { name: 'slow' }],
    ['a resource', 'resources/read', { uri: 'slow://' }],
    [
      'a completion',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'slow' }, argument: { name: 'word', value: '' } },
    ],
  ])('lets %s finish', async (_, method, params) => {
    const { handler, started, release } = createFixture()
    const answer = handler.fetch(modern(method, params))
    await started
    const closed = handler.close()
    setTimeout(release, 10)
    expect(await (await answer).text()).toContain('done')
    await closed
  })

  it.each([false, true])(
    'ends the stream of a batch that cancels itself, to which no answer comes (sessions: %s)',
    async (sessions) => {
      const { handler } = createFixture({ sessions })
      const version = { 'MCP-Protocol-Version': '2025-03-26' }
      const initialize = {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: '2025-03-26',
          capabilities: {},
          clientInfo: { name: 'old', version: '1' },
        },
      }
      const session = sessions
        ? (await handler.fetch(legacy(initialize))).headers.get('mcp-session-id')
        : undefined
      const batch = [
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hang' } },
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      ]
      const response = await handler.fetch(
        legacy(batch, { ...version, ...(session && { 'Mcp-Session-Id': session }) }),
      )
      const body = response.text()
      await handler.close()
      expect(await body).not.toContain('"id":1')
    },
  )
})

describe('a prompt that takes too long', () => {
  it('is given up on', async () => {
    const { handler } = createFixture()
    expect(
      await (await handler.fetch(modern('prompts/get', { name: 'slow' }))).json(),
    ).toMatchObject({
      error: { code: -32_603, message: "'prompt slow' did not answer within 300 ms." },
    })
    await handler.close()
  })
})

describe('progress', () => {
  it('that is not a number is dropped and noted, and the call goes on', async () => {
    const { handler, lines } = createFixture()
    const response = await handler.fetch(
      modern(
        'tools/call',
        { name: 'count', arguments: { steps: [null, 1, null, 2, 1, 3] } },
        { progressToken: 'p' },
      ),
    )
    const told = await response.text()
    expect([...told.matchAll(/"progress":([^,}]*)/g)].map(([, step]) => step)).toEqual([
      '1',
      '2',
      '3',
    ])
    expect([...told.matchAll(/"total":([^,}]*)/g)].map(([, total]) => total)).toEqual(['3', '3'])
    expect(told).toContain('"data":{"done":true}')
    expect(lines.filter((line) => line.startsWith('progress'))).toHaveLength(2)
  })
})

describe('arguments that are not an object', () => {
  const calls = ['x', [], null, 5].flatMap((args) => [
    { args, request: () => modern('tools/call', { name: 'talk', arguments: args }) },
    {
      args,
      request: () => modern('tools/call', { name: 'count', arguments: args }, { progressToken: 1 }),
    },
    {
      args,
      request: () =>
        legacy({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'talk', arguments: args },
        }),
    },
    {
      args,
      request: () =>
        legacy({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'count', arguments: args, _meta: { progressToken: 1 } },
        }),
    },
  ])

  it.each(calls)(
    'are a failure of the tool, which the model can read: $args',
    async ({ request }) => {
      const text = await (await createFixture().handler.fetch(request())).text()
      expect(text).toContain('The arguments must be one JSON object.')
      expect(text).toContain('"isError":true')
    },
  )
})

describe('what a request says about its call', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

  it.each([
    ['plain', {}],
    ['with progress', { progressToken: 1 }],
  ])('reaches it: %s', async (_, meta) => {
    const { handler, seen } = createFixture()
    const call = (more: object) =>
      handler.fetch(
        modern('tools/call', { name: 'count', arguments: { steps: [] } }, { ...meta, ...more }),
      )
    await (await call({ [idempotencyKeyKey]: 'key-1', traceparent })).text()
    await (await call({ traceparent: 'nonsense' })).text()
    expect(seen).toEqual([
      ['key-1', traceparent],
      [undefined, undefined],
    ])
  })

  it.each([
    ['plain', {}],
    ['with progress', { progressToken: 1 }],
  ])('is refused where it cannot be honoured, and nothing is run: %s', async (_, meta) => {
    const { handler, seen } = createFixture()
    for (const key of ['', 'two words', 5, null]) {
      const text = await (
        await handler.fetch(
          modern(
            'tools/call',
            { name: 'count', arguments: { steps: [] } },
            { ...meta, [idempotencyKeyKey]: key },
          ),
        )
      ).text()
      expect(text).toContain('The idempotency key must be')
      expect(text).toContain('"isError":true')
    }
    expect(seen).toEqual([])
  })
})

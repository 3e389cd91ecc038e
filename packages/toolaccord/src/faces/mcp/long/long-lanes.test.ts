import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Sent, createCompare } from '../../../../test/both-lanes.ts'
import { defineTool } from '../../../define/tool.ts'
import { silentLog } from '../../../log/log.ts'
import { ok } from '../../../outcome/outcome.ts'
import { createRateLimit } from '../../../policies/rate-limit/create-rate-limit.ts'
import { defineServer } from '../../../server.ts'
import { createMcpHandler } from '../create-mcp-handler.ts'
import type { McpOptions } from '../protocol/mcp-options.ts'
import { metaKeys, modernVersion, tasksExtension } from '../protocol/meta-keys.ts'

const develop = defineTool({
  name: 'develop',
  summary: 'Develop a film.',
  input: z.object({ frames: z.int().min(0) }),
  output: z.object({ developed: z.int() }),
  effect: 'write',
  codes: ['NO_FILM'],
  long: true,
  run: ({ frames }, call) => (frames === 0 ? call.fail('NO_FILM') : ok({ developed: frames })),
})

const codes = { NO_FILM: { kind: 'not_found' } } as const

const createServer = () =>
  defineServer({
    name: 'lab',
    version: '1.0.0',
    tools: [develop],
    codes,
    log: silentLog,
    timing: false,
    newId: () => 'request-1',
    prefix: 'lab',
    env: {},
  })

const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

type Params = Readonly<Record<string, unknown>>

function modern(method: string, params: Params = {}, capabilities: Params = {}): Sent {
  const headers: Record<string, string> = {
    ...json,
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
  }
  const name = params.name ?? params.taskId
  if (typeof name === 'string') headers['Mcp-Name'] = name
  const _meta = { [metaKeys.version]: modernVersion, [metaKeys.capabilities]: capabilities }
  return { headers, body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } } }
}

const legacy = (method: string, params: Params = {}): Sent => ({
  headers: json,
  body: { jsonrpc: '2.0', id: 1, method, params },
})

const develops = (frames: unknown) => ({ name: 'lab_develop', arguments: { frames } })
const withTasks = { extensions: { [tasksExtension]: {} } }

const requests: readonly Sent[] = [
  ...[3, 0, -1, 'x'].flatMap((frames) => [
    modern('tools/call', develops(frames)),
    legacy('tools/call', develops(frames)),
  ]),
  modern('tools/call', { name: 'lab_get_result', arguments: { job_id: 'none' } }),
  legacy('tools/call', { name: 'lab_get_result', arguments: { wait_seconds: 99 } }),
  modern('tools/list'),
  legacy('tools/list'),
  modern('server/discover'),
  legacy('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'tester', version: '1' },
  }),
]

/** What is left to the SDK, though it is plain. */
const rare: readonly Sent[] = [
  modern('tools/call', develops(-1), withTasks),
  modern('tasks/get', { taskId: 'none' }, withTasks),
  modern('tasks/get', { taskId: 'none' }),
  modern('tasks/get', {}, withTasks),
  modern('tasks/list', {}, withTasks),
  legacy('tasks/get', { taskId: 'none' }),
]

async function send({ headers, body }: Sent, options: McpOptions = {}) {
  const handler = createMcpHandler(createServer(), options)
  const url = 'http://localhost/mcp'
  const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await handler.fetch(request)
  // The cast names what tests look at.
  return (await response.json()) as { readonly result?: Params; readonly error?: Params }
}

describe('a server with long tools', () => {
  const compare = createCompare(createServer())

  it.each(requests.map((sent) => [JSON.stringify(sent.body), sent] as const))(
    'answers the same in both lanes: %s',
    async (_, sent) => {
      expect(await compare(sent)).toBe(true)
    },
  )

  it.each(rare.map((sent) => [JSON.stringify(sent.body), sent] as const))(
    'leaves what is about tasks to the SDK: %s',
    async (_, sent) => {
      expect(await compare(sent)).toBe(false)
    },
  )

  it('leaves get_result to the SDK if a long tool asks: it may ask late', async () => {
    const asking = { ...develop, interactive: true }
    const init = { name: 'lab', version: '1.0.0', log: silentLog, timing: false, env: {} }
    const server = defineServer({ ...init, tools: [asking], newId: () => 'request-1', codes })
    const fetches = { name: 'get_result', arguments: { job_id: 'none' } }
    expect(await createCompare(server)(modern('tools/call', fetches))).toBe(false)
  })

  it('declares the extension to clients of the stateless revision', async () => {
    expect(await send(modern('server/discover'))).toMatchObject({
      result: { capabilities: { extensions: { [tasksExtension]: {} } } },
    })
  })

  it('gives a handle at once if it may not wait, with the listed name of its tool', async () => {
    const { result } = await send(modern('tools/call', develops(3)), { waitMs: 0 })
    expect(result).toMatchObject({
      structuredContent: {
        data: { tool: 'develop', state: 'waiting' },
        meta: { next: [{ tool: 'lab_get_result' }] },
      },
    })
  })

  it('gives a handle through a gate, which is fetched through one', async () => {
    const options = { waitMs: 0, gates: 'always' } as const
    const through = { name: 'lab_call_write_tool', arguments: develops(3) }
    const { result } = await send(modern('tools/call', through), options)
    expect(result).toMatchObject({
      structuredContent: {
        data: { tool: 'develop', job_id: expect.any(String) },
        meta: { next: [{ tool: 'lab_call_read_tool', arguments: { name: 'lab_get_result' } }] },
      },
    })
    expect(await send(modern('tools/call', through, withTasks), options)).toMatchObject({
      result: { resultType: 'task' },
    })
  })

  it.each([-1, 0.5, Infinity])('takes no wait of %s', (waitMs) => {
    expect(() => createMcpHandler(createServer(), { waitMs })).toThrow(/^waitMs/)
  })
})

describe('the methods of tasks', () => {
  it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    'are limited as get_result is: %s',
    async (method) => {
      const policies = [createRateLimit({ tools: { get_result: { calls: 2, perSeconds: 60 } } })]
      const init = {
        name: 'lab',
        version: '1.0.0',
        tools: [develop],
        codes,
        log: silentLog,
        env: {},
      }
      const { fetch } = createMcpHandler(defineServer({ ...init, policies }))
      const ask = async ({ headers, body }: Sent) => {
        const sent = { method: 'POST', headers, body: JSON.stringify(body) }
        const response = await fetch(new Request('http://localhost/mcp', sent))
        // The cast names what the test looks at.
        return (await response.json()) as { readonly result?: Params; readonly error?: Params }
      }
      const begun = await ask(
        modern('tools/call', { name: 'develop', arguments: { frames: 3 } }, withTasks),
      )
      const look = modern(method, { taskId: begun.result?.taskId, inputResponses: {} }, withTasks)
      for (let count = 0; count < 2; count++) expect(await ask(look)).toHaveProperty('result')
      expect(await ask(look)).toMatchObject({
        error: {
          code: -32_000,
          data: {
            code: 'RATE_LIMIT_EXCEEDED',
            details: { retry_after_seconds: expect.any(Number) },
          },
        },
      })
    },
  )

  it('have no task for an id that none can have', async () => {
    const sent = modern('tasks/get', { taskId: 'x'.repeat(500) }, withTasks)
    expect(await send(sent)).toMatchObject({ error: { code: -32_602 } })
  })
})

describe('a tool for clients with tasks only', () => {
  const options = { tasksOnly: ['develop'] }

  it('is not called by others', async () => {
    expect(await send(modern('tools/call', develops(3)), options)).toMatchObject({
      error: { code: -32_021, data: { requiredCapabilities: withTasks } },
    })
  })

  it('is a task for them', async () => {
    expect(await send(modern('tools/call', develops(3), withTasks), options)).toMatchObject({
      result: { resultType: 'task', status: 'working', taskId: expect.any(String) },
    })
  })

  it('must be a long one', () => {
    expect(() => createMcpHandler(createServer(), { tasksOnly: ['get_result'] })).toThrow(
      "tasksOnly: 'get_result' is not a long tool.",
    )
  })
})

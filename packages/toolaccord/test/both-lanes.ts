import { createMcpHandler as createSdkHandler } from '@modelcontextprotocol/server'
import { expect } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../src/define/tool.ts'
import { createMcpHandler } from '../src/faces/mcp/create-mcp-handler.ts'
import { createMcpLanes } from '../src/faces/mcp/create-mcp-lanes.ts'
import { createToolList } from '../src/faces/mcp/gates/create-tool-list.ts'
import type { McpOptions } from '../src/faces/mcp/protocol/mcp-options.ts'
import { createSdkFactory } from '../src/faces/mcp/sdk/create-sdk-factory.ts'
import { silentLog } from '../src/log/log.ts'
import { ok } from '../src/outcome/outcome.ts'
import { type Server, defineServer } from '../src/server.ts'

const add = defineTool({
  name: 'add',
  title: 'Add',
  summary: 'Add two numbers.',
  input: z.object({ a: z.number(), b: z.number().default(1) }),
  output: z.object({ sum: z.number() }),
  effect: 'read',
  run: ({ a, b }, call) => {
    call.say(`Asked by ${call.client?.name ?? 'nobody'}.`)
    return ok({ sum: a + b }, { contentHash: 'sha256:00' })
  },
})
const find = defineTool({
  name: 'find',
  summary: 'Find nothing.',
  input: z.object({ hard: z.boolean() }),
  output: z.object({ found: z.array(z.string()) }),
  effect: 'read',
  codes: ['missing'],
  run: ({ hard }, call) =>
    hard
      ? call.fail('missing', { path: 'hard', details: { ключ: '"\u2028' } })
      : call.reject(
          [
            { code: 'missing', path: 'a' },
            { code: 'missing', path: 'b' },
          ],
          { data: { found: [] } },
        ),
})
const crash = defineTool({
  name: 'crash',
  summary: 'Throw.',
  output: z.null(),
  effect: 'write',
  run: () => Promise.reject(new Error('SECRET')),
})

const show = defineTool({
  name: 'show',
  summary: 'Show every kind of content.',
  output: z.object({}),
  effect: 'write',
  openWorld: true,
  run(_, call) {
    call.attach({ type: 'text', text: 'Some text.' })
    call.attach({ type: 'image', data: 'AA==', mimeType: 'image/png' })
    call.attach({ type: 'audio', data: 'AA==', mimeType: 'audio/wav' })
    call.attach({
      type: 'resource_link',
      uri: 'a://b',
      name: 'b',
      description: 'B',
      mimeType: 'text/plain',
    })
    call.attach({ type: 'resource', resource: { uri: 'a://b', mimeType: 'text/plain', text: 'b' } })
    call.attach({ type: 'resource', resource: { uri: 'a://c', blob: 'AA==' } })
    return ok({})
  },
})

/** A server with answers of every kind. */
export const lanesServer = defineServer({
  name: 'lanes',
  version: '1.0.0',
  summary: 'Two lanes.',
  instructions: 'Take either.',
  codes: { missing: { kind: 'not_found', message: 'It is missing.', hint: 'Look elsewhere.' } },
  tools: [add, find, crash, show],
  log: silentLog,
  // Two runs take two times.
  timing: false,
  newId: () => 'request-1',
})

export interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

function toRequest({ headers, body }: Sent): Request {
  const text = JSON.stringify(body)
  const length = String(new TextEncoder().encode(text).length)
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'Content-Length': length, ...headers },
    body: text,
  })
}

/** What a client sees of an answer. */
async function read(response: Response) {
  const type = response.headers.get('content-type')
  const text = await response.text()
  // The SDK frames answers of the 2025 era as a stream of one event; a client must take both forms.
  const isStream = type === 'text/event-stream'
  const json = isStream
    ? (/^event: message\ndata: ([^\n]*)\n\n$/.exec(text)?.[1] ?? `no single event: ${text}`)
    : text
  return {
    status: response.status,
    type: isStream ? 'application/json' : type,
    session: response.headers.get('mcp-session-id'),
    allow: response.headers.get('allow'),
    body: json === '' ? undefined : (JSON.parse(json) as unknown),
  }
}

/**
 * Sends one request down both lanes and expects one answer; tells whether the fast lane has given
 * it.
 */
export type Compare = (sent: Sent) => Promise<boolean>

/** Creates the comparison of the lanes of one server. */
export function createCompare(server: Server, options: McpOptions = {}): Compare {
  const handler = createMcpHandler(server, options)
  const lanes = createMcpLanes(server, options)
  const sdk = createSdkHandler(
    createSdkFactory(createToolList(server, options), { ...options, isOpen: true }),
    {
      maxRequestBodySize: server.limits.bodyBytes,
    },
  )
  const isFast = ({ headers, body }: Sent) => {
    const all = new Headers(headers)
    return lanes.answerFast(body, { headers: Object.fromEntries(all) }) !== undefined
  }
  return async (sent) => {
    const [answer, expected] = await Promise.all([
      handler.fetch(toRequest(sent)).then(read),
      sdk.fetch(toRequest(sent)).then(read),
    ])
    if (expected.status === 415) expect(answer).toEqual(toEdgeRefusal(expected))
    else expect(answer).toEqual(expected)
    return isFast(sent)
  }
}

/** Compares the lanes of the server above. */
export const compare = createCompare(lanesServer)

type Seen = Awaited<ReturnType<typeof read>>

/** The edge refuses a media type before either lane sees the message, in words of its own. */
const toEdgeRefusal = (expected: Seen): Seen => ({
  ...expected,
  body: {
    jsonrpc: '2.0',
    id: null,
    error: {
      code: -32_000,
      message: expect.stringMatching(/^The body must be JSON in UTF-8, not /),
    },
  },
})

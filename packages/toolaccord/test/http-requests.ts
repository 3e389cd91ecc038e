import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { metaKeys, modernVersion } from '../src/faces/mcp/protocol/meta-keys.ts'

interface Answer {
  readonly status: number | undefined
  readonly type: string | undefined
  readonly body: string
}

/** With node:http, because fetch may not set `Host`. */
export async function send(
  port: number,
  options: RequestOptions,
  body: string | Iterable<string> = [],
): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, path: '/mcp', ...options })
  for (const chunk of typeof body === 'string' ? [body] : body) sent.write(chunk)
  sent.end()
  // The cast names what the event of this name brings.
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    body: await text(response),
  }
}

/** The `_meta` that every request of the 2026 revision has. */
const modernMeta = { [metaKeys.version]: modernVersion, [metaKeys.capabilities]: {} }
/** A call of a tool, as the body of a request. */
export const toCall = (name: string, args: object, meta: object = {}) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args, _meta: { ...modernMeta, ...meta } },
  })
/** The headers of a call of a tool. */
export const callHeaders = (name: string) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': modernVersion,
  'mcp-method': 'tools/call',
  'mcp-name': name,
})
/** Calls a tool over HTTP. */
export const call = (
  port: number,
  headers: object = {},
  name = 'echo',
  body: string | Iterable<string> = toCall('echo', { text: 'hi' }),
) => send(port, { method: 'POST', headers: { ...callHeaders(name), ...headers } }, body)

/** Bytes on a connection, without a client that would correct them. */
export async function open(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

/** The beginning of an answer, from a connection that stays open. */
export const firstOf = async (socket: Socket) => String((await once(socket, 'data'))[0])

/** Every test ends with a call that succeeds, so that none leaves a broken server behind. */
export async function expectAlive(port: number) {
  const { status, body } = await call(port)
  expect(status).toBe(200)
  expect(JSON.parse(body)).toMatchObject({
    result: { structuredContent: { data: { text: 'hi' } } },
  })
}

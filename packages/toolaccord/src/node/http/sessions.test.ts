import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { gate } from '../../../test/gate.ts'
import { createAuthenticator } from '../../auth/create-authenticator.ts'
import { hashKey } from '../../auth/hash-key.ts'
import { defineTool } from '../../define/tool.ts'
import type { McpOptions } from '../../faces/mcp/protocol/mcp-options.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import { type HttpServer, serveHttp } from './serve-http.ts'

const served: HttpServer[] = []
afterEach(async () => {
  await Promise.all(served.splice(0).map((http) => http.close()))
})

const output = z.object({ done: z.boolean() })
const plain = defineTool({
  name: 'plain',
  summary: 'Answer.',
  output,
  effect: 'read',
  run: () => ok({ done: true }),
})
const ask = defineTool({
  name: 'ask',
  summary: 'Ask the user.',
  output,
  effect: 'read',
  interactive: true,
  run(_, call) {
    call.ask('roots', { type: 'roots' })
    return ok({ done: true })
  },
})
const wipe = defineTool({
  name: 'wipe',
  summary: 'Destroy.',
  output,
  effect: 'destroy',
  run: () => ok({ done: true }),
})

/** A tool that reports one step, waits, and reports the rest. */
function createSteps(name = 'steps') {
  const halfway = gate()
  const steps = defineTool({
    name,
    summary: 'Go four steps.',
    output,
    effect: 'read',
    async run(_, call) {
      call.progress(1, 4)
      await halfway.passed
      for (const step of [2, 3, 4]) call.progress(step, 4)
      return ok({ done: true })
    },
  })
  return { steps, goOn: halfway.open }
}

async function serve(
  tools: readonly Parameters<typeof defineServer>[0]['tools'][number][],
  mcp?: McpOptions,
  keys: readonly string[] = [],
) {
  const warned: unknown[] = []
  const log = {
    ...silentLog,
    warn: (message: string, fields?: object) => warned.push([message, fields]),
  }
  const hashed = await Promise.all(
    keys.map(async (key) => ({ id: key.slice(0, 3), hash: await hashKey(key) })),
  )
  const http = await serveHttp(defineServer({ name: 'office', version: '1.0.0', tools, log }), {
    port: 0,
    mcp,
    authenticator: hashed.length > 0 ? createAuthenticator({ keys: hashed }) : undefined,
  })
  served.push(http)
  return { url: `${http.url}/mcp`, warned }
}

type Headers = Readonly<Record<string, string>>
const accept = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2025-11-25',
}
const post = (url: string, body: object, headers: Headers = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { ...accept, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
  })
const initialize = (capabilities: object) => ({
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'old', version: '1' },
  },
})

async function openSession(url: string, headers: Headers = {}): Promise<Headers> {
  const opened = await post(url, initialize({ elicitation: {} }), headers)
  await opened.text()
  const id = opened.headers.get('mcp-session-id')
  return id === null ? headers : { ...headers, 'Mcp-Session-Id': id }
}

const getsSession = async (url: string, capabilities: object) => {
  const opened = await post(url, initialize(capabilities))
  await opened.text()
  return opened.headers.has('mcp-session-id')
}

describe('sessions of serveHttp', () => {
  it('are for clients that can be asked, if a tool asks', async () => {
    const { url, warned } = await serve([plain, ask])
    expect(await getsSession(url, { elicitation: {} })).toBe(true)
    expect(await getsSession(url, { sampling: {} })).toBe(true)
    expect(await getsSession(url, { roots: {} })).toBe(true)
    expect(await getsSession(url, {})).toBe(false)
    expect(warned).toEqual([])
  })

  it('are also for tools that need consent', async () => {
    const { url } = await serve([plain, wipe])
    expect(await getsSession(url, { elicitation: {} })).toBe(true)
  })

  it('are for nobody if no tool asks', async () => {
    const { url, warned } = await serve([plain])
    expect(await getsSession(url, { elicitation: {} })).toBe(false)
    expect(warned).toEqual([])
  })

  it('are for everybody if they are asked for', async () => {
    const { url } = await serve([plain], { sessions: true })
    expect(await getsSession(url, {})).toBe(true)
  })

  it('are for nobody if they are turned off, and the log says once what cannot work', async () => {
    const { url, warned } = await serve([plain, ask], { sessions: false })
    expect(await getsSession(url, { elicitation: {} })).toBe(false)
    expect(warned).toEqual([
      [
        'Without sessions, these tools cannot ask clients of the 2025 revisions over HTTP.',
        { tools: ['ask'] },
      ],
    ])
  })

  it('do not keep out a client that does not send the id of one', async () => {
    const { url } = await serve([plain, ask], { sessions: true })
    await openSession(url)
    const listed = await post(url, { id: 1, method: 'tools/list' })
    expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('"plain"')])
    const params = { name: 'plain', arguments: {} }
    const called = await post(url, { id: 1, method: 'tools/call', params })
    expect([called.status, await called.text()]).toEqual([200, expect.stringContaining('done')])
    const meta = { ...params, _meta: { progressToken: 1 } }
    const reported = await post(url, { id: 1, method: 'tools/call', params: meta })
    expect([reported.status, await reported.text()]).toEqual([200, expect.stringContaining('done')])
    expect((await post(url, { method: 'notifications/initialized' })).status).toBe(202)
  })

  it('have no stream for a client without one, which the protocol says with 405', async () => {
    const { url } = await serve([plain, ask])
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(url, { method, headers: accept })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
      expect(await response.text()).toContain(`MCP does not take ${method} without a session.`)
    }
  })
})

interface Event {
  readonly id: string
  readonly retry: string | undefined
  readonly message: unknown
}

/** An open stream of events, and the socket under it. */
interface Stream {
  readonly sent: ClientRequest
  readonly status: number | undefined
  next(): Promise<Event>
  rest(): Promise<readonly Event[]>
}

/** Opens a stream with node:http, whose socket can be destroyed. */
async function openStream(url: string, headers: Headers, body?: object): Promise<Stream> {
  const method = body === undefined ? 'GET' : 'POST'
  const sent = request(url, { method, headers: { ...accept, ...headers } })
  sent.end(body && JSON.stringify({ jsonrpc: '2.0', ...body }))
  // The cast names what the event of this name brings.
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const events = readEvents(response)
  async function next(): Promise<Event> {
    const read = await events.next()
    if (read.done === true) throw new Error('The stream has ended.')
    return read.value
  }
  async function rest(): Promise<readonly Event[]> {
    const all = []
    for await (const event of events) all.push(event)
    return all
  }
  return { sent, status: response.statusCode, next, rest }
}

async function* readEvents(response: IncomingMessage): AsyncGenerator<Event> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk)
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) if (!block.startsWith(':')) yield toEvent(block)
  }
}

function toEvent(block: string): Event {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
      return [name, value]
    }),
  )
  const data = fields.get('data') ?? ''
  return {
    id: fields.get('id') ?? '',
    retry: fields.get('retry'),
    message: data === '' ? undefined : (JSON.parse(data) as unknown),
  }
}

const stepsCall = (id: number) => ({
  id,
  method: 'tools/call',
  params: { name: 'steps', arguments: {}, _meta: { progressToken: id } },
})
const progress = (id: number, step: number) =>
  expect.objectContaining({ params: { progressToken: id, progress: step, total: 4 } })
const resultOf = (id: number) =>
  expect.objectContaining({ id, result: expect.objectContaining({ content: expect.any(Array) }) })
const messagesOf = (events: readonly Event[]) => events.map(({ message }) => message)

describe('a stream of a session', () => {
  it('begins with an event that has an id and says when to come back', async () => {
    const { steps, goOn } = createSteps()
    const { url } = await serve([steps], { sessions: true })
    const stream = await openStream(url, await openSession(url), stepsCall(1))
    const first = await stream.next()
    expect(first).toEqual({ id: expect.stringMatching(/./), retry: '1000', message: undefined })
    goOn()
    expect(messagesOf(await stream.rest())).toEqual([
      progress(1, 1),
      progress(1, 2),
      progress(1, 3),
      progress(1, 4),
      resultOf(1),
    ])
  })

  it('goes on after its socket was destroyed, with what was missed, once and in order', async () => {
    const { steps, goOn } = createSteps()
    const { url } = await serve([steps], { sessions: true })
    const session = await openSession(url)
    const stream = await openStream(url, session, stepsCall(1))
    await stream.next()
    const seen = await stream.next()
    expect(seen.message).toEqual(progress(1, 1))
    stream.sent.destroy()
    goOn()
    const resumed = await openStream(url, { ...session, 'Last-Event-ID': seen.id })
    expect(resumed.status).toBe(200)
    const rest = await resumed.rest()
    expect(messagesOf(rest)).toEqual([progress(1, 2), progress(1, 3), progress(1, 4), resultOf(1)])
    const again = await openStream(url, { ...session, 'Last-Event-ID': rest[2]?.id ?? '' })
    expect(messagesOf(await again.rest())).toEqual([resultOf(1)])
  })

  it('is taken over by who comes back before the server knows that the client was gone', async () => {
    const { steps, goOn } = createSteps()
    const { url } = await serve([steps], { sessions: true })
    const session = await openSession(url)
    const stream = await openStream(url, session, stepsCall(1))
    const first = await stream.next()
    const resumed = await openStream(url, { ...session, 'Last-Event-ID': first.id })
    expect((await resumed.next()).message).toEqual(progress(1, 1))
    goOn()
    expect(messagesOf(await resumed.rest())).toEqual([
      progress(1, 2),
      progress(1, 3),
      progress(1, 4),
      resultOf(1),
    ])
  })

  it('lets go of its connection after streamMs, and goes on when the client comes back', async () => {
    const { steps, goOn } = createSteps()
    const { url } = await serve([steps], { sessions: true, streamMs: 20 })
    const session = await openSession(url)
    const stream = await openStream(url, session, stepsCall(1))
    const [first, ...seen] = await stream.rest()
    expect(messagesOf(seen)).toEqual([progress(1, 1)])
    goOn()
    const resumed = await openStream(url, { ...session, 'Last-Event-ID': first?.id ?? '' })
    const all = [1, 2, 3, 4].map((step) => progress(1, step))
    expect(messagesOf(await resumed.rest())).toEqual([...all, resultOf(1)])
  })

  it.each([0, -1, 1.5, Number.NaN])('does not take %s as streamMs', async (streamMs) => {
    await expect(serve([plain], { streamMs })).rejects.toThrow(`streamMs: ${streamMs} is not`)
  })

  it('is kept apart from the other streams of its session', async () => {
    const [one, two] = [createSteps(), createSteps('other')]
    const { url } = await serve([one.steps, two.steps], { sessions: true })
    const session = await openSession(url)
    const streams = [
      await openStream(url, session, stepsCall(1)),
      await openStream(url, session, {
        ...stepsCall(2),
        params: { ...stepsCall(2).params, name: 'other' },
      }),
    ]
    const firsts = await Promise.all(streams.map((stream) => stream.next()))
    for (const { sent } of streams) sent.destroy()
    one.goOn()
    two.goOn()
    for (const [index, { id }] of firsts.entries()) {
      const resumed = await openStream(url, { ...session, 'Last-Event-ID': id })
      const steps = [1, 2, 3, 4].map((step) => progress(index + 1, step))
      expect(messagesOf(await resumed.rest())).toEqual([...steps, resultOf(index + 1)])
    }
  })

  it('is not for another caller, and ends with its session', async () => {
    const keys = ['ada', 'bob'].map((name) => `${name}-${crypto.randomUUID()}`)
    const [ada = {}, bob = {}] = keys.map((key) => ({ Authorization: `Bearer ${key}` }))
    const { steps, goOn } = createSteps()
    const { url } = await serve([steps], { sessions: true }, keys)
    const session = await openSession(url, ada)
    const stream = await openStream(url, session, stepsCall(1))
    const first = await stream.next()
    stream.sent.destroy()
    goOn()
    const resume = { ...session, 'Last-Event-ID': first.id }
    expect((await openStream(url, { ...resume, ...bob })).status).toBe(404)
    const unknown = { ...session, 'Last-Event-ID': `99${first.id}` }
    expect((await openStream(url, unknown)).status).toBe(400)
    const ended = await fetch(url, { method: 'DELETE', headers: { ...accept, ...session } })
    expect(ended.status).toBe(200)
    expect((await openStream(url, resume)).status).toBe(404)
  })
})

import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import * as z from 'zod'
import { definePrompt } from '../src/define/prompt.ts'
import { defineTool } from '../src/define/tool.ts'
import { metaKeys, modernVersion } from '../src/faces/mcp/protocol/meta-keys.ts'
import { silentLog } from '../src/log/log.ts'
import { type StdioOptions, serveStdio } from '../src/node/stdio/serve-stdio.ts'
import { ok } from '../src/outcome/outcome.ts'
import { type Server, defineServer } from '../src/server.ts'
import { gate } from './gate.ts'

export function createFixture() {
  const [started, release, aborted] = [gate(), gate(), gate()]
  const greet = defineTool({
    name: 'greet',
    summary: 'Greet who calls.',
    output: z.object({ text: z.string() }),
    effect: 'read',
    run: (_, call) => ok({ text: `Hello, ${call.client?.name ?? 'stranger'}!` }),
  })
  const wait = defineTool({
    name: 'wait',
    summary: 'Answer when released.',
    output: z.object({ done: z.boolean() }),
    effect: 'read',
    async run(_, call) {
      call.signal.addEventListener('abort', () => aborted.open())
      started.open()
      await release.passed
      return ok({ done: true })
    },
  })
  const unwritable = defineTool({
    name: 'unwritable',
    summary: 'Answer with what JSON has no form for.',
    output: z.object({ value: z.unknown() }),
    effect: 'read',
    run: () => ok({ value: 1n }),
  })
  const asking = (name: string, before: () => Promise<void>) =>
    defineTool({
      name,
      summary: 'Ask the user.',
      output: z.null(),
      effect: 'read',
      interactive: true,
      async run(_, call) {
        await before()
        call.ask('name', { message: 'Who?', schema: z.object({ name: z.string() }) })
        return ok(null)
      },
    })
  const ask = asking('ask', async () => {})
  const askLate = asking('ask_late', () => {
    started.open()
    return release.passed
  })
  const prompt = definePrompt({
    name: 'hello',
    summary: 'Say hello.',
    write: () => [{ role: 'user', content: { type: 'text', text: 'Hello!' } }],
  })
  const server: Server = defineServer({
    name: 'fixture',
    version: '1.0.0',
    tools: [greet, wait, unwritable, ask, askLate],
    prompts: [prompt],
    log: silentLog,
    newId: () => 'r1',
  })
  return { server, started: started.passed, release: release.open, aborted: aborted.passed }
}

/** A server with a tool that reports three steps at once. */
export function createCountingServer(): Server {
  const count = defineTool({
    name: 'count',
    summary: 'Count to three.',
    output: z.object({ done: z.boolean() }),
    effect: 'read',
    run(_, call) {
      for (const step of [1, 2, 3]) call.progress(step, 3)
      return ok({ done: true })
    },
  })
  return defineServer({ name: 'counting', version: '1.0.0', tools: [count], log: silentLog })
}

/** A server with a tool whose answer has a link. */
export function createLinkingServer(): Server {
  const link = defineTool({
    name: 'link',
    summary: 'Show a link.',
    output: z.object({}),
    effect: 'read',
    run(_, call) {
      call.attach({ type: 'resource_link', uri: 'notes://n1', name: 'Note' })
      return ok({})
    },
  })
  return defineServer({ name: 'linking', version: '1.0.0', tools: [link], log: silentLog })
}

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string }
}

// The cast names what the tests look at; whatever else a line may hold, they would not find it.
const parse = (line: string) => JSON.parse(line) as Message

export function connect(options: StdioOptions = {}, fixture = createFixture()) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const ended = serveStdio(fixture.server, { input, output, ...options })
  const lines = createInterface({ input: output })[Symbol.asyncIterator]()
  const send = (...messages: unknown[]) => {
    input.write(
      messages
        .map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
        .join(''),
    )
  }
  return {
    ...fixture,
    send,
    input,
    output,
    /** The next message that the server writes. */
    async next(): Promise<Message> {
      const { value } = await lines.next()
      return parse(String(value))
    },
    /** Ends the input, and gives what the server has written when it is done. */
    async finish(): Promise<Message[]> {
      input.end()
      await ended
      // A server that writes late is found by its own test.
      await new Promise(setImmediate)
      output.end()
      const rest: Message[] = []
      for await (const line of { [Symbol.asyncIterator]: () => lines }) rest.push(parse(line))
      return rest
    },
  }
}

export const request = (id: unknown, method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
})
export const call = (id: unknown, name: string, _meta?: unknown) =>
  request(id, 'tools/call', { name, arguments: {}, ...(_meta !== undefined && { _meta }) })
export const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
})
const clientInfo = { name: 'tester', version: '1' }
export const initialize = (more: object = {}) =>
  request('init', 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo,
    ...more,
  })
export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
export const modernMeta = {
  [metaKeys.version]: modernVersion,
  [metaKeys.capabilities]: {},
  [metaKeys.clientInfo]: clientInfo,
}

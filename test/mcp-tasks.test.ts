import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import {
  type RawClientDispatch,
  type TaskEnabledSession,
  createTaskSessionFromClient,
  resultFromTaskOutcome,
} from '@modelcontextprotocol/ext-tasks/client'
import { taskId } from '@modelcontextprotocol/ext-tasks/core'
import { defineTool, ok } from 'toolaccord'
import { createMemoryArchive } from 'toolaccord/archive'
import { createAuthenticator, hashKey } from 'toolaccord/auth'
import { createFidelity } from 'toolaccord/fidelity'
import { type HttpOptions, serveHttp } from 'toolaccord/node'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createLongServer } from './fixtures/long-server.mjs'
import { clientInfo } from './fixtures/mcp-connections.ts'

/** What a test has opened, to be closed after it, the last first. */
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

const protocolVersion = '2026-07-28'
const program = join(import.meta.dirname, 'fixtures/long-server.mjs')

async function serve(options: HttpOptions = {}, init: object = {}): Promise<URL> {
  const http = await serveHttp(createLongServer(init), { port: 0, closeMs: 1000, ...options })
  open.push(http)
  return new URL(`${http.url}/mcp`)
}

const overHttp = (url: URL, key?: string) => {
  const headers: Record<string, string> =
    key === undefined ? {} : { Authorization: `Bearer ${key}` }
  return new StreamableHTTPClientTransport(url, { requestInit: { headers } })
}
const overStdio = () =>
  new StdioClientTransport({ command: process.execPath, args: [program], stderr: 'inherit' })

interface Answered {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

/** Sends requests as they are; the client itself does not let tasks through. */
async function dispatchOver(transport: Transport): Promise<RawClientDispatch> {
  const waiting = new Map<unknown, (answer: Answered) => void>()
  const onmessage = (message: Answered) => waiting.get(message.id)?.(message)
  Object.assign(transport, { onmessage })
  await transport.start()
  transport.setProtocolVersion?.(protocolVersion)
  open.push(transport)
  let last = 0
  return async (request) => {
    const id = ++last
    const answered = new Promise<Answered>((resolve) => waiting.set(id, resolve))
    // The casts name JSON that the two packages have types of their own for.
    await transport.send({ jsonrpc: '2.0', id, ...(request as object) } as never)
    const { result, error } = await answered
    return (error === undefined ? { kind: 'result', result } : { kind: 'error', error }) as never
  }
}

type Answer = (message: string) => object

/** A session of the official packages with a server; `answer` is the user. */
async function connect(
  createTransport: () => Transport,
  answer: Answer = () => ({}),
): Promise<TaskEnabledSession> {
  const client = new Client(clientInfo, { versionNegotiation: { mode: { pin: protocolVersion } } })
  await client.connect(createTransport())
  open.push(client)
  const session = createTaskSessionFromClient(client, {
    endpointId: 'lab',
    rawDispatch: await dispatchOver(createTransport()),
    v2RequestFraming: {
      protocolVersion,
      clientInfo,
      clientCapabilities: { elicitation: { form: {} } },
    },
    async onInputRequest({ params }) {
      // The casts say that only forms are asked for here, which the types cannot know.
      const { message } = params as { readonly message: string }
      return { action: 'accept', content: answer(message) } as never
    },
  })
  open.push(session)
  return session
}

/** Calls a tool and waits for its result. */
async function call(session: TaskEnabledSession, name: string, args = {}) {
  const execution = await session.callTool(name, args)
  const { outcome } = await execution.settle()
  return { kind: execution.kind, outcome }
}

const ways = {
  'over http': async () => {
    const url = await serve()
    return () => overHttp(url)
  },
  'over stdio': async () => overStdio,
}

describe.each(Object.entries(ways))('the official packages for tasks, %s', (_, start) => {
  it('get a task for a long tool, and its result in the end', async () => {
    const session = await connect(await start())
    const { kind, outcome } = await call(session, 'develop', { frames: 3, ms: 50 })
    expect(kind).toBe('task')
    expect(resultFromTaskOutcome(outcome)).toMatchObject({
      structuredContent: { success: true, data: { developed: 3 } },
    })
  })

  it('get the answer of any other tool at once', async () => {
    const session = await connect(await start())
    const { kind, outcome } = await call(session, 'count_stopped')
    expect(kind).toBe('immediate')
    expect(outcome).toMatchObject({ status: 'completed' })
  })

  it('get a refusal at once, and a failure as the result of the task', async () => {
    const session = await connect(await start())
    expect(await call(session, 'develop', { frames: 'x' })).toMatchObject({
      kind: 'immediate',
      outcome: { result: { isError: true } },
    })
    expect(await call(session, 'develop', { frames: 0 })).toMatchObject({
      kind: 'task',
      outcome: { status: 'completed', result: { isError: true } },
    })
  })

  it('learn of a fault of the server that the task failed, without its reason', async () => {
    const session = await connect(await start())
    const { outcome } = await call(session, 'crash')
    expect(outcome.status).toBe('failed')
    expect(JSON.stringify(outcome)).not.toContain('SECRET')
  })

  it('put the questions of a task to the user, one after the other', async () => {
    const asked: string[] = []
    const session = await connect(await start(), (message) => {
      asked.push(message)
      return message === 'Which?' ? { film: 'colour' } : { size: 'large' }
    })
    const { outcome } = await call(session, 'choose')
    expect(asked).toEqual(['Which?', 'Size?'])
    expect(outcome).toMatchObject({
      result: { structuredContent: { data: { film: 'colour', size: 'large' } } },
    })
  })

  it('ask for consent before there is a task', async () => {
    const asked: string[] = []
    const session = await connect(await start(), (message) => {
      asked.push(message)
      return { agree: true }
    })
    const { kind, outcome } = await call(session, 'wipe')
    expect(asked).toHaveLength(1)
    expect(kind).toBe('task')
    expect(outcome).toMatchObject({ result: { structuredContent: { data: { left: 0 } } } })
  })

  it('cancel a task, and its work stops', async () => {
    const session = await connect(await start())
    const execution = await session.callTool('develop', { frames: 500, ms: 20 })
    setTimeout(() => execution.cancel(), 200)
    const { outcome } = await execution.settle()
    expect(outcome.status).toBe('cancelled')
    const stopped = async () => (await call(session, 'count_stopped')).outcome
    await expect.poll(stopped, { timeout: 5000 }).toMatchObject({
      result: { structuredContent: { data: { stopped: 1 } } },
    })
  })

  it('find no task under an id that was not given out', async () => {
    const session = await connect(await start())
    await expect(session.task(taskId('none')).snapshot()).rejects.toThrow(/no task 'none' of yours/)
  })
})

describe('the task of another caller', () => {
  it('is not found, not cancelled and not answered', async () => {
    const keys = { ada: 'a'.repeat(32), eve: 'e'.repeat(32) }
    const authenticator = createAuthenticator({
      keys: [
        { id: 'ada', hash: await hashKey(keys.ada), scopes: [] },
        { id: 'eve', hash: await hashKey(keys.eve), scopes: [] },
      ],
    })
    const url = await serve({ authenticator })
    const ada = await connect(() => overHttp(url, keys.ada))
    const eve = await connect(() => overHttp(url, keys.eve))
    const execution = await ada.callTool('develop', { frames: 20, ms: 50 })
    const id = execution.handle?.taskId ?? taskId('')
    const task = eve.task(id)
    await expect(task.snapshot()).rejects.toThrow(/no task/)
    await expect(task.cancel()).rejects.toThrow(/no task/)
    await expect(task.update({})).rejects.toThrow(/no task/)
    expect(await ada.task(id).snapshot()).toMatchObject({ status: 'working' })
    expect((await execution.settle()).outcome.status).toBe('completed')
  })
})

describe('the result of a task', () => {
  it('is within the budget that its call gave', async () => {
    const list = defineTool({
      name: 'list',
      summary: 'List every frame.',
      output: z.object({ frames: z.array(z.string()) }),
      effect: 'read',
      long: true,
      run: () => ok({ frames: Array.from({ length: 1000 }, (_, at) => `The frame number ${at}`) }),
    })
    const fidelity = createFidelity({ archive: createMemoryArchive() })
    const url = await serve({}, { tools: [list], fidelity })
    const session = await connect(() => overHttp(url))
    const metadata = { 'dev.toolaccord/budget': 1000 }
    const execution = await session.callTool('list', {}, { metadata })
    const { outcome } = await execution.settle()
    expect(outcome).toMatchObject({ status: 'completed' })
    const { length } = JSON.stringify(resultFromTaskOutcome(outcome).structuredContent)
    expect(length).toBeLessThan(8000)
  })
})

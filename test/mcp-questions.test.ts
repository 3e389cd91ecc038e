import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { defineServer, defineTool, ok } from 'toolaccord'
import { type HttpServer, serveHttp } from 'toolaccord/node'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { clientInfo, type modes, noLog } from './fixtures/mcp-connections.ts'

/** What a test has opened, to be closed after it, the last first. */
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

const greet = defineTool({
  name: 'greet',
  summary: 'Greet the user by name.',
  output: z.object({ greeting: z.string() }),
  effect: 'read',
  interactive: true,
  run(_, call) {
    const { name } = call.ask('who', {
      message: 'What is your name?',
      schema: z.object({ name: z.string().min(2) }),
    })
    const { polite } = call.ask('how', {
      message: `How, ${name}?`,
      schema: z.object({ polite: z.boolean().default(true) }),
    })
    return ok({ greeting: polite ? `Good day, ${name}.` : `Hi ${name}!` })
  },
})

const nag = defineTool({
  name: 'nag',
  summary: 'Ask for ever.',
  output: z.object({}),
  effect: 'read',
  interactive: true,
  run(_, call) {
    for (let key = 0; ; key++) {
      call.ask(`again${key}`, { message: 'Again?', schema: z.object({ it: z.string() }) })
    }
  },
})

const look = defineTool({
  name: 'look',
  summary: 'Ask for folders.',
  output: z.object({ count: z.number() }),
  effect: 'read',
  interactive: true,
  run: (_, call) => ok({ count: call.ask('where', { type: 'roots' }).length }),
})

async function serve(sessions = false): Promise<HttpServer> {
  const server = defineServer({
    name: 'fixture',
    version: '1',
    tools: [greet, nag, look],
    log: noLog,
    env: {},
  })
  const http = await serveHttp(server, { port: 0, mcp: { sessions } })
  open.push(http)
  return http
}

interface Answer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Record<string, string | boolean>
}

/** Answers a question by its message; it may throw, as a broken client does. */
type Answerer = (message: string) => Answer

interface Asked {
  /** The questions that reached the user. */
  readonly questions: readonly string[]
  call(name: string): Promise<unknown>
}

type Connect = (
  http: HttpServer,
  capabilities: Readonly<Record<string, object>>,
  answer: Answerer,
) => Promise<Asked>

const connectSecond =
  (mode: (typeof modes)[string]): Connect =>
  async ({ url }, capabilities, answer) => {
    const client = new Client(clientInfo, { versionNegotiation: { mode }, capabilities })
    const questions: string[] = []
    if ('elicitation' in capabilities) {
      client.setRequestHandler('elicitation/create', ({ params }) => {
        questions.push(params.message)
        return { ...answer(params.message) }
      })
    }
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))
    open.push(client)
    return { questions, call: (name) => client.callTool({ name, arguments: {} }) }
  }

const connectFirst: Connect = async ({ url }, capabilities, answer) => {
  const client = new FirstClient(clientInfo, { capabilities })
  const questions: string[] = []
  if ('elicitation' in capabilities) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message)
      return { ...answer(params.message) }
    })
  }
  await client.connect(new FirstHttpTransport(new URL('/mcp', url)))
  open.push(client)
  return { questions, call: (name) => client.callTool({ name, arguments: {} }) }
}

const modern = connectSecond({ pin: '2026-07-28' })
const form = { elicitation: { form: {} } }

/** The one problem of a failure, as the envelope has it. */
const failed = (error_code: string, message: string) => ({
  isError: true,
  structuredContent: {
    success: false,
    error: expect.stringContaining(message),
    data: { error_code, remediation: expect.stringMatching(/\w/) },
  },
})

describe.each<[string, Connect, boolean]>([
  ['of 2026-07-28', modern, false],
  ['of the 2025 era with a session', connectSecond('legacy'), true],
  ['of the first generation with a session', connectFirst, true],
])('a client %s', (_, connect, sessions) => {
  const answers: Record<string, Answer> = {
    'What is your name?': { action: 'accept', content: { name: 'Ada' } },
    'How, Ada?': { action: 'accept', content: { polite: false } },
  }

  it('gets the answer of a tool that asks twice', async () => {
    const byMessage = (message: string) => answers[message] ?? { action: 'cancel' as const }
    const client = await connect(await serve(sessions), form, byMessage)
    expect(await client.call('greet')).toMatchObject({
      structuredContent: { success: true, data: { greeting: 'Hi Ada!' } },
    })
    expect(client.questions).toEqual(['What is your name?', 'How, Ada?'])
  })

  it.each<[Answer['action'], string, string]>([
    ['decline', 'FORBIDDEN', 'The question was declined.'],
    ['cancel', 'UNAVAILABLE', 'Nobody answered the question.'],
  ])('is asked once if its user answers %s', async (action, code, message) => {
    const client = await connect(await serve(sessions), form, () => ({ action }))
    expect(await client.call('greet')).toMatchObject(failed(code, message))
    expect(client.questions).toEqual(['What is your name?'])
  })

  it('is asked once more if the answer breaks the schema', async () => {
    const bad: Answer = { action: 'accept', content: { name: 'A' } }
    const client = await connect(await serve(sessions), form, () => bad)
    expect(await client.call('greet')).toMatchObject(
      failed('UNAVAILABLE', 'The answer was not accepted'),
    )
    expect(client.questions).toHaveLength(2)
    expect(client.questions[1]).toContain("'name'")
  })

  it('gets a problem when all rounds are used up', async () => {
    const again: Answer = { action: 'accept', content: { it: 'x' } }
    const client = await connect(await serve(sessions), form, () => again)
    expect(await client.call('nag')).toMatchObject(
      failed('UNAVAILABLE', 'The call has asked 8 times'),
    )
    expect(client.questions).toHaveLength(8)
  })

  it.each<[string, Readonly<Record<string, object>>]>([
    ['declares nothing', {}],
    ['takes pages only', { elicitation: { url: {} } }],
  ])('gets a problem if it %s', async (_, capabilities) => {
    const client = await connect(await serve(sessions), capabilities, () => ({ action: 'cancel' }))
    const refused = failed('NOT_IMPLEMENTED', 'this client does not declare elicitation with forms')
    expect(await client.call('greet')).toMatchObject(refused)
    expect(client.questions).toEqual([])
    expect(await client.call('look')).toMatchObject(
      failed('NOT_IMPLEMENTED', 'does not declare roots'),
    )
  })
})

describe.each<[string, Connect]>([
  ['the second generation', connectSecond('legacy')],
  ['the first generation', connectFirst],
])('a client of the 2025 era and %s', (_, connect) => {
  it('is told why it cannot be asked without a session', async () => {
    const client = await connect(await serve(), form, () => ({ action: 'cancel' }))
    expect(await client.call('greet')).toMatchObject({
      isError: true,
      structuredContent: {
        error: expect.stringContaining('because the call is not in a session'),
        data: {
          error_code: 'NOT_IMPLEMENTED',
          remediation: expect.stringContaining('switch sessions on'),
        },
      },
    })
    expect(client.questions).toEqual([])
  })

  it('gets a problem of the server if it breaks over a question', async () => {
    const client = await connect(await serve(true), form, () => {
      throw new Error('no window')
    })
    expect(await client.call('greet')).toMatchObject(
      failed('UNAVAILABLE', 'Nobody answered the question.'),
    )
    const blind = await connect(await serve(true), { roots: {} }, () => ({ action: 'cancel' }))
    expect(await blind.call('look')).toMatchObject(
      failed('UNAVAILABLE', 'Nobody answered the question.'),
    )
  })
})

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { type Logger, defineServer, defineTool, ok } from 'toolaccord'
import { type HttpServer, serveHttp } from 'toolaccord/node'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod'

const drop = () => {}
const log: Logger = { trace: drop, debug: drop, info: drop, warn: drop, error: drop }

/** What a test has opened, to be closed after it, the last first. */
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

interface Served {
  readonly http: HttpServer
  /** The ids of the notes that were deleted. */
  readonly deleted: readonly string[]
}

async function serve(sessions = false): Promise<Served> {
  const deleted: string[] = []
  const deleteNote = defineTool({
    name: 'delete_note',
    summary: 'Delete a note for good.',
    input: z.strictObject({ id: z.string() }),
    output: z.object({ id: z.string() }),
    effect: 'destroy',
    codes: ['NOT_FOUND'],
    prepare({ id }, call) {
      if (id === 'ghost') call.fail('NOT_FOUND', { message: 'There is no such note.' })
      return { question: `Delete the note '${id}'?` }
    },
    run({ id }) {
      deleted.push(id)
      return ok({ id })
    },
  })
  const server = defineServer({ name: 'notes', version: '1', tools: [deleteNote], log, env: {} })
  const http = await serveHttp(server, { port: 0, mcp: { sessions } })
  open.push(http)
  return { http, deleted }
}

type ClientOptions = NonNullable<ConstructorParameters<typeof Client>[1]>
type Mode = NonNullable<ClientOptions['versionNegotiation']>['mode']

/** How a user answers a question. */
type Answer = {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Record<string, boolean>
}

/** What a client says it can do, and how its user answers every question. */
interface User {
  readonly capabilities: Readonly<Record<string, object>>
  readonly answer?: Answer
}

interface Connected {
  readonly questions: readonly string[]
  call(args: Record<string, unknown>): Promise<Result>
  list(): Promise<readonly { readonly description?: string; readonly inputSchema: object }[]>
}

interface Result {
  readonly structuredContent?: unknown
  readonly isError?: boolean
}

type Connect = (http: HttpServer, user: User) => Promise<Connected>

const info = { name: 'tester', version: '1' }
const cancelled: Answer = { action: 'cancel' }

const connectSecond =
  (mode: Mode): Connect =>
  async ({ url }, { capabilities, answer = cancelled }) => {
    const client = new Client(info, { versionNegotiation: { mode }, capabilities })
    const questions: string[] = []
    if ('elicitation' in capabilities) {
      client.setRequestHandler('elicitation/create', ({ params }) => {
        questions.push(params.message)
        return { ...answer }
      })
    }
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))
    open.push(client)
    return {
      questions,
      list: async () => (await client.listTools()).tools,
      call: (args) => client.callTool({ name: 'delete_note', arguments: args }),
    }
  }

const connectFirst: Connect = async ({ url }, { capabilities, answer = cancelled }) => {
  const client = new FirstClient(info, { capabilities })
  const questions: string[] = []
  if ('elicitation' in capabilities) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message)
      return { ...answer }
    })
  }
  await client.connect(new FirstHttpTransport(new URL('/mcp', url)))
  open.push(client)
  return {
    questions,
    list: async () => (await client.listTools()).tools,
    // The cast names the wire form of what the client has checked already.
    call: async (args) =>
      (await client.callTool({ name: 'delete_note', arguments: args })) as Result,
  }
}

const modern = connectSecond({ pin: '2026-07-28' })
const form = { elicitation: { form: {} } }
const agreed: Answer = { action: 'accept', content: { agree: true } }
const refused = (error: string) => ({
  isError: true,
  structuredContent: {
    success: false,
    error: expect.stringContaining(error),
    data: { error_code: 'CONSENT_REQUIRED', error_type: 'authorization' },
    meta: { instruction: expect.stringContaining('Do not retry') },
  },
})
const done = { structuredContent: { success: true } }

describe.each<[string, Connect, boolean]>([
  ['of 2026-07-28', modern, false],
  ['of the 2025 era with a session', connectSecond('legacy'), true],
  ['of the first generation with a session', connectFirst, true],
])('a client %s that can ask its user', (_, connect, sessions) => {
  it('deletes when the user agrees', async () => {
    const { http, deleted } = await serve(sessions)
    const { call, questions } = await connect(http, { capabilities: form, answer: agreed })
    expect(await call({ id: 'n1' })).toMatchObject(done)
    expect(deleted).toEqual(['n1'])
    expect(questions).toEqual([`Delete the note 'n1'?\n\nDELETE_NOTE {"id":"n1"}`])
  })

  it.each<[string, Answer, string]>([
    ['declines', { action: 'decline' }, 'The client says that the user declined.'],
    ['cancels', cancelled, 'Nobody answered the question.'],
    [
      'leaves the box empty',
      { action: 'accept', content: { agree: false } },
      'The client says that the user declined.',
    ],
  ])('deletes nothing when the user %s, and asks once', async (_, answer, message) => {
    const { http, deleted } = await serve(sessions)
    const { call, questions } = await connect(http, { capabilities: form, answer })
    const result = await call({ id: 'n1', explicit_action: 'DELETE_NOTE' })
    expect(result).toMatchObject(refused(message))
    expect(JSON.stringify(result)).toContain('TOOLACCORD_UNATTENDED=delete_note')
    expect([deleted, questions.length]).toEqual([[], 1])
  })

  it('is not asked about what does not exist, nor about bad arguments', async () => {
    const { http } = await serve(sessions)
    const { call, questions } = await connect(http, { capabilities: form, answer: agreed })
    expect(await call({ id: 'ghost' })).toMatchObject({
      structuredContent: { error: 'There is no such note.', data: { error_code: 'NOT_FOUND' } },
    })
    expect(await call({ id: 1 })).toMatchObject({
      structuredContent: { data: { error_code: 'INVALID_FORMAT' } },
    })
    expect(questions).toEqual([])
  })
})

/** The code in the structure of a refusal. */
function codeIn({ structuredContent }: Result): string {
  // The cast names what the contract says of a refusal.
  const { data } = structuredContent as { data: { details: { explicit_action: string } } }
  return data.details.explicit_action
}

describe.each<[string, Connect, boolean, User['capabilities']]>([
  ['of 2026-07-28 without elicitation', modern, false, {}],
  ['of 2026-07-28 that takes pages only', modern, false, { elicitation: { url: {} } }],
  ['of the 2025 era without elicitation', connectSecond('legacy'), false, {}],
  [
    'of the 2025 era that takes pages only',
    connectSecond('legacy'),
    true,
    { elicitation: { url: {} } },
  ],
  ['of the 2025 era that cannot be reached', connectSecond('legacy'), false, form],
  ['of the first generation that cannot be reached', connectFirst, false, form],
])('a client %s', (_, connect, sessions, capabilities) => {
  it('is refused first, and deletes with the code once the user agreed', async () => {
    const { http, deleted } = await serve(sessions)
    const { call, list, questions } = await connect(http, { capabilities })
    const [tool] = await list()
    expect(tool?.description).toMatch(/^REQUIRES EXPLICIT USER INSTRUCTION/)
    expect(JSON.stringify(tool?.inputSchema)).not.toContain('DELETE_NOTE')
    const first = await call({ id: 'n1', explicit_action: 'DELETE_NOTE' })
    expect(first).toMatchObject(refused("Delete the note 'n1'?"))
    expect(deleted).toEqual([])
    const explicit_action = codeIn(first)
    expect(await call({ id: 'n2', explicit_action })).toMatchObject(refused('has not agreed'))
    expect(await call({ id: 'n1', explicit_action })).toMatchObject(done)
    expect(await call({ id: 'n1', explicit_action })).toMatchObject(refused('has not agreed'))
    expect([deleted, questions]).toEqual([['n1'], []])
  })
})

describe('the state between question and answer', () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  }
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'delete_note',
  }

  interface Reply {
    readonly result?: Record<string, unknown>
    readonly error?: unknown
  }

  /** Calls the tool once, with more parameters than the usual ones. */
  async function post({ url }: HttpServer, more: object): Promise<Reply> {
    const params = { name: 'delete_note', arguments: { id: 'n1' }, _meta: meta, ...more }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body })
    // The cast names the two properties that an answer may have.
    return (await response.json()) as Reply
  }

  /** Calls the tool as far as the question, and returns the state that came with it. */
  async function ask(http: HttpServer): Promise<string> {
    const { result } = await post(http, {})
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { consent: { method: 'elicitation/create' } },
    })
    return String(result?.requestState)
  }

  /** The state with its middle character replaced. */
  function change(state: string): string {
    const middle = Math.floor(state.length / 2)
    const other = state[middle] === 'A' ? 'B' : 'A'
    return `${state.slice(0, middle)}${other}${state.slice(middle + 1)}`
  }

  const answers = { inputResponses: { consent: { action: 'accept', content: { agree: true } } } }

  it('is good once', async () => {
    const { http, deleted } = await serve()
    const requestState = await ask(http)
    const all = await Promise.all(
      Array.from({ length: 8 }, () => post(http, { requestState, ...answers })),
    )
    expect(all.filter(({ result }) => result?.isError !== true)).toHaveLength(1)
    expect(deleted).toEqual(['n1'])
  })

  it('is good for its arguments only: with others, the user is asked again', async () => {
    const { http, deleted } = await serve()
    const requestState = await ask(http)
    expect(await post(http, { requestState, ...answers, arguments: { id: 'n2' } })).toMatchObject({
      result: { resultType: 'input_required' },
    })
    expect(deleted).toEqual([])
  })

  it('cannot be changed, made up, or brought from another server', async () => {
    const { http, deleted } = await serve()
    const other = await serve()
    const requestState = await ask(http)
    const foreign = await ask(other.http)
    for (const given of [change(requestState), 'made up', foreign, requestState.slice(0, -1)])
      expect(await post(http, { requestState: given, ...answers })).toHaveProperty('error')
    expect(deleted).toEqual([])
  })
})

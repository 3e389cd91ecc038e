import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
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

/** A client whose user gives the same answer to every question; without one it cannot be asked. */
async function connect({ url }: HttpServer, mode: Mode, answer?: Answer) {
  const capabilities = answer && { elicitation: { form: {} } }
  const info = { name: 'tester', version: '1' }
  const client = new Client(info, { versionNegotiation: { mode }, capabilities })
  const questions: string[] = []
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message)
      return { ...answer }
    })
  }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))
  open.push(client)
  const call = (args: Record<string, unknown>) =>
    client.callTool({ name: 'delete_note', arguments: args })
  return { client, questions, call }
}

const modern: Mode = { pin: '2026-07-28' }
const agreed: Answer = { action: 'accept', content: { agree: true } }
const refused = {
  isError: true,
  structuredContent: {
    success: false,
    data: { error_code: 'CONSENT_REQUIRED', error_type: 'authorization' },
    meta: { instruction: expect.stringContaining('Do not retry') },
  },
}

describe.each<[string, Mode, boolean]>([
  ['of 2026-07-28', modern, false],
  ['of the 2025 era with a session', 'legacy', true],
])('a client %s that can ask its user', (_, mode, sessions) => {
  it('deletes when the user agrees', async () => {
    const { http, deleted } = await serve(sessions)
    const { call, questions } = await connect(http, mode, agreed)
    expect(await call({ id: 'n1' })).toMatchObject({
      structuredContent: { success: true, data: { id: 'n1' } },
    })
    expect(deleted).toEqual(['n1'])
    expect(questions).toEqual(['Delete a note for good.\n\nDELETE_NOTE {"id":"n1"}'])
  })

  it.each<[string, Answer]>([
    ['declines', { action: 'decline' }],
    ['cancels', { action: 'cancel' }],
    ['leaves the box empty', { action: 'accept', content: { agree: false } }],
  ])('deletes nothing when the user %s, whatever the literal says', async (_, answer) => {
    const { http, deleted } = await serve(sessions)
    const { call } = await connect(http, mode, answer)
    expect(await call({ id: 'n1', explicit_action: 'DELETE_NOTE' })).toMatchObject(refused)
    expect(deleted).toEqual([])
  })
})

describe.each<[string, Mode]>([
  ['of 2026-07-28', modern],
  ['of the 2025 era', 'legacy'],
])('a client %s that cannot ask', (_, mode) => {
  it('needs the literal', async () => {
    const { http, deleted } = await serve()
    const { call, client } = await connect(http, mode)
    const [tool] = (await client.listTools()).tools
    expect(tool?.description).toMatch(/^REQUIRES EXPLICIT USER INSTRUCTION/)
    expect(await call({ id: 'n1' })).toMatchObject(refused)
    expect(deleted).toEqual([])
    expect(await call({ id: 'n1', explicit_action: 'DELETE_NOTE' })).toMatchObject({
      structuredContent: { success: true },
    })
    expect(deleted).toEqual(['n1'])
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

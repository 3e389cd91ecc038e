import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { root } from './docs/pages.ts'
import { clientInfo } from './fixtures/mcp-connections.ts'
import { type Listening, freePorts, startListening } from './fixtures/processes.ts'

const bin = join(root, 'packages/toolaccord/bin/toolaccord.js')

/** A server whose answers name their process. */
const hotelModule = `
import { appendFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineServer, defineTool, ok } from 'toolaccord'
import * as z from 'zod'

const output = z.object({ process: z.int(), secret: z.boolean() })
const answer = () => ok({ process: process.pid, secret: 'TOOLACCORD_WORKER' in process.env })
const look = defineTool({
  name: 'look', summary: 'Answer.', output, effect: 'read', run: answer,
})
const rest = defineTool({
  name: 'rest', summary: 'Answer late.', output, effect: 'read',
  async run(_, call) {
    call.progress(1, 2)
    await sleep(500)
    call.progress(2, 2)
    return answer()
  },
})
const stumble = defineTool({
  name: 'stumble', summary: 'Fail later.', output, effect: 'read',
  run() {
    setTimeout(() => { throw new Error('outside of any call') }, 1)
    return answer()
  },
})
const ask = defineTool({
  name: 'ask', summary: 'Ask the guest.', output, effect: 'read', interactive: true,
  run(_, call) {
    call.ask('name', {
      type: 'form', message: 'Your name?',
      schema: z.object({ name: z.string() }),
    })
    return answer()
  },
})
const build = defineTool({
  name: 'build', summary: 'Build a wing.', output, effect: 'write', long: true,
  async run() {
    await appendFile(process.env.BUILT, 'wing\\n')
    await sleep(1000)
    return answer()
  },
})
const tools = [look, rest, stumble, ask, build]
export const server = defineServer({ name: 'hotel', version: '1.0.0', tools })
`

/** A server that keeps all it can in the memory of its process. */
const forgetfulModule = `
import { defineServer, defineTool, ok } from 'toolaccord'
import { createMemoryArchive } from 'toolaccord/archive'
import { createFidelity } from 'toolaccord/fidelity'
import { createJobs } from 'toolaccord/jobs'
import { createIdempotency, createMemoryStore } from 'toolaccord/policies'
import { createRateLimit } from 'toolaccord/rate-limit'
import * as z from 'zod'

const wipe = defineTool({
  name: 'wipe', summary: 'Destroy.', output: z.object({}), effect: 'destroy', run: () => ok({}),
})
export const server = defineServer({
  name: 'forgetful',
  version: '1.0.0',
  tools: [wipe],
  policies: [
    createIdempotency({ store: createMemoryStore() }),
    createRateLimit({ limit: { calls: 10, perSeconds: 60 } }),
    { name: 'turnstile', isShared: false, around: (_, next) => next() },
  ],
  fidelity: createFidelity({ archive: createMemoryArchive() }),
  jobs: createJobs({ memory: true }),
})
`

/** A binary of its own, with a tool that keeps its process from hearing anything. */
const innModule = `
import { serveProgram } from 'toolaccord/node'
import { defineServer, defineTool, ok } from 'toolaccord'
import * as z from 'zod'

const output = z.object({ process: z.int() })
const rest = defineTool({
  name: 'rest', summary: 'Answer.', output, effect: 'read',
  run: () => ok({ process: process.pid }),
})
const spin = defineTool({
  name: 'spin', summary: 'Never answer.', output, effect: 'read',
  run() {
    for (;;);
  },
})
await serveProgram({
  name: 'inn',
  createServer: () => defineServer({ name: 'inn', version: '1.0.0', tools: [rest, spin] }),
  http: { closeMs: 100 },
})
`

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serve-workers-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'hotel.mjs'), hotelModule)
  await writeFile(join(folder, 'forgetful.mjs'), forgetfulModule)
  await writeFile(join(folder, 'inn.mjs'), innModule)
})

/** What is left of a test that failed is ended with it; workers end with their primary. */
const started: Listening[] = []

afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await rm(folder, { recursive: true, maxRetries: 5 })
})

interface Data {
  readonly process: number
  readonly secret: boolean
}

/** Calls tools of a server that listens on a port. */
function callsAt(port: number) {
  const url = `http://127.0.0.1:${port}`

  /** Calls over a connection of its own, because a connection stays with its process. */
  async function call(tool: string, headers: Record<string, string> = {}): Promise<Data> {
    const sent = request(`${url}/api/${tool}`, { method: 'POST', headers, agent: false }).end()
    // Node keeps a connection that it was handing to a process when that was killed.
    sent.setTimeout(5000, () => sent.destroy(new Error('No answer came in time.')))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { data } = (await json(response)) as { readonly data: Data }
    return data
  }

  const many = (count: number, tool: string, headers?: Record<string, string>) =>
    Promise.all(Array.from({ length: count }, () => call(tool, headers)))

  const processes = async () => [...new Set((await many(12, 'rest')).map((one) => one.process))]
  return { url: `${url}/mcp`, call, many, processes }
}

/** Starts a server with two workers. */
async function startWorkers(port: number, ...command: readonly string[]): Promise<Listening> {
  const flags = ['serve', ...command.slice(1), '--port', `${port}`, '--workers', '2']
  const env = { BUILT: join(folder, `built-${port}`), XDG_STATE_HOME: folder }
  const [program = ''] = command
  const server = await startListening([process.execPath, program, ...flags], port, env)
  started.push(server)
  return server
}

const startHotel = (port: number) => startWorkers(port, bin, join(folder, 'hotel.mjs'))

describe('a server with two workers', () => {
  let hotel: Listening
  let port = 0

  beforeAll(async () => {
    ;[port = 0] = await freePorts(1)
    hotel = await startHotel(port)
    await vi.waitFor(async () => expect(await callsAt(port).processes()).toHaveLength(2), waiting)
  }, 60_000)

  afterAll(async () => {
    hotel.child.kill('SIGTERM')
    expect(await hotel.ended).toBe(0)
  })

  it('says once where it is', () => {
    const told = hotel.log().match(/is served at .*/g)
    expect(told).toEqual([`is served at http://127.0.0.1:${port} by 2 workers`])
  })

  it('hides from its tools what only processes beside it may know', async () => {
    expect(await callsAt(port).call('look')).toMatchObject({ secret: false })
  })

  it('runs a long call under a key once, whichever process a retry reaches', async () => {
    const answers = await callsAt(port).many(8, 'build', { 'Idempotency-Key': 'east' })
    expect(new Set(answers.map((one) => one.process)).size).toBe(1)
    expect(await readFile(join(folder, `built-${port}`), 'utf8')).toBe('wing\n')
  })

  const guest = { action: 'accept', content: { name: 'Ada' } } as const
  const capabilities = { elicitation: { form: {} } }

  /** What both clients can do. */
  interface Connection {
    call(name: string): Promise<Readonly<Record<string, unknown>>>
    session(): string | undefined
    close(): Promise<void>
  }

  async function connectSecond(mode: 'legacy' | 'auto'): Promise<Connection> {
    const client = new Client(clientInfo, { capabilities, versionNegotiation: { mode } })
    client.setRequestHandler('elicitation/create', () => guest)
    const transport = new StreamableHTTPClientTransport(new URL(callsAt(port).url))
    await client.connect(transport)
    const call = (name: string) => client.callTool({ name, arguments: {} })
    return { call, session: () => transport.sessionId, close: () => client.close() }
  }

  async function connectFirst(): Promise<Connection> {
    const client = new FirstClient(clientInfo, { capabilities })
    client.setRequestHandler(ElicitRequestSchema, () => guest)
    const transport = new FirstHttpTransport(new URL(callsAt(port).url))
    await client.connect(transport)
    const call = (name: string) => client.callTool({ name, arguments: {} })
    return { call, session: () => transport.sessionId, close: () => client.close() }
  }

  const clients = {
    '1.x': connectFirst,
    '2.x of a 2025 revision': () => connectSecond('legacy'),
    '2.x of 2026-07-28': () => connectSecond('auto'),
  }

  it.each(Object.entries(clients))(
    'answers every request of the official client, %s',
    async (name, connect) => {
      const connections = await Promise.all(Array.from({ length: 4 }, connect))
      const owners = new Set<number>()
      for (const { call, session } of connections) {
        const names = ['look', 'ask', 'rest', 'ask', 'look', 'ask']
        const answers = await Promise.all(names.map(call))
        const data = answers.map(({ structuredContent }) => structuredContent as { data: Data })
        const pids = new Set(data.map((one) => one.data.process))
        // A session stays with its process.
        if (!name.includes('2026')) expect([session() !== undefined, pids.size]).toEqual([true, 1])
        for (const pid of pids) owners.add(pid)
      }
      await Promise.all(connections.map(({ close }) => close()))
      expect(owners.size).toBe(2)
    },
  )

  it('does not know a session of a process that never was', async () => {
    const statuses = ['w9.x', 'w1.x', 'w2.x', 'x'].map(async (id) => {
      const response = await fetch(callsAt(port).url, {
        method: 'POST',
        headers: {
          Accept: 'application/json, text/event-stream',
          'Content-Type': 'application/json',
          'Mcp-Session-Id': id,
        },
        body: '{"jsonrpc":"2.0","id":1,"method":"resources/list"}',
      })
      return response.status
    })
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404])
  })

  it('starts another process for one that was killed, and for one that ended by an error', async () => {
    const calls = callsAt(port)
    const [killed = 0] = await calls.processes()
    process.kill(killed, 'SIGKILL')
    await expect.poll(async () => (await calls.processes()).length, waiting).toBe(2)
    expect(hotel.log()).toContain('ended with SIGKILL; another starts in 0.1 s.')
    await calls.call('stumble')
    await expect.poll(() => hotel.log(), waiting).toContain('ended with 1; another starts in 0.2 s')
    await expect.poll(async () => (await calls.processes()).length, waiting).toBe(2)
    expect(await calls.processes()).not.toContain(killed)
  }, 90_000)
})

/** Processes start slowly on a busy machine. */
const waiting = { timeout: 20_000, interval: 200 }

describe('the end of a server with workers', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'lets running calls be answered: %s',
    async (signal) => {
      const [port = 0] = await freePorts(1)
      const { child, ended } = await startHotel(port)
      const calls = callsAt(port)
      await expect.poll(async () => (await calls.processes()).length, waiting).toBe(2)
      const running = calls.many(6, 'rest')
      await new Promise((resolve) => setTimeout(resolve, 200))
      child.kill(signal)
      expect(await running).toHaveLength(6)
      expect(await ended).toBe(0)
    },
    60_000,
  )

  it('waits for a process that has just been started', async () => {
    const [port = 0] = await freePorts(1)
    const { child, ended } = await startHotel(port)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }, 60_000)

  it('is forced upon a process that hears nothing, in a binary of its own too', async () => {
    const [port = 0] = await freePorts(1)
    const { child, ended } = await startWorkers(port, join(folder, 'inn.mjs'))
    const calls = callsAt(port)
    await expect.poll(async () => (await calls.processes()).length, waiting).toBe(2)
    await expect(calls.call('spin')).rejects.toThrow()
    child.kill('SIGTERM')
    expect(await ended).toBe(1)
  }, 90_000)
})

function run(...args: readonly string[]) {
  const options = { encoding: 'utf8', cwd: folder } as const
  const { status, stderr } = spawnSync(process.execPath, [bin, 'serve', ...args], options)
  return { exit: status, err: stderr }
}

describe('workers that cannot be', () => {
  it('are refused with all that they would not share', () => {
    const { exit, err } = run('forgetful.mjs', '--port', '0', '--workers', '3')
    expect(exit).toBe(2)
    const store = 'with createRedisStore or createPostgresStore of toolaccord/policies'
    const lines = [
      "error[VALIDATION_ERROR]: 'forgetful' cannot be served by 3 workers.",
      '  Each would keep in its own memory: the outcomes of keyed calls, ' +
        "the counts of rate limits, what the policy 'turnstile' keeps, " +
        'the codes and answers of consent, the rest of answers that were cut, jobs.',
      '  Share that first:',
      `    createIdempotency({ store }), ${store}`,
      '    createRateLimit({ store: { redis } }), or { postgres }',
      "    a policy 'turnstile' that keeps nothing in memory",
      `    consent: { store } of defineServer, ${store}`,
      '    createFidelity() without an archive in memory',
      '    createJobs() without memory: true or an archive in memory',
      '  Or serve without --workers.',
      '',
    ]
    expect(err.split('\n')).toEqual(lines)
  })

  it.each([
    [['--workers', '0'], "--workers must be a number from 1 to 128, not '0'."],
    [['--workers', 'many'], "--workers must be a number from 1 to 128, not 'many'."],
    [['--workers', '2', '--stdio'], 'Give --stdio or --workers, not both.'],
  ])('are refused: %j', (args, message) => {
    expect(run('forgetful.mjs', ...args)).toEqual({
      exit: 2,
      err: `error[VALIDATION_ERROR]: ${message}\n`,
    })
  })
})

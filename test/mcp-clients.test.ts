import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Success } from 'toolaccord'
import { dtpr } from 'toolaccord/contracts'
import type { McpOptions } from 'toolaccord/mcp'
import { serveHttp } from 'toolaccord/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  clientInfo,
  clients,
  type Connection,
  decode,
  drop,
  modes,
  noLog,
  program,
  root,
  served,
  toolNames,
  url,
} from './fixtures/mcp-connections.ts'
import { createFixtureServer } from './fixtures/mcp/server.ts'

const serveFixture = (mcp?: McpOptions) => serveHttp(createFixtureServer(noLog), { port: 0, mcp })

beforeAll(async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-b', 'test/fixtures/mcp'], { cwd: root, stdio: 'pipe' })
  served.set('http', await serveFixture({ toolsPerPage: 4 }))
  served.set('http with sessions', await serveFixture({ toolsPerPage: 4, sessions: true }))
}, 60_000)

afterAll(async () => {
  await Promise.all([...served.values()].map((server) => server.close()))
})

describe.each(clients)('the official client, %s', (_, { isFirst, isForgotten, connect }) => {
  const message = `Added for ${isForgotten ? 'nobody' : clientInfo.name}.`
  let client: Connection

  beforeAll(async () => {
    client = await connect()
  })

  afterAll(() => client.close())

  it('knows the server', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'fixture', version: '1.2.3' })
    expect(client.getInstructions()).toMatch(/^Use add to add\.\n\nCodes of every tool: /)
  })

  it('lists every tool, over several pages, in order', async () => {
    const tools = await client.tools()
    expect(tools.map(({ name }) => name)).toEqual(toolNames)
    expect(tools[0]).toMatchObject({
      description: 'Add two numbers.',
      inputSchema: { properties: { a: { type: 'number' } }, required: ['a', 'b'] },
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    })
  })

  it('reads a success', async () => {
    const result = await client.call('add', { a: 1, b: 2 })
    expect(result.isError).toBe(undefined)
    expect(result.structuredContent).toEqual({
      success: true,
      data: { sum: 3 },
      error: null,
      notes: { message },
    })
    expect(decode(result)).toEqual({
      ok: true,
      data: { sum: 3 },
      notes: { message, contentHash: 'sha256:00', requestId: expect.any(String) as unknown },
    })
  })

  it('reads a soft failure, which is not an error', async () => {
    const result = await client.call('check')
    expect(result.isError).toBe(undefined)
    expect(decode(result)).toMatchObject({
      ok: false,
      soft: true,
      problems: [
        { code: 'bad_line', message: 'The line is bad.', path: 'lines[0]' },
        { code: 'bad_line', message: 'Line 2 is bad.', path: 'lines[1]' },
      ],
      data: { checked: 2 },
    })
  })

  it('reads a hard failure', async () => {
    const result = await client.call('find', { id: 'x' })
    expect(result.isError).toBe(true)
    expect(decode(result)).toMatchObject({
      ok: false,
      soft: false,
      problems: [
        {
          code: 'not_here',
          message: "There is no 'x'.",
          hint: 'Look elsewhere.',
          path: 'id',
          details: { id: 'x' },
        },
      ],
    })
  })

  it('reads wrong arguments as failures of the tool, one problem for each', async () => {
    const result = await client.call('add', { a: 'one', c: 3 })
    expect(result.isError).toBe(true)
    const outcome = decode(result)
    expect(outcome.ok || outcome.problems.map(({ path }) => path).sort()).toEqual(['a', 'b', 'c'])
  })

  it('reads nothing of what a tool threw', async () => {
    const result = await client.call('crash')
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result)).not.toContain('SECRET')
  })

  it('reads what is attached after the envelope', async () => {
    const result = await client.call('show')
    expect(decode(result)).toMatchObject({ ok: true, data: { shown: 2 } })
    expect(result.content.slice(1)).toEqual([
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'notes://all', name: 'notes' },
    ])
  })

  it('is not disturbed by a tool that prints', async () => {
    const results = await Promise.all([
      client.call('print'),
      client.call('add', { a: 2, b: 2 }),
      client.call('print'),
    ])
    expect(results.map((result) => decode(result))).toMatchObject([
      { data: { printed: true } },
      { data: { sum: 4 } },
      { data: { printed: true } },
    ])
  })

  it('sees progress', async () => {
    const seen: unknown[] = []
    const onprogress = (progress: unknown) => {
      seen.push(progress)
    }
    const result = await client.call('count', { to: 3 }, { onprogress })
    expect(decode(result)).toMatchObject({ data: { counted: 3 } })
    const steps = [1, 2, 3].map((progress) => ({ progress, total: 3, message: `Step ${progress}` }))
    // The first generation drops progress that reaches it in one piece with the answer.
    const expected = isFirst ? steps.slice(0, seen.length) : steps
    expect(seen).toEqual(expected)
  })

  it('reads prompts', async () => {
    const { prompts } = await client.listPrompts()
    expect(prompts).toMatchObject([
      {
        name: 'greet',
        title: 'Greet',
        description: 'Greet somebody.',
        arguments: [
          { name: 'who', description: 'The name', required: true },
          { name: 'how', required: false },
        ],
      },
      { name: 'broken' },
    ])
    expect(await client.getPrompt({ name: 'greet', arguments: { who: 'Ada' } })).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: 'Hello, Ada!' } }],
    })
    await expect(client.getPrompt({ name: 'greet' })).rejects.toMatchObject({ code: -32_602 })
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toMatchObject({ code: -32_602 })
    const broken = await client.getPrompt({ name: 'broken' }).catch((error: unknown) => error)
    expect(broken).toMatchObject({ code: -32_603 })
    expect(String(broken)).not.toContain('SECRET')
  })

  it('reads resources', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['notes://all', 'notes://logo'])
    const { resourceTemplates } = await client.listResourceTemplates()
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
    expect(templates).toEqual(['notes://by-id/{id}'])
    const read = async (uri: string) => (await client.readResource({ uri })).contents
    expect(await read('notes://all')).toEqual([
      { uri: 'notes://all', mimeType: 'text/plain', text: 'Buy milk\nCall Ada' },
    ])
    expect(await read('notes://logo')).toEqual([
      { uri: 'notes://logo', mimeType: 'image/png', blob: 'AA==' },
    ])
    expect(await read('notes://by-id/n2')).toEqual([
      { uri: 'notes://by-id/n2', mimeType: 'text/plain', text: 'Call Ada' },
    ])
    for (const uri of ['notes://by-id/n9', 'notes://other'])
      await expect(read(uri)).rejects.toMatchObject({ code: -32_602 })
  })

  it('completes arguments and variables', async () => {
    const names = await client.complete({
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'who', value: 'Ad' },
    })
    expect(names.completion.values).toEqual(['Ada', 'Adele'])
    const ids = await client.complete({
      ref: { type: 'ref/resource', uri: 'notes://by-id/{id}' },
      argument: { name: 'id', value: 'n' },
    })
    expect(ids.completion.values).toEqual(['n1', 'n2'])
  })

  it('can ask for another dialect, before it has read the schemas of the first', async () => {
    const fresh = await connect()
    const meta = { 'dev.toolaccord/dialect': 'dtpr' }
    const result = await fresh.call('add', { a: 1, b: 2 }, { meta })
    expect(result.structuredContent).toMatchObject({ ok: true, data: { sum: 3 } })
    expect(decode(result, dtpr)).toMatchObject({ ok: true, data: { sum: 3 }, notes: { message } })
    await fresh.close()
  })
})

/** How many calls have started to wait, and how many of these were cancelled. */
async function readWaiting(client: Connection) {
  // The cast names the output of the tool.
  const outcome = decode(await client.call('waiting')) as Success<{
    readonly started: number
    readonly cancelled: number
  }>
  return outcome.data
}

// A cancellation by an older client comes in a request of its own; a server without sessions
// cannot know whose it is.
describe.each(clients.filter(([, { isForgotten }]) => !isForgotten))(
  'the official client, %s',
  (_, { connect }) => {
    it.each([
      ['a call', {}],
      ['a call that reports progress', { onprogress: drop }],
    ])('cancels %s', async (_, options) => {
      const client = await connect()
      const before = await readWaiting(client)
      const controller = new AbortController()
      const call = client.call('wait', {}, { ...options, signal: controller.signal })
      const rejected = expect(call).rejects.toThrow()
      await vi.waitFor(async () => {
        expect((await readWaiting(client)).started).toBe(before.started + 1)
      })
      controller.abort()
      await rejected
      await vi.waitFor(async () => {
        expect((await readWaiting(client)).cancelled).toBe(before.cancelled + 1)
      })
      await client.close()
    })
  },
)

describe('a server that closes', () => {
  it.each(Object.entries(modes))(
    'lets a call that reports progress finish: %s',
    async (_, mode) => {
      const closing = await serveFixture()
      const client = new Client(clientInfo, { versionNegotiation: { mode } })
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', closing.url)))
      let closed: Promise<void> | undefined
      const onprogress = () => {
        closed ??= closing.close()
      }
      const result = await client.callTool({ name: 'count', arguments: { to: 3 } }, { onprogress })
      expect(result.structuredContent).toMatchObject({ success: true, data: { counted: 3 } })
      await client.close()
      await closed
    },
  )
})

describe('standard output', () => {
  it('holds the protocol and nothing else, whatever a tool prints', async () => {
    const { output, send, end } = start()
    const params = { name: 'print', arguments: {} }
    const withProgress = { ...params, _meta: { progressToken: 1 } }
    send(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: withProgress },
    )
    const { code, stderr } = await end()
    const lines = (await output).trimEnd().split('\n')
    const result = { structuredContent: { data: { printed: true } } }
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { id: 1, result },
      { id: 2, result },
    ])
    expect(stderr.match(/stray/g)?.length).toBeGreaterThan(20)
    expect(code).toBe(0)
  })

  it('may be closed by a client that goes away; the program ends and writes nothing', async () => {
    const { child, output, send, end } = start()
    child.stdout.destroy()
    await output.catch(drop)
    send(...Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' })))
    const { code, stderr } = await end()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

/** The fixture in a process of its own, with nobody between it and the test. */
function start() {
  const child = spawn(process.execPath, [program])
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  child.stdin.on('error', drop)
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  return {
    child,
    output: text(child.stdout),
    send(...messages: readonly object[]) {
      const lines = messages.map((message) => `${JSON.stringify(message)}\n`)
      child.stdin.write(lines.join(''))
    },
    async end() {
      child.stdin.end()
      return { code: await exited, stderr }
    },
  }
}

describe('the Inspector', () => {
  const run = promisify(execFile)
  const { resolve } = createRequire(import.meta.url)
  const folder = dirname(resolve('@modelcontextprotocol/inspector/package.json'))
  const inspector = join(folder, 'clients/launcher/build/index.js')
  // The Inspector keeps what it saw in the home directory.
  const home = mkdtempSync(join(tmpdir(), 'toolaccord-inspector-'))
  let newerNode = ''

  afterAll(() => {
    rmSync(home, { recursive: true, force: true })
  })

  beforeAll(async () => {
    const printPath = ['node', '--print', 'process.execPath']
    const { stdout } = await run('npx', ['--yes', '--package', 'node@24', '--', ...printPath])
    newerNode = stdout.trim()
  }, 120_000)

  interface Ran {
    readonly code?: number
    readonly stdout: string
  }

  interface Inspection {
    readonly exit: number
    readonly answer: unknown
  }

  /** Runs the Inspector; it answers on standard output, also if it fails. */
  async function inspect(...args: readonly string[]): Promise<Inspection> {
    const command = [inspector, '--cli', ...args, '--format', 'json', '-q']
    const env = { ...process.env, HOME: home }
    const ran: unknown = await run(newerNode, command, { env }).catch((error: unknown) => error)
    // The cast names what both a run and its failure have.
    const { code = 0, stdout } = ran as Ran
    return { exit: code, answer: JSON.parse(stdout) as unknown }
  }

  const targets = {
    stdio: () => [process.execPath, program],
    http: () => [url('http').href, '--transport', 'http'],
  } as const

  it('finds nothing to complain about in the list of tools', async () => {
    const tools = toolNames.map((name): unknown => expect.objectContaining({ name }))
    expect(await inspect(...targets.stdio(), '--method', 'tools/list', '--strict')).toMatchObject({
      exit: 0,
      answer: { result: { tools } },
    })
  })

  it.each([
    ['stdio', 'legacy'],
    ['http', 'modern'],
  ] as const)(
    'reads a success, a soft failure and a hard failure over %s in the %s era',
    async (way, era) => {
      const call = (name: string, args: object) => {
        const target = [...targets[way](), '--protocol-era', era, '--method', 'tools/call']
        const tool = ['--tool-name', name, '--tool-args-json', JSON.stringify(args)]
        return inspect(...target, ...tool)
      }
      const [success, soft, hard] = await Promise.all([
        call('add', { a: 1, b: 2 }),
        call('check', {}),
        call('find', { id: 'x' }),
      ])
      expect(success).toMatchObject({
        exit: 0,
        answer: { result: { structuredContent: { success: true, data: { sum: 3 } } } },
      })
      expect(soft).toMatchObject({
        exit: 0,
        answer: { result: { structuredContent: { success: false, error: { code: 'bad_line' } } } },
      })
      expect(hard).toMatchObject({
        exit: 5,
        answer: {
          result: {
            isError: true,
            structuredContent: { success: false, error: { code: 'not_here' } },
          },
        },
      })
    },
  )
})

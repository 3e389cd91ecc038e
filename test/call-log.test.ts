import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const toolaccord = join(root, 'packages/toolaccord/bin/toolaccord.js')
const scratch = mkdtempSync(join(tmpdir(), 'toolaccord-calls-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const env = {
  PATH: process.env.PATH,
  DARKROOM_WORKSPACE: join(scratch, 'workspace'),
  DARKROOM_TASTES: join(scratch, 'tastes'),
}

/** How each shipped server is started, and a tool that needs no arguments. */
const servers = [
  {
    name: 'notes',
    command: [toolaccord, 'examples/notes'],
    serve: [toolaccord, 'serve', 'examples/notes'],
    tool: 'list_notes',
  },
  {
    name: 'readings',
    command: [toolaccord, 'examples/readings'],
    serve: [toolaccord, 'serve', 'examples/readings'],
    tool: 'list_readings',
  },
  {
    name: 'datachain',
    command: ['servers/datachain/bin/datachain.js'],
    serve: ['servers/datachain/bin/datachain.js', 'serve'],
    tool: 'list_schema_versions',
  },
  {
    name: 'darkroom',
    command: ['servers/darkroom/bin/darkroom.js'],
    serve: ['servers/darkroom/bin/darkroom.js', 'serve'],
    tool: 'list_vocabulary',
  },
]

const traced = { TOOLACCORD_LOG_LEVEL: 'trace' }

/** The messages of the lines about calls, and the tool and face of each. */
function callsIn(stderr: string): unknown[] {
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'))
  const calls = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return calls
    .filter(({ message }) => message === 'tool called' || message === 'tool ended')
    .map(({ message, tool, face }) => `${message}: ${tool} (${face})`)
}

const linesOf = (tool: string, face: string) => [
  `tool called: ${tool} (${face})`,
  `tool ended: ${tool} (${face})`,
]

function start(args: readonly string[], more: Readonly<Record<string, string>> = traced) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...env, ...more },
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  return { child, stderr: () => stderr }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await new Promise((resolve) => child.once('close', resolve))
}

describe.each(servers)('$name', ({ command, serve, tool }) => {
  it('logs its commands if the environment or a flag asks for it, and else prints nothing', () => {
    const run = (flags: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      spawnSync(process.execPath, [...command, tool.replaceAll('_', '-'), '--json', ...flags], {
        cwd: root,
        encoding: 'utf8',
        env: { ...env, ...more },
      }).stderr
    expect(callsIn(run([], { TOOLACCORD_LOG_LEVEL: 'trace' }))).toEqual(linesOf(tool, 'cli'))
    expect(callsIn(run(['--verbose']))).toEqual(linesOf(tool, 'cli'))
    expect(callsIn(run([]))).toEqual([])
  }, 60_000)

  it('logs calls over HTTP', async () => {
    const { child, stderr } = start([...serve, '--port', '0'])
    await expect.poll(stderr, { timeout: 30_000 }).toMatch(/MCP +http/)
    const url = /MCP +(http:\S+)\/mcp/.exec(stderr())?.[1]
    const response = await fetch(`${url}/api/${tool}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(200)
    child.kill('SIGTERM')
    await ended(child)
    expect(callsIn(stderr())).toEqual(linesOf(tool, 'rest'))
  }, 60_000)

  it('logs calls over stdio', async () => {
    const { child, stderr } = start([...serve, '--stdio'])
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool } }
    child.stdin.end(`${JSON.stringify(call)}\n`)
    await ended(child)
    expect(callsIn(stderr())).toEqual(linesOf(tool, 'mcp'))
  }, 60_000)

  it('logs calls if it is served with -v, whatever the environment asks for', async () => {
    const { child, stderr } = start([...serve, '--stdio', '-v'], { TOOLACCORD_LOG_LEVEL: 'error' })
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool } }
    child.stdin.end(`${JSON.stringify(call)}\n`)
    await ended(child)
    expect(callsIn(stderr())).toEqual(linesOf(tool, 'mcp'))
  }, 60_000)
})

describe('a command', () => {
  it('says what it runs without consent, although nobody asked for its log', () => {
    const file = join(scratch, 'shredder.mjs')
    const urlOf = (path: string) => JSON.stringify(pathToFileURL(join(root, path)).href)
    writeFileSync(
      file,
      `import { defineServer, defineTool, ok } from ${urlOf('packages/toolaccord/dist/index.js')}
      import * as z from ${urlOf('node_modules/zod/index.js')}
      const shred = defineTool({
        name: 'shred',
        summary: 'Shred all.',
        output: z.object({}),
        effect: 'destroy',
        run: () => ok({}),
      })
      export const server = defineServer({ name: 's', version: '1', tools: [shred] })`,
    )
    const { status, stderr } = spawnSync(process.execPath, [toolaccord, file, 'shred'], {
      encoding: 'utf8',
      env: { ...env, TOOLACCORD_UNATTENDED: 'shred' },
    })
    expect(status).toBe(0)
    expect(stderr.split('\n').filter((line) => line.includes('without the consent'))).toEqual([
      expect.stringMatching(/"level":"warn".*shred runs without the consent of a user/),
    ])
    expect(callsIn(stderr)).toEqual([])
  }, 60_000)
})

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashKey } from '../auth/api-key.ts'

const dist = join(import.meta.dirname, '../../dist')
const urlOf = (file: string) => JSON.stringify(pathToFileURL(join(dist, file)).href)

/** A binary of a server with one open tool and one that needs a scope. */
const source = (tool: string) => `
import { defineServer, defineTool, ok } from ${urlOf('index.js')}
import { runBinary } from ${urlOf('node/index.js')}
const schema = { type: 'object', properties: { up: { type: 'boolean' } }, required: ['up'] }
const output = { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }), jsonSchema: { input: () => schema, output: () => schema } } }
setInterval(() => {}, 1000)
const ping = defineTool({ name: 'ping', summary: 'Answer.', output, effect: 'read', run: () => ok({ up: true }) })
const save = defineTool({ name: '${tool}', summary: 'Save.', output, effect: 'write', scopes: ['notes:write'], run: () => ok({ up: true }) })
const server = defineServer({ name: 'office', version: '1.0.0', tools: [ping, save] })
process.exit(await runBinary(server, { program: 'off', http: { port: 0 } }))
`

let folder = ''
const file = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolaccord-'))
  await writeFile(file('off.mjs'), source('save'))
  await writeFile(file('clash.mjs'), source('serve'))
})

afterAll(() => rm(folder, { recursive: true }))

function run(args: readonly string[], { input = '', binary = 'off.mjs' } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file(binary), ...args], { encoding: 'utf8', input })
  return { exit: status, out: stdout, err: stderr }
}

/** Serves over HTTP, shows what was told once all of it is there, and ends with the signal. */
async function whileServed(env: Record<string, string>, last: string, body: (url: string, told: string) => Promise<void>) {
  const child: ChildProcess = spawn(process.execPath, [file('off.mjs'), 'serve'], { env: { ...process.env, ...env } })
  let told = ''
  for await (const chunk of child.stderr ?? []) {
    told += String(chunk)
    if (told.includes(last)) break
  }
  try {
    await body(/served at (\S+)/.exec(told)?.[1] ?? '', told)
  } finally {
    child.kill('SIGTERM')
  }
  expect(await once(child, 'exit')).toEqual([0, null])
}

describe('a binary of a server', () => {
  it('calls a tool and ends, although the server holds a timer', () => {
    expect(run(['ping'])).toEqual({ exit: 0, out: 'up: true\n', err: '' })
    expect(run(['pong'])).toMatchObject({ exit: 3, out: '', err: expect.stringContaining('ping') })
  })

  it('tells how to serve where it lists its commands, and nowhere else', () => {
    const more = "\n'off serve' serves it to MCP clients and over HTTP; 'off serve --help' explains how.\n"
    for (const args of [[], ['--help'], ['help']]) expect(run(args).out.endsWith(more)).toBe(true)
    for (const args of [['ping', '--help'], ['help', 'ping'], ['--version'], ['ping']]) expect(run(args).out).not.toContain('off serve')
  })

  it('explains serve', () => {
    for (const args of [['serve', '--help'], ['--help', 'serve'], ['help', 'serve']]) expect(run(args)).toMatchObject({ exit: 0, out: expect.stringMatching(/^Usage:\n {2}off serve \[flags\]\n[^]*--stdio/) })
  })

  it.each([
    [['serve', '--port', 'high'], "--port must be a number from 0 to 65535, not 'high'."],
    [['serve', '--stdio', '--http'], 'Give --stdio or --http, not both.'],
    [['serve', 'more'], "'more' is one word too many"],
    [['serve', '--prot', '1'], 'Did you mean --port?'],
    [['serve', '--host', '0.0.0.0'], 'Refused to listen on 0.0.0.0'],
  ])('refuses %j', (args, message) => {
    expect(run(args)).toMatchObject({ exit: 2, out: '', err: expect.stringContaining(message) })
  })

  it('refuses a tool that would be the command serve', () => {
    expect(run(['ping'], { binary: 'clash.mjs' })).toMatchObject({ exit: 4, err: expect.stringContaining("The tool 'serve' would be the command that serves.\n  hint: Rename the tool.") })
  })

  it('serves MCP over standard input and output', () => {
    const { exit, out } = run(['serve', '--stdio'], { input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n` })
    expect([exit, JSON.parse(out)]).toEqual([0, { jsonrpc: '2.0', id: 1, result: {} }])
  })

  it('warns of tools that nobody can call over HTTP', async () => {
    await whileServed({ TOOLACCORD_API_KEYS: '' }, 'authenticator.', async (url, told) => {
      expect(told).toContain('warning: Nobody can call save: scopes are needed, and callers have no keys. Set TOOLACCORD_API_KEYS, or give an authenticator.')
      expect((await fetch(`${url}/api/ping`)).status).toBe(200)
    })
  })

  it('lets in those whose keys the environment names, and nobody else', async () => {
    const key = crypto.randomUUID()
    await whileServed({ TOOLACCORD_API_KEYS: `ada=${await hashKey(key)}:notes:write` }, '/api/<tool>', async (url, told) => {
      expect(told).not.toContain('warning')
      const statusOf = async (headers: Record<string, string>) => (await fetch(`${url}/api/save`, { method: 'POST', headers })).status
      expect([await statusOf({}), await statusOf({ Authorization: `Bearer ${key}` })]).toEqual([401, 200])
    })
  })
})

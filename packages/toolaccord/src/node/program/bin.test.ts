import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashKey } from '../../auth/hash-key.ts'
import { keysFromEnv } from '../../auth/keys-from-env.ts'

const root = join(import.meta.dirname, '../../../../..')
const dist = join(import.meta.dirname, '../../../dist')
const bin = join(dist, '../bin/toolaccord.js')

const framework = pathToFileURL(join(dist, 'index.js')).href

/** A server whose answers are large or never come; it holds a timer, as if it had connections. */
const slowServer = `
import { defineServer, defineTool, ok } from ${JSON.stringify(framework)}
const schema = { type: 'array', items: { type: 'string' } }
const jsonSchema = { input: () => schema, output: () => schema }
const validate = (value) => ({ value })
const output = { '~standard': { version: 1, vendor: 'test', validate, jsonSchema } }
setInterval(() => {}, 1000)
const lines = Array.from({ length: 20000 }, (_, index) => 'line ' + index)
const wait = () => {
  console.error('started')
  return new Promise(() => {})
}
const many = defineTool({
  name: 'many', summary: 'Answer with a lot.', output, effect: 'read', run: () => ok(lines),
})
const hang = defineTool({
  name: 'hang', summary: 'Never answer.', output, effect: 'read', run: wait,
})
const save = defineTool({
  name: 'save', summary: 'Save.', output, effect: 'write', scopes: ['notes:write'],
  run: () => ok([]),
})
const wipe = defineTool({
  name: 'wipe', summary: 'Destroy.', output, effect: 'destroy', run: () => ok([]),
})
const tools = [many, hang, save, wipe]
export const server = defineServer({ name: 'slow', version: '1.0.0', tools })
`

/** A server that opens something, and closes it. */
const heldServer = `
import { defineServer, defineTool, ok } from ${JSON.stringify(framework)}
const schema = { type: 'object', properties: {} }
const jsonSchema = { input: () => schema, output: () => schema }
const validate = (value) => ({ value })
const output = { '~standard': { version: 1, vendor: 'test', validate, jsonSchema } }

export async function createServer() {
  const look = defineTool({
    name: 'look', summary: 'Look.', output, effect: 'read', run: () => ok({}),
  })
  const server = defineServer({ name: 'held', version: '1.0.0', tools: [look] })
  return { server, close: () => console.error('closed the database'), ready: () => false }
}
`

let folder = ''
let slow = ''
let held = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolaccord-'))
  slow = join(folder, 'slow.mjs')
  await writeFile(slow, slowServer)
  held = join(folder, 'held.mjs')
  await writeFile(held, heldServer)
  await writeFile(join(folder, 'notes.txt'), 'not a module')
})

afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

function run(
  args: readonly string[],
  options: {
    readonly input?: string
    readonly node?: readonly string[]
    readonly env?: NodeJS.ProcessEnv
  } = {},
) {
  const { input = '', node = [], env } = options
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, bin, ...args], {
    cwd: root,
    encoding: 'utf8',
    input,
    env,
  })
  return { exit: status, out: stdout, err: stderr }
}

/** The text of stderr once it holds what is waited for. */
async function untilStderr(child: ChildProcess, awaited: string): Promise<string> {
  let text = ''
  for await (const chunk of child.stderr ?? []) {
    text += String(chunk)
    if (text.includes(awaited)) return text
  }
  throw new Error(`It ended without '${awaited}': ${text}`)
}

describe('toolaccord <server> <command>', () => {
  it('calls a tool of a server in a folder', () => {
    expect(run(['examples/notes', 'get-note', 'n1'])).toEqual({
      exit: 0,
      out: 'note:\n  id: n1\n  title: Buy milk\n  tags: home\n',
      err: '',
    })
  })

  it('takes global flags before the server', () => {
    const { exit, out } = run(['--json', '--request-id', 'r1', 'examples/notes', 'list-notes'])
    expect(exit).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      success: true,
      data: { total: 2 },
      meta: { request_id: 'r1' },
    })
  })

  it('exits with the number of the failure', () => {
    expect(run(['examples/notes', 'get-note', 'n9'])).toMatchObject({
      exit: 3,
      out: '',
      err: expect.stringContaining('error[NOTE_NOT_FOUND]'),
    })
  })

  it('reads calls from standard input', () => {
    expect(
      run(['examples/notes', 'get-note', '--stdin'], { input: 'n1\n{"id":"n2"}' }),
    ).toMatchObject({ exit: 0, out: expect.stringMatching(/Buy milk[^]*Call Ada/) })
  })

  it('names itself in help as it was called', () => {
    expect(run(['examples/notes', 'get-note', '--help']).out).toContain(
      'toolaccord examples/notes get-note <id> [flags]',
    )
  })

  it('writes all of a large answer and ends, although the server holds a timer', () => {
    const { exit, out } = run([slow, 'many'])
    expect([exit, out.split('\n').length]).toEqual([0, 20_001])
  })

  it('ends in silence when its reader goes away', () => {
    const { stdout, stderr } = spawnSync(
      'bash',
      ['-c', '"$0" "$1" "$2" many | head -n 1', process.execPath, bin, slow],
      { encoding: 'utf8' },
    )
    expect([stdout, stderr]).toEqual(['line 0\n', ''])
  })

  it('exits with 130 when it is interrupted', async () => {
    const child = spawn(process.execPath, [bin, slow, 'hang'])
    await untilStderr(child, 'started')
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([130, null])
  })
})

describe('toolaccord without a server', () => {
  it('explains itself', () => {
    for (const args of [[], ['--help'], ['help'], ['serve', '--help']]) {
      expect(run(args)).toEqual({
        exit: 0,
        out: expect.stringContaining('toolaccord serve <server>'),
        err: '',
      })
    }
  })

  it('prints its version', () => {
    expect(run(['--version'])).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^toolaccord \d+\.\d+\.\d+\n$/),
    })
  })

  it.each([
    [
      ['nowhere', 'list'],
      "error[VALIDATION_ERROR]: There is no server 'nowhere'.\n" +
        '  hint: Looked for a file or folder of that name, and for an installed package.\n',
    ],
    [
      ['--bogus'],
      'error[VALIDATION_ERROR]: Unknown flag --bogus.\n  hint: Use --help to see every flag.\n',
    ],
    [
      ['serve'],
      'error[MISSING_REQUIRED]: The server is missing.\n' +
        '  hint: Name it: toolaccord serve <server>.\n',
    ],
    [
      ['serve', 'examples/notes', '--gates', 'open'],
      "error[VALIDATION_ERROR]: --gates must be auto, always or never, not 'open'.\n",
    ],
    [
      ['serve', 'examples/notes', '--port', 'high'],
      "error[VALIDATION_ERROR]: --port must be a number from 0 to 65535, not 'high'.\n",
    ],
    [
      ['serve', 'examples/notes', 'more'],
      "error[INVALID_FORMAT]: Unexpected argument 'more': this command takes 1 argument.\n" +
        '  hint: Quote a value that contains spaces; give other arguments as flags.\n',
    ],
  ])('refuses %j', (args, err) => {
    expect(run(args)).toEqual({ exit: 2, out: '', err })
  })

  it('refuses a file that Node cannot run', () => {
    expect(run([join(folder, 'notes.txt'), 'list'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('hint: Build it to JavaScript first'),
    })
  })

  it('refuses with an envelope when one is asked for', () => {
    const { exit, out, err } = run([
      'nowhere',
      'list',
      '--json',
      '--dialect',
      'chemigram',
      '--request-id',
      'r1',
      '-q',
    ])
    expect([exit, out]).toEqual([2, ''])
    expect(JSON.parse(err)).toMatchObject({
      success: false,
      error: { message: "There is no server 'nowhere'." },
    })
  })

  it('shows where it failed only if it is asked to', () => {
    expect(run(['nowhere', 'list']).err).not.toContain('    at ')
    const [line = ''] = run(['nowhere', 'list', '--verbose']).err.split('\n')
    expect(JSON.parse(line).thrown).toMatchObject({
      type: 'LoadError',
      message: "There is no server 'nowhere'.",
      stack: expect.arrayContaining([expect.stringMatching(/^at /)]),
    })
  })
})

describe('toolaccord key', () => {
  it('makes a key, with the line that lets its holder in', async () => {
    const { exit, out } = run(['key', 'office', 'notes:read', 'notes:write'])
    const { key = '', line = '' } =
      /^key: (?<key>[0-9a-f]{64})\nTOOLACCORD_API_KEYS="(?<line>.*)"\n/.exec(out)?.groups ?? {}
    expect(exit).toBe(0)
    expect(keysFromEnv({ TOOLACCORD_API_KEYS: line })).toEqual([
      { id: 'office', hash: await hashKey(key), scopes: ['notes:read', 'notes:write'] },
    ])
    const { key: other, entry } = JSON.parse(run(['key', 'ada', '--json']).out)
    expect(other).not.toBe(key)
    expect(entry).toBe(`ada=${await hashKey(other)}`)
  })

  it.each([
    [['key'], 'The id of the key is missing.'],
    [['key', 'a=b'], "'a=b' cannot be an id"],
    [['key', 'ada', 'a,b'], "'a,b' is not a scope"],
  ])('refuses %j', (args, message) => {
    const { exit, err } = run(args)
    expect([exit, err.includes(message)]).toEqual([2, true])
  })
})

describe('toolaccord serve', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'serves until %s, then closes and exits with 0',
    async (signal) => {
      const child = spawn(
        process.execPath,
        [bin, 'serve', 'examples/notes', '--http', '--port', '0'],
        { cwd: root },
      )
      const told = await untilStderr(child, '/api/<tool>')
      const url = /served at (\S+)/.exec(told)?.[1] ?? ''
      const lines = [
        `notes 1.0.0 is served at ${url}`,
        `  MCP       ${url}/mcp`,
        `  page      ${url}/`,
        `  OpenAPI   ${url}/openapi.json`,
        `  routes    ${url}/api/<tool>`,
        '',
      ]
      expect(told).toBe(lines.join('\n'))
      expect(await (await fetch(`${url}/api/list_notes`)).json()).toMatchObject({
        success: true,
        data: { total: 2 },
      })
      child.kill(signal)
      expect(await once(child, 'exit')).toEqual([0, null])
    },
  )

  it.each([true, false])(
    'lets in those whose keys the environment names, and warns of tools that nobody can call: %s',
    async (isKeyed) => {
      const key = crypto.randomUUID()
      const child = spawn(process.execPath, [bin, 'serve', slow, '--port', '0'], {
        env: {
          ...process.env,
          TOOLACCORD_API_KEYS: isKeyed ? `ada=${await hashKey(key)}:notes:write` : '',
        },
      })
      const told = await untilStderr(child, isKeyed ? '/api/<tool>' : 'authenticator.')
      const url = /served at (\S+)/.exec(told)?.[1] ?? ''
      const statusOf = async (headers: Record<string, string>) =>
        (await fetch(`${url}/api/save`, { method: 'POST', headers })).status
      const statuses = [
        await statusOf({}),
        await statusOf({ Authorization: `Bearer ${key}` }),
        (await fetch(`${url}/api/many`)).status,
      ]
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
      expect([
        told.includes('warning: Nobody can call save over HTTP: scopes are needed'),
        ...statuses,
      ]).toEqual(isKeyed ? [false, 401, 200, 401] : [true, 401, 401, 200])
    },
  )

  it('asks whether it is ready, and closes what the server holds at the end', async () => {
    const child = spawn(process.execPath, [bin, 'serve', held, '--port', '0'], { cwd: root })
    let told = ''
    child.stderr.on('data', (chunk) => {
      told += String(chunk)
    })
    await vi.waitUntil(() => told.includes('/api/<tool>'), 15_000)
    const url = /served at (\S+)/.exec(told)?.[1] ?? ''
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(told).toContain('closed the database')
    expect(run([held, 'look', '--json'])).toMatchObject({ exit: 0, err: 'closed the database\n' })
  })

  it('says that the usual port is taken, and takes another', async () => {
    const holder = createServer()
    // Another program may have it already, which is as good.
    await new Promise((resolve) => {
      holder.once('error', resolve).listen(8808, '127.0.0.1', () => resolve(undefined))
    })
    const child = spawn(process.execPath, [bin, 'serve', 'examples/notes'], { cwd: root })
    expect(await untilStderr(child, '--port')).toContain('note: Port 8808 is taken by another')
    child.kill('SIGTERM')
    await once(child, 'exit')
    holder.close()
  })

  it('offers only the tools that are chosen, by a flag or else by the environment', () => {
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    const namesOf = (args: readonly string[], tools = '') => {
      const env = { ...process.env, TOOLACCORD_TOOLS: tools }
      const { out } = run(['serve', 'examples/notes', '--stdio', ...args], { input: list, env })
      return [...out.matchAll(/"name":"(\w+)","description"/g)].map(([, name]) => name)
    }
    expect(namesOf([])).toEqual(['list_notes', 'get_note', 'add_note'])
    expect(namesOf([], 'get_note, add_note')).toEqual(['get_note', 'add_note'])
    expect(namesOf(['--tools', 'get_note'], 'add_note')).toEqual(['get_note'])
    expect(namesOf(['--tools', 'get_note', '--tools=add_note'])).toEqual(['get_note', 'add_note'])
  })

  it.each([['--stdio'], ['--http']])('refuses tools that there are not: %s', (how) => {
    const { exit, err } = run(['serve', 'examples/notes', how, '--tools', 'get_nots'])
    expect(exit).toBe(2)
    expect(err).toContain("Did you mean 'get_note'? Sets: all. Tools: list_notes, get_note,")
  })

  it('says at the start what does not work without sessions', async () => {
    const args = [bin, 'serve', slow, '--no-sessions', '--port', '0']
    const child = spawn(process.execPath, args, { cwd: root })
    const told = await untilStderr(child, '/api/<tool>')
    child.kill('SIGTERM')
    expect(told).toMatch(/"Without sessions, these tools cannot ask .* 2025 [^}]*wipe/)
  })

  it('refuses an address that other machines could call', () => {
    expect(run(['serve', 'examples/notes', '--host', '0.0.0.0'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('Refused to listen on 0.0.0.0'),
    })
  })
})

describe('toolaccord cost', () => {
  it('prints what the tools of a server cost, as a table or as JSON', () => {
    const { exit, out } = run(['cost', 'examples/notes'])
    expect([exit, out.split('\n')[0]]).toEqual([
      0,
      'tool        description  input  output  offered  listed',
    ])
    expect(JSON.parse(run(['cost', 'examples/notes', '--json']).out)).toMatchObject({
      sets: { all: { tools: 3 } },
    })
  })

  it.each([
    [[], 'The server is missing.'],
    [['examples/notes', 'more'], "Unexpected argument 'more'"],
    [['examples/notes', '--tool'], 'Unknown flag --tool.'],
    [['nowhere'], "There is no server 'nowhere'."],
  ])('refuses %j', (args, message) => {
    const { exit, err } = run(['cost', ...args])
    expect([exit, err]).toEqual([2, expect.stringContaining(message)])
  })

  it('explains itself', () => {
    expect(run(['cost', '--help']).out).toContain('toolaccord cost <server>')
  })
})

describe('starting fast', () => {
  const toDataUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`
  /** Writes the address of every module that is loaded to stderr. */
  const hook = toDataUrl(`
    import { writeSync } from 'node:fs'
    export async function load(url, context, next) {
      writeSync(2, url + '\\n')
      return next(url, context)
    }`)
  const register = toDataUrl(`
    import { register } from 'node:module'
    register(${JSON.stringify(hook)})`)
  const loadedBy = (args: readonly string[]) =>
    run(args, { node: ['--import', register] }).err.split('\n')

  it('loads no HTTP server and no help for a call, and no HTTP server for help', () => {
    const called = loadedBy(['examples/notes', 'list-notes'])
    const helped = loadedBy(['examples/notes', '--help'])
    for (const loaded of [called, helped]) {
      expect(loaded.filter((url) => url.endsWith('/chunks/run-cli.js'))).toHaveLength(1)
      expect(
        loaded.filter((url) =>
          /hono|node:https?$|node:net|serve-http|rest-handler|modelcontextprotocol/.test(url),
        ),
      ).toEqual([])
    }
    expect(called.filter((url) => /\/chunks\/(to-help|to-completion)/.test(url))).toEqual([])
    expect(helped.filter((url) => url.endsWith('/chunks/to-help.js'))).toHaveLength(1)
  })
})

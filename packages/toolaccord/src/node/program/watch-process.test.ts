import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const dist = join(import.meta.dirname, '../../../dist')
const bin = join(dist, '../bin/toolaccord.js')
const framework = pathToFileURL(join(dist, 'index.js')).href

/** Tools of which two leave an error behind; `slow` answers a moment after that. */
const source = `
import { defineServer, defineTool, ok } from ${JSON.stringify(framework)}
const schema = { type: 'object' }
const jsonSchema = { input: () => schema, output: () => schema }
const validate = (value) => ({ value })
const output = { '~standard': { version: 1, vendor: 'test', validate, jsonSchema } }
const tool = (name, run) => defineTool({ name, summary: 'Run.', output, effect: 'read', run })
let release = () => {}
const slow = tool('slow', async () => {
  await new Promise((resolve) => { release = resolve; console.error('started') })
  return ok({ slow: true })
})
const reject = tool('reject', () => {
  Promise.reject(new Error('went astray'))
  setTimeout(release, 200)
  return ok({ stray: true })
})
const late = tool('late', async () => {
  setTimeout(() => { throw new Error('went astray') }, 0)
  setTimeout(release, 200)
  return ok({ stray: true })
})
const big = tool('big', () => ok({ text: 'x'.repeat(8e6) }))
const tools = [slow, reject, late, big]
export const server = defineServer({ name: 'stray', version: '1.0.0', tools })
`

let folder = ''
const children: ChildProcess[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolaccord-'))
  await writeFile(join(folder, 'server.mjs'), source)
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

function serve(...flags: readonly string[]) {
  const child = spawn(process.execPath, [bin, 'serve', join(folder, 'server.mjs'), ...flags])
  children.push(child)
  const exited = once(child, 'exit')
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (printed[name] += text))
  }
  async function untilStderr(awaited: string): Promise<string> {
    while (!printed.stderr.includes(awaited)) await once(child.stderr, 'data')
    return printed.stderr
  }
  return { child, exited, printed, untilStderr }
}

async function serveHttp() {
  const served = serve('--port', '0')
  const told = await served.untilStderr('/api/<tool>')
  return { ...served, url: /served at (\S+)/.exec(told)?.[1] ?? '' }
}

const errorIn = (stderr: string): unknown =>
  JSON.parse(stderr.split('\n').find((line) => line.includes('outside of any call')) ?? 'null')

describe('an error that no call caught', () => {
  it.each(['reject', 'late'])(
    'of %s is logged with the tools, lets calls over HTTP end, and ends with 1',
    async (name) => {
      const { url, untilStderr, exited, printed } = await serveHttp()
      const slow = fetch(`${url}/api/slow`)
      await untilStderr('started')
      const stray = await fetch(`${url}/api/${name}`)
      expect(await stray.json()).toMatchObject({ data: { stray: true } })
      expect(await (await slow).json()).toMatchObject({ data: { slow: true } })
      expect(await exited).toEqual([1, null])
      expect(printed.stderr).toContain('went astray')
      expect(errorIn(printed.stderr)).toMatchObject({ tools: ['slow', name] })
    },
  )

  it('lets calls over standard input and output end too', async () => {
    const { child, exited, printed, untilStderr } = serve('--stdio')
    const call = (id: number, name: string) =>
      child.stdin.write(
        `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })}\n`,
      )
    call(1, 'slow')
    await untilStderr('started')
    call(2, 'reject')
    expect(await exited).toEqual([1, null])
    const ids = printed.stdout
      .trim()
      .split('\n')
      .map((line) => /"id":(\d)/.exec(line)?.[1])
    expect(ids).toEqual(['2', '1'])
    expect(errorIn(printed.stderr)).toMatchObject({ tools: ['slow', 'reject'] })
  })
})

describe('SIGTERM', () => {
  it('lets a client that reads slowly have its answer', async () => {
    const { url, child, exited } = await serveHttp()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('GET /api/big HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'readable')
    child.kill('SIGTERM')
    let size = 0
    for await (const chunk of socket) {
      size += Buffer.from(chunk).length
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(size).toBeGreaterThan(8e6)
    expect(await exited).toEqual([0, null])
  })

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('followed by %s ends the process at once', async (signal, code) => {
    const { url, child, exited, untilStderr } = await serveHttp()
    const cut = expect(fetch(`${url}/api/slow`)).rejects.toThrow()
    await untilStderr('started')
    child.kill('SIGTERM')
    while ((await fetch(`${url}/readyz`)).status !== 503) continue
    child.kill(signal)
    expect(await exited).toEqual([code, null])
    await cut
  })

  it('ends a server over standard input and output in order', async () => {
    const { child, exited } = serve('--stdio')
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })
})

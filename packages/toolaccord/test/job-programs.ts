import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const dist = join(import.meta.dirname, '../dist')
const bin = join(dist, '../bin/toolaccord.js')
const load = (file: string) => JSON.stringify(pathToFileURL(join(dist, file)).href)

/**
 * A server whose long tools write to the file `log` what they do: `develop` keeps a checkpoint for
 * each frame, `fix` none, and `enlarge` has a process of its own. `LAB_KEEPS=no` keeps jobs in
 * memory.
 */
const source = `
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { defineServer, defineTool, ok } from ${load('index.js')}
import { createJobs } from ${load('node/create-jobs.js')}
import { fromJsonSchema } from ${load('schema/from-json-schema.js')}
import { serveProgram } from ${load('node/index.js')}
const folder = new URL('.', import.meta.url)
const write = (line) => appendFileSync(new URL('log', folder), line + '\\n')
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const numbers = (...names) => fromJsonSchema({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
  additionalProperties: false,
})
const shared = { output: numbers('frames'), effect: 'write', cli: { positionals: ['frames'] } }
const develop = defineTool({
  ...shared, name: 'develop', summary: 'Develop.', long: true, input: numbers('frames', 'ms'),
  async run({ frames = 1, ms = 100 }, call) {
    for (let frame = call.resumed?.frame ?? 0; frame < frames; frame++) {
      write('develop ' + frame)
      call.progress(frame, frames, 'frame ' + frame)
      await wait(ms)
      call.signal.throwIfAborted()
      await call.checkpoint({ frame: frame + 1 })
    }
    return ok({ frames })
  },
})
const fix = defineTool({
  ...shared, name: 'fix', summary: 'Fix.', long: true, input: numbers('frames'),
  async run(_, { signal }) {
    write('fix')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    write('stopped')
    return ok({ frames: 0 })
  },
})
const enlarge = defineTool({
  ...shared, name: 'enlarge', summary: 'Enlarge.', long: true, input: numbers('frames'),
  async run(_, { signal }) {
    const child = spawn('sleep', ['600'], { signal })
    child.on('error', () => {})
    write('child ' + child.pid)
    await new Promise((resolve) => child.on('exit', resolve))
    return ok({ frames: 0 })
  },
})
const look = defineTool({
  name: 'look', summary: 'Look.', output: numbers('frames'), effect: 'read', run: () => ok({}),
})
const { LAB_KEEPS, LAB_SHORT } = process.env
const jobs = LAB_KEEPS === 'no' ? undefined : createJobs({ folder: new URL('jobs', folder).pathname })
const tools = LAB_SHORT === 'yes' ? [look] : [develop, fix, enlarge, look]
export const server = defineServer({ name: 'lab', version: '1.0.0', tools, jobs })
if (process.argv[1].endsWith('lab.mjs')) {
  const options = { room: { placeholder: 'NAME', summary: 'The room.' } }
  const createServer = ({ options: { room } }) => {
    write('room ' + room + ' ' + process.argv.includes('work'))
    return server
  }
  await serveProgram({ name: 'lab', options, createServer })
}
`

/** A process that was started, and what it has written. */
export interface Started {
  readonly child: ChildProcess
  readonly written: { out: string; err: string }
  /** Waits until it has written this to stdout or stderr. */
  until(text: string): Promise<void>
  /** Waits for its end. */
  ended(): Promise<{ readonly exit: number | null; readonly signal: string | null }>
}

/** A folder with a server that keeps jobs in it, and the processes that were started there. */
export interface Lab {
  readonly folder: string
  /** Runs `toolaccord` to its end. */
  run(...args: readonly string[]): { exit: number | null; out: string; err: string }
  /** Starts `toolaccord`. */
  start(...args: readonly string[]): Started
  /** Starts the program that the server is itself. */
  startProgram(...args: readonly string[]): Started
  /** Starts `toolaccord` on a terminal. */
  startOnTerminal(...args: readonly string[]): Started
  /** The lines that the tools have written. */
  log(): Promise<readonly string[]>
  /** Waits until the tools have written a line that starts so, and returns it. */
  untilLogged(start: string): Promise<string>
  close(): Promise<void>
}

/** True if there are terminals for tests: `script` of util-linux makes one. */
export const hasTerminals =
  spawnSync('script', ['-qefc', 'true', '/dev/null'], { input: '' }).status === 0

/** Makes a folder with a server; the environment is added to that of the process. */
export async function createLab(env: Readonly<Record<string, string>> = {}): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'lab-'))
  await writeFile(join(folder, 'lab.mjs'), source)
  const children: ChildProcess[] = []
  const options = { cwd: folder, env: { ...process.env, ...env } }

  function startAny(file: string, args: readonly string[]): Started {
    const child = spawn(file, args, options)
    children.push(child)
    const exited = once(child, 'close')
    const written = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (written.out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (written.err += text))
    return {
      child,
      written,
      async until(text) {
        while (!(written.out + written.err).includes(text)) {
          if (child.exitCode !== null) throw new Error(`It ended: ${JSON.stringify(written)}`)
          await pause()
        }
      },
      async ended() {
        const [exit, signal] = await exited
        return { exit, signal }
      },
    }
  }

  const log = async () => {
    const text = await readFile(join(folder, 'log'), 'utf8').catch(() => '')
    return text.split('\n').filter((line) => line !== '')
  }
  const { execPath } = process
  return {
    folder,
    run(...args) {
      const ran = spawnSync(execPath, [bin, ...args], { ...options, encoding: 'utf8' })
      return { exit: ran.status, out: ran.stdout, err: ran.stderr }
    },
    start: (...args) => startAny(execPath, [bin, ...args]),
    startProgram: (...args) => startAny(execPath, [join(folder, 'lab.mjs'), ...args]),
    startOnTerminal: (...args) =>
      startAny('script', ['-qefc', [execPath, bin, ...args].join(' '), '/dev/null']),
    log,
    async untilLogged(start) {
      for (;;) {
        const found = (await log()).find((line) => line.startsWith(start))
        if (found !== undefined) return found
        await pause()
      }
    },
    async close() {
      for (const child of children) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 25))

/** True if there is a process with this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

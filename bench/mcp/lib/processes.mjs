// Server processes on a core of their own: start, stop, and what they cost.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const serverCore = '0'
const clientCore = '1'
const canPin = spawnSync('taskset', ['--version']).status === 0

const running = new Set()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

/** Moves this process, which is a client, off the core of the servers. */
export function pinSelf() {
  if (canPin) spawnSync('taskset', ['-acp', clientCore, String(process.pid)])
}

/** Starts a command pinned to cores; it is killed when this process ends. */
function launch(cores, [command, ...args], options) {
  const pinned = ['taskset', '-c', cores, command, ...args]
  const [program, ...rest] = canPin ? pinned : [command, ...args]
  const child = spawn(program, rest, options)
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

export const launchClient = (command, options) => launch(clientCore, command, options)

const folder = join(import.meta.dirname, '..')
const environment = {
  ...process.env,
  NODE_ENV: 'production',
  DO_NOT_TRACK: '1',
  MCP_USE_ANONYMIZED_TELEMETRY: 'false',
}

/**
 * Starts a Node program as servers are started; `bothCores` lets the compiler's threads help it
 * start.
 */
export function launchNode(args, { stdio, bothCores = false }) {
  const cores = bothCores ? `${serverCore},${clientCore}` : serverCore
  return launch(cores, [process.execPath, ...args], { stdio, cwd: folder, env: environment })
}

/** Starts a server of this benchmark; `log.text` is the end of what it wrote to stderr. */
export function launchServer(
  { file, args, answers },
  { transport, port = 0, tools = 3, nodeArgs = [], bothCores = false },
) {
  const recorded = answers === undefined ? [] : ['--answers', answers]
  const place = ['--transport', transport, '--port', String(port)]
  const options = [...place, '--tools', String(tools), ...args, ...recorded]
  const stdio = transport === 'stdio' ? ['pipe', 'pipe', 'pipe'] : ['ignore', 'ignore', 'pipe']
  const child = launchNode([...nodeArgs, `servers/${file}.mjs`, ...options], { stdio, bothCores })
  const log = { text: '' }
  child.stderr.on('data', (chunk) => {
    log.text = (log.text + chunk).slice(-4000)
  })
  return { child, log }
}

export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Seconds that all threads of a process have run. */
export function cpuTime(pid) {
  const tasks = `/proc/${pid}/task`
  const nanoseconds = readdirSync(tasks).map((thread) =>
    Number(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ', 1)),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9
}

/** Resident kilobytes. */
export const residentSize = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1])

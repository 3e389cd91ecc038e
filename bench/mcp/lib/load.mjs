// Load over HTTP from a process on a core of its own: wrk where it is installed, else a client of Node's sockets.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuTime, launchClient } from './processes.mjs'

// wrk ends with 1 when it prints its usage.
const hasWrk = spawnSync('wrk', ['-v']).status === 1
export const generator = hasWrk ? 'wrk' : 'the built-in client'

const folder = mkdtempSync(join(tmpdir(), 'toolaccord-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const requestFile = join(folder, 'requests')
const script = (name) => join(import.meta.dirname, name)
let runs = 0

/**
 * Sends requests in turn over keep-alive connections; gives calls a second, server CPU a call, and
 * latencies.
 */
export async function load({ pid, port, server }, requests, { connections, seconds }) {
  writeFileSync(requestFile, requests.flat().join('\u0001'))
  const firstId = 1_000_000 * (1 + (runs++ % 9))
  const command = hasWrk
    ? [
        'wrk',
        '-t1',
        `-c${connections}`,
        `-d${seconds}s`,
        '--timeout',
        '30s',
        '-s',
        script('load.lua'),
        `http://127.0.0.1:${port}`,
      ]
    : [
        process.execPath,
        script('load-client.mjs'),
        String(port),
        String(connections),
        String(seconds),
      ]
  const env = { ...process.env, REQUESTS: requestFile, FIRST_ID: String(firstId) }
  const client = launchClient(command, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const cpuBefore = cpuTime(pid)
  const output = Buffer.concat(await client.stdout.toArray()).toString()
  const cpu = cpuTime(pid) - cpuBefore
  const {
    calls = 0,
    errors = 0,
    elapsed,
    bytes,
    p50,
    p99,
  } = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? '{}')
  if (calls === 0 || errors > 0)
    throw new Error(`${server.id} under load: ${calls} answers, ${errors} errors`)
  return { calls, rate: calls / elapsed, cpu: cpu / calls, bytes: bytes / calls, p50, p99 }
}

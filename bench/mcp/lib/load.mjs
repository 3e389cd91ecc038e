// Load over HTTP from a process on a core of its own: wrk if it is installed, else a client of
// Node's sockets.
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

/** The command that sends the requests in the file. */
function toCommand({ port, connections, seconds }) {
  if (!hasWrk) return [process.execPath, script('load-client.mjs'), port, connections, seconds]
  const amount = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s']
  return ['wrk', ...amount, '-s', script('load.lua'), `http://127.0.0.1:${port}`]
}

/**
 * Sends requests in turn over keep-alive connections; returns calls a second, server CPU a call,
 * and latencies.
 */
export async function load({ pid, port, server }, requests, { connections, seconds }) {
  writeFileSync(requestFile, requests.flat().join('\u0001'))
  const firstId = 1_000_000 * (1 + (runs++ % 9))
  const command = toCommand({ port, connections, seconds }).map(String)
  const env = { ...process.env, REQUESTS: requestFile, FIRST_ID: String(firstId) }
  const client = launchClient(command, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const cpuBefore = cpuTime(pid)
  const output = Buffer.concat(await client.stdout.toArray()).toString()
  const cpu = cpuTime(pid) - cpuBefore
  const figures = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? '{}')
  const { calls = 0, errors = 0, elapsed, bytes, p50, p99 } = figures
  if (calls === 0 || errors > 0)
    throw new Error(`${server.id} under load: ${calls} answers, ${errors} errors`)
  return { calls, rate: calls / elapsed, cpu: cpu / calls, bytes: bytes / calls, p50, p99 }
}

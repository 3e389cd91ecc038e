import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHttpTap } from '../wire/create-http-tap.mjs'
import { endProcess } from './run-process.mjs'
import { seeThroughHost } from './see-through-host.mjs'

const folder = join(import.meta.dirname, '..')

/**
 * Runs a host with a fixture over stdio or HTTP. Resolves to what the model saw and to the messages
 * between host and server.
 */
export function runFixture(host, { fixture, env = {}, isHttp = false, ...run }) {
  const path = join(folder, 'fixture', fixture)
  return isHttp ? runHttp(host, path, env, run) : runStdio(host, path, env, run)
}

async function runStdio(host, path, env, run) {
  const notes = await mkdtemp(join(tmpdir(), 'toolaccord-wire-'))
  const file = join(notes, 'messages')
  const tap = join(folder, 'wire/stdio-tap.mjs')
  const server = { command: process.execPath, args: [tap, file, process.execPath, path], env }
  try {
    const seen = await seeThroughHost(host, { ...run, server })
    return { ...seen, wire: await readEntries(file) }
  } finally {
    // A server that outlives its host is not in the host's group.
    for (const { pids = [] } of await readEntries(file)) for (const pid of pids) endProcess(pid)
    await rm(notes, { recursive: true, force: true })
  }
}

async function readEntries(file) {
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line))
}

async function runHttp(host, path, env, run) {
  const wire = []
  const child = spawn(process.execPath, [path, '--http'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let tap
  try {
    const [address] = await Promise.race([once(child.stdout, 'data'), failureOf(child)])
    tap = await createHttpTap(String(address).trim(), (entry) => wire.push(entry))
    const seen = await seeThroughHost(host, { ...run, server: { url: tap.url } })
    return { ...seen, wire }
  } finally {
    tap?.close()
    child.kill('SIGKILL')
  }
}

async function failureOf(child) {
  const [code] = await once(child, 'exit')
  throw new Error(`the fixture ended with ${code}`)
}

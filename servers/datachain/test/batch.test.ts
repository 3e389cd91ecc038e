import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, describe, expect, it } from 'vitest'
import { loadExample } from '../src/node/load-data.ts'

const bin = join(import.meta.dirname, '../bin/datachain.js')
const folder = mkdtempSync(join(tmpdir(), 'datachain-batch-'))
const clients: Client[] = []
const children: ChildProcess[] = []
const example = (await loadExample()) as Record<string, unknown>
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...example, id: `system-${index}` }))

afterAll(async () => {
  for (const client of clients) await client.close()
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, maxRetries: 5 })
})

const stateOf = (name: string) => ['--state', join(folder, name)]

function run(args: readonly string[]) {
  const options = { cwd: folder, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], options)
  return { exit: status, out: stdout, err: stderr }
}

/** Starts the server over stdio, as a host does. */
async function start() {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'serve', '--stdio', ...stateOf('killed')],
    stderr: 'ignore',
  })
  const client = new Client({ name: 'host', version: '1.0.0' })
  await client.connect(transport)
  clients.push(client)
  return {
    client,
    kill: () => process.kill(transport.pid ?? 0, 'SIGKILL'),
    /** Renders all; a second call under the same key is about the same job. */
    renderAll: (onProgress: (done: number) => void) =>
      client.callTool(
        {
          name: 'validate_datachains',
          arguments: { datachains: many(400), render: true },
          _meta: { 'dev.toolaccord/idempotency-key': 'the-city' },
        },
        { onprogress: ({ progress }) => onProgress(progress), timeout: 120_000 },
      ),
  }
}

/** Starts the server over HTTP, and returns its address. */
async function serve(): Promise<string> {
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  let printed = ''
  for await (const chunk of child.stderr ?? []) {
    printed += String(chunk)
    const url = /served at (http:\S+)\n/.exec(printed)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(printed)
}

describe('a batch of datachains', { timeout: 180_000 }, () => {
  it('goes on where it was if the server is killed, and its documents are there', async () => {
    const first = await start()
    const cut = first.renderAll((done) => {
      if (done >= 60) first.kill()
    })
    await expect(cut).rejects.toThrow()
    const second = await start()
    const seen: number[] = []
    const { structuredContent } = await second.renderAll((done) => seen.push(done))
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(50)
    // The cast names the parts that are looked at.
    const { ok, data } = structuredContent as {
      ok: boolean
      data: { valid_count: number; results: { resource_uri: string }[] }
    }
    expect({ ok, valid: data.valid_count }).toEqual({ ok: true, valid: 400 })
    const { contents } = await second.client.readResource({
      uri: data.results[0]?.resource_uri ?? '',
    })
    expect(contents).toMatchObject([{ text: expect.stringContaining('<!doctype html>') }])
  })

  it('is left to another process by --detach, and its answer is fetched later', () => {
    const all = [...many(20), { id: 'nameless' }]
    writeFileSync(join(folder, 'all.yaml'), all.map((one) => JSON.stringify(one)).join('\n---\n'))
    const state = stateOf('detached')
    const detached = run([...state, 'validate-datachains', 'all.yaml', '--detach', '--json'])
    expect(detached).toMatchObject({ exit: 0 })
    const { data } = JSON.parse(detached.out) as { data: { job_id: string } }
    const waited = run([...state, 'jobs', 'wait', data.job_id, '--json'])
    const direct = run([...state, 'validate-datachains', 'all.yaml', '--json'])
    expect(waited.exit).toBe(direct.exit)
    expect(direct.exit).not.toBe(0)
    for (const { out, err } of [waited, direct]) {
      const envelope = [...out.split('\n'), ...err.split('\n')].find((line) =>
        line.includes('"ok"'),
      )
      expect(JSON.parse(envelope ?? '')).toMatchObject({
        ok: false,
        data: { valid_count: 20, invalid_count: 1 },
      })
    }
    expect(run(['validate-datachains', 'all.yaml', '--detach'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('keeps its jobs in memory'),
    })
  })

  it('has an address over HTTP for callers that do not wait', async () => {
    const url = await serve()
    const response = await fetch(`${url}/api/validate_datachains`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify({ version: example.schema_version, datachains: many(30) }),
    })
    expect(response.status).toBe(202)
    const location = new URL(response.headers.get('location') ?? '', url)
    const read = async () => {
      const answer = await fetch(location, { headers: { prefer: 'wait=20' } })
      const caching = answer.headers.get('cache-control')
      return { status: answer.status, caching, body: (await answer.json()) as unknown }
    }
    await expect
      .poll(read, { timeout: 60_000 })
      .toMatchObject({ status: 200, body: { ok: true, data: { valid_count: 30 } } })
    // It is one caller's, and is forgotten after an hour.
    expect((await read()).caching).not.toContain('public')
  })

  it('shows events to programs, and is described in the README by commands that work', () => {
    writeFileSync(join(folder, 'all.json'), JSON.stringify(many(3)))
    const { exit, err } = run(['validate-datachains', 'all.json', '--render'])
    expect({ exit, err }).toEqual({ exit: 0, err: expect.stringContaining('"done":3') })
    const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
    expect(readme).toContain('validate-datachains all.yaml --render')
    expect(readme).toContain('--state DIR validate-datachains all.yaml --detach')
  })
})

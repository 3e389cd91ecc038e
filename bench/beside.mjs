// Small calls over MCP while others get answers of 5 MB, made to fit by fidelity: the 99th
// percentile of the small ones alone and beside these, in one run, as a ratio. The server is a
// process of its own.
import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

const smallConnections = 16
const largeConnections = 2
const seconds = Number(process.argv[2] ?? 8)

async function serve(mode) {
  const { defineServer, defineTool, ok } = await import('toolaccord')
  const { createMemoryArchive } = await import('toolaccord/archive')
  const { createFidelity } = await import('toolaccord/fidelity')
  const { serveHttp } = await import('toolaccord/node')
  const z = await import('zod')
  const rows = Array.from({ length: 38_000 }, (_, id) => ({
    id,
    name: `User ${id}`,
    email: `user${id}@example.com`,
    status: id % 3 ? 'active' : 'closed',
    created_at: '2026-01-02T03:04:05Z',
    amount: id * 1.5,
  }))
  const small = defineTool({
    name: 'small',
    summary: 'Answer.',
    effect: 'read',
    output: z.object({ up: z.boolean() }),
    run: () => ok({ up: true }),
  })
  const Row = z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    status: z.string(),
    created_at: z.string(),
    amount: z.number(),
  })
  const large = defineTool({
    name: 'large',
    summary: 'Answer at length.',
    effect: 'read',
    output: z.object({ rows: z.array(Row) }),
    fidelity: mode === 'planned' ? { items: [{ path: 'rows', id: 'id' }] } : undefined,
    run: () => ok({ rows }),
  })
  const server = defineServer({
    name: 'beside',
    version: '1.0.0',
    tools: [small, large],
    fidelity: createFidelity({ archive: createMemoryArchive() }),
  })
  const http = await serveHttp(server, { port: 0 })
  process.send(http.url)
  process.on('message', async () => {
    await http.close()
    process.exit(0)
  })
}

async function measure() {
  for (const mode of ['general', 'planned']) {
    const child = fork(fileURLToPath(import.meta.url), ['serve', mode])
    const url = await new Promise((resolve) => child.once('message', resolve))
    await load(url, 'small', smallConnections, 2)
    await load(url, 'large', largeConnections, 3)
    const alone = await load(url, 'small', smallConnections, seconds)
    const [beside, large] = await Promise.all([
      load(url, 'small', smallConnections, seconds),
      load(url, 'large', largeConnections, seconds),
    ])
    child.send('close')
    const ratio = (percentile(beside, 0.99) / percentile(alone, 0.99)).toFixed(1)
    console.log(
      `${mode}: p99 ${ratio} × alone (${describe(alone)}; beside ${describe(beside)}; ` +
        `${large.length} large ones)`,
    )
  }
}

const describe = (times) =>
  `p50 ${percentile(times, 0.5).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)}, ` +
  `longest ${percentile(times, 1).toFixed(0)} ms of ${times.length}`

function percentile(times, share) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Calls a tool over some connections, one call after the other on each; returns the times. */
async function load(url, tool, connections, forSeconds) {
  const end = performance.now() + forSeconds * 1_000
  const times = []
  const lanes = Array.from({ length: connections }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (performance.now() < end) {
      const began = performance.now()
      await call(url, tool, agent)
      times.push(performance.now() - began)
    }
    agent.destroy()
  })
  await Promise.all(lanes)
  return times
}

function call(url, name, agent) {
  const params = { name, arguments: {} }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': body.length,
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/mcp`, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`))
      response.resume().on('end', resolve).on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

if (process.argv[2] === 'serve') await serve(process.argv[3])
else await measure()

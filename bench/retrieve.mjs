// Fetching 5 MB back in pieces that fit a budget against reading them once as a whole, as a client
// of resources does: CPU time, the least of some rounds, ratios only.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineServer, defineTool, ok } from 'toolaccord'
import { createMemoryArchive } from 'toolaccord/archive'
import { createFidelity, createFileArchive } from 'toolaccord/fidelity'
import * as z from 'zod'

const rounds = Number(process.argv[2] ?? 5)
const rows = Array.from({ length: 38_000 }, (_, id) => ({
  id,
  name: `User ${id}`,
  email: `user${id}@example.com`,
  status: id % 3 ? 'active' : 'closed',
  created_at: '2026-01-02T03:04:05Z',
  amount: id * 1.5,
}))
const list = defineTool({
  name: 'list',
  summary: 'List.',
  effect: 'read',
  output: z.object({ rows: z.array(z.unknown()) }),
  run: () => ok({ rows }),
})

/** Fetches all pieces of a hash; returns how many there were. */
async function fetchPieces(server, hash) {
  let pieces = 0
  for (let start = 0; start !== null; pieces++) {
    const outcome = await server.call('retrieve_content', { hash, start }, { budget: 20_000 })
    start = outcome.data.next_start
  }
  return pieces
}

async function leastCpu(work) {
  let least = Infinity
  for (let round = 0; round < rounds; round++) {
    const began = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(began)
    least = Math.min(least, user + system)
  }
  return least / 1_000
}

async function measure(name, archive) {
  const fidelity = createFidelity({ archive })
  const server = defineServer({ name: 'bench', version: '1.0.0', tools: [list], fidelity })
  const whole = await server.call('list', {})
  const write = (outcome) => JSON.stringify(outcome)
  const options = { face: 'mcp' }
  const fitted = await server.fitter.fit({ name: 'list', options, outcome: whole, write })
  const hash = fitted.notes.fidelity.archiveHashes.answer
  const resource = server.resources().find(({ uri }) => uri === 'archive://{hash}')
  const once = await leastCpu(() => server.read(resource, { hash }))
  const pieces = await fetchPieces(server, hash)
  const all = await leastCpu(() => fetchPieces(server, hash))
  const ratio = (all / once).toFixed(1)
  console.log(`${name}: ${pieces} pieces, ${ratio} × one read of the whole (${once.toFixed(0)} ms)`)
}

const folder = await mkdtemp(join(tmpdir(), 'retrieve-'))
await measure('memory', createMemoryArchive())
await measure('files', createFileArchive({ folder }))
await rm(folder, { recursive: true })

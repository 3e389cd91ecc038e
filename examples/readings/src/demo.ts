// Asks for two megabytes over MCP, REST and the command line, gets what fits the budget, and
// fetches the rest back whole.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { estimateTokens } from 'toolaccord/fidelity'
import { serveHttp } from 'toolaccord/node'
import { type Piece, fetchWhole } from './fetch-whole.ts'

/** An answer in the response-v2 dialect. */
interface Envelope<Data> {
  readonly data: Data
  readonly meta: {
    readonly content_fidelity: string
    readonly content_archive_hashes: { readonly answer: string }
  }
}

/** One way to ask the server. */
type Ask = <Data>(
  tool: string,
  args: Readonly<Record<string, string | number>>,
) => Promise<Envelope<Data>>

// What is left out lands in the user's cache folder; the demo takes one of its own and removes it.
const cache = await mkdtemp(join(tmpdir(), 'readings-'))
process.env.XDG_CACHE_HOME = cache
const { default: server } = await import('./server.ts')
const http = await serveHttp(server, { port: 0 })
const client = new Client({ name: 'demo', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', http.url)))

// The casts name what the output schema of each tool says.
const overMcp: Ask = async (tool, args) =>
  (await client.callTool({ name: tool, arguments: args })).structuredContent as never
const overRest: Ask = async (tool, args) =>
  (await (
    await fetch(new URL(`/api/${tool}`, http.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    })
  ).json()) as never
const overCli: Ask = async (tool, args) => {
  const bin = fileURLToPath(new URL('../bin/toolaccord.js', import.meta.resolve('toolaccord')))
  const flags = Object.entries(args).flatMap(([name, value]) =>
    name === 'hash' ? [String(value)] : [`--${name}`, String(value)],
  )
  const line = [
    bin,
    fileURLToPath(new URL('server.js', import.meta.url)),
    tool.replaceAll('_', '-'),
    ...flags,
    '--json',
    '--budget',
    tool === 'retrieve_content' ? '400000' : '10000',
  ]
  return JSON.parse(
    (await promisify(execFile)(process.execPath, line, { maxBuffer: 16_000_000 })).stdout,
  ) as never
}

try {
  for (const [face, ask] of Object.entries({
    MCP: overMcp,
    REST: overRest,
    'command line': overCli,
  })) {
    const envelope = await ask<{ readings: readonly unknown[]; total: number }>('list_readings', {})
    const {
      data: { readings, total },
      meta: {
        content_fidelity: level,
        content_archive_hashes: { answer },
      },
    } = envelope
    const whole = await fetchWhole(
      async (start) => (await ask<Piece>('retrieve_content', { hash: answer, start })).data,
    )
    const isEqual = whole.hash === answer
    console.log(
      `${face}: ${readings.length} of ${total} readings (${level}) in at most ${estimateTokens(JSON.stringify(envelope))} tokens; ${whole.text.length} bytes fetched back in ${whole.pieces} pieces, hash ${isEqual ? 'equal' : 'NOT EQUAL'}`,
    )
    if (!isEqual) process.exitCode = 1
  }
} finally {
  await client.close()
  await http.close()
  await rm(cache, { recursive: true })
}

// Bundles a server as wrangler does, and calls it in workerd without any compatibility with Node.
// The first run installs esbuild and workerd into this folder, in the last versions for Node 20.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const here = import.meta.dirname

if (!existsSync(join(here, 'node_modules'))) {
  const args = ['ci', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', args, { cwd: here, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const require = createRequire(import.meta.url)
const { build } = require('esbuild')
const { Miniflare } = require('miniflare')

/** The ways in which people bundle for Workers. */
const ways = {
  'conditions of wrangler': ['workerd', 'worker', 'browser'],
  'no conditions': [],
}

async function bundle(conditions) {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'worker.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions,
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0].text
}

const accept = 'application/json, text/event-stream'
const headers = { 'content-type': 'application/json', accept }

const toMessage = (method, params) => ({
  method: 'POST',
  headers: { ...headers, 'mcp-protocol-version': '2025-11-25' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})

const clientInfo = { name: 'workers', version: '1.0.0' }
const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
const call = { name: 'double', arguments: { n: 4 } }

/** What is sent, and what must be in the answer. */
const exchanges = [
  ['/openapi.json', {}, '"openapi":"3.1.0"'],
  ['/api/double', { method: 'POST', headers, body: '{"n":4}' }, '"data":{"n":8}'],
  ['/api/double', { method: 'POST', headers, body: '{"m":4}' }, "Unknown argument 'm'.", 400],
  ['/mcp', toMessage('initialize', opening), '"serverInfo":{"name":"office"'],
  ['/mcp', toMessage('tools/call', call), '"structuredContent":{"success":true,"data":{"n":8}'],
  // Progress is what the SDK answers.
  [
    '/mcp',
    toMessage('tools/call', { ...call, _meta: { progressToken: 1 } }),
    '"notifications/progress"',
  ],
]

for (const [way, conditions] of Object.entries(ways)) {
  const script = await bundle(conditions)
  const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-04-01' })
  try {
    for (const [path, init, expected, status = 200] of exchanges) {
      const response = await worker.dispatchFetch(`http://localhost${path}`, init)
      const text = await response.text()
      assert.equal(response.status, status, `${path} in ${way}: ${text}`)
      assert.ok(text.includes(expected), `${path} in ${way}: ${text}`)
    }
    console.log(`workerd, ${way}: passed`)
  } finally {
    await worker.dispose()
  }
}

// Measures the way of one warm call: which files and functions of the framework it runs, by face.
// It reads V8's own counts of the built package and maps them to the sources.
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { Session } from 'node:inspector/promises'
import { SourceMap } from 'node:module'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { server } from 'toolaccord-example-notes'
import { runCli } from 'toolaccord/cli'
import { serveHttp, serveStdio } from 'toolaccord/node'

const arrived = { name: 'get_note', arguments: { id: 'n1' } }
const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: arrived })
const mcpHeaders = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
}

/** The ways in: `open` prepares one, and gives what makes a call and what ends it. */
const ways = {
  'MCP `tools/call`, HTTP': () =>
    openHttp({ method: 'POST', path: '/mcp', headers: mcpHeaders, body: message }),
  'MCP `tools/call`, stdio': openStdio,
  'REST `GET /notes/n1`': () => openHttp({ method: 'GET', path: '/notes/n1' }),
  'REST `GET /notes/none` (404)': () => openHttp({ method: 'GET', path: '/notes/none' }),
  'command `get-note n1 --json`': () => openCommand(['get-note', 'n1', '--json']),
  'command `get-note` (refused)': () => openCommand(['get-note', '--json']),
}

async function openHttp({ method, path, headers = {}, body }) {
  const { url, close } = await serveHttp(server, { port: 0 })
  const call = () =>
    new Promise((resolve, reject) => {
      const sent = request(new URL(path, url), { method, headers }, (response) => {
        response.resume()
        response.once('end', resolve)
      })
      sent.once('error', reject)
      sent.end(body)
    })
  return { call, close }
}

async function openStdio() {
  const input = new PassThrough()
  const output = new PassThrough()
  const served = serveStdio(server, { input, output })
  const call = () =>
    new Promise((resolve) => {
      output.once('data', resolve)
      input.write(`${message}\n`)
    })
  const close = async () => {
    input.end()
    await served
  }
  return { call, close }
}

async function openCommand(argv) {
  const silent = { write: () => {} }
  const io = { stdout: silent, stderr: silent, stdin: async function* () {}, env: {} }
  return { call: () => runCli(server, argv, io), close: async () => {} }
}

/** Runs a call three times and gives the functions of the framework that the last one ran. */
async function measure(open) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const { call, close } = await open()
  await call()
  await call()
  await session.post('Profiler.takePreciseCoverage')
  await call()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await close()
  session.disconnect()
  return result.flatMap(toSources)
}

/** The functions of one built file that were called, by the source that they come from. */
function toSources({ url, functions }) {
  if (!url.includes('/packages/toolaccord/dist/')) return []
  const path = fileURLToPath(url)
  const text = readFileSync(path, 'utf8')
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))
  return functions.flatMap(({ functionName, ranges: [{ startOffset, count }] }) => {
    if (count === 0 || startOffset === 0) return []
    const before = text.slice(0, startOffset).split('\n')
    const { originalSource } = map.findEntry(before.length - 1, before.at(-1).length)
    return [{ source: originalSource.replace(/^.*\/src\//, ''), name: functionName }]
  })
}

export async function measureWays() {
  const figures = []
  for (const [way, open] of Object.entries(ways)) {
    const functions = await measure(open)
    const files = [...new Set(functions.map(({ source }) => source))].sort()
    figures.push({ way, files, functions })
  }
  return figures
}

/** The figures as a table. */
const toTable = (figures) =>
  [
    '| way | files | functions |',
    '| --- | --- | --- |',
    ...figures.map(
      ({ way, files, functions }) => `| ${way} | ${files.length} | ${functions.length} |`,
    ),
  ].join('\n')

const page = new URL('../ARCHITECTURE.md', import.meta.url)
const place = /(<!-- way -->\n)[^]*?(<!-- \/way -->)/

/** The table as ARCHITECTURE.md shows it. */
export const readShown = () => place.exec(readFileSync(page, 'utf8'))?.[0]

/** The same place with a table of new figures. */
export const toShown = (figures) => `<!-- way -->\n${toTable(figures)}\n<!-- /way -->`

if (process.argv[1] === import.meta.filename) {
  const figures = await measureWays()
  console.log(toTable(figures))
  if (process.argv.includes('--files')) {
    for (const { way, files } of figures) console.log(`\n${way}\n  ${files.join('\n  ')}`)
  }
  if (process.argv.includes('--write')) {
    writeFileSync(page, readFileSync(page, 'utf8').replace(place, toShown(figures)))
  }
}

// The benchmark: node bench/mcp/run.mjs [http] [stdio] [cold-start] [tools] [memory]
//   [--rounds 3] [--attempts 4] [--servers toolaccord,sdk2] [--quick]
// It measures the named parts, or all, and writes their ratios to bench/RESULTS.md. A quick run, or
// one of named servers, only prints.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureColdStart } from './cold-start.mjs'
import { measureHttp } from './http.mjs'
import { pinSelf } from './lib/processes.mjs'
import { recordAnswers } from './lib/record.mjs'
import { toDocument, toSection } from './lib/report.mjs'
import { quickIds, servers, versions } from './lib/servers.mjs'
import { measureMemory } from './memory.mjs'
import { measureStdio } from './stdio.mjs'
import { measureTools } from './tools.mjs'

const measures = {
  http: measureHttp,
  stdio: measureStdio,
  'cold-start': measureColdStart,
  tools: measureTools,
  memory: measureMemory,
}

/**
 * Seconds of load, and how often: attempts at an undisturbed run, starts of a process, calls to a
 * server whose memory is watched.
 */
const fullPace = {
  rounds: 3,
  attempts: 4,
  firstWarmUp: 6,
  warmUp: 2,
  run: 2,
  starts: 15,
  calls: 100_000,
}
const quickPace = {
  rounds: 1,
  attempts: 1,
  firstWarmUp: 1,
  warmUp: 0,
  run: 1,
  starts: 3,
  calls: 5_000,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    attempts: { type: 'string' },
    servers: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const allIds = servers.map(({ id }) => id)
const parts = choose('part', positionals, Object.keys(measures))
const ids = chooseServers()
const pace = choosePace()

installPeers()
pinSelf()
const answers = await recordAnswers(servers.find(({ id }) => id === 'toolaccord'))
const chosen = servers
  .filter(({ id }) => ids.includes(id))
  .map((server) => (server.id === 'bare' ? { ...server, answers } : server))
for (const part of parts) {
  const say = (text) => console.error(`${part}: ${text}`)
  const result = await measures[part]({
    servers: chosen.filter((server) => server.measures.includes(part)),
    pace,
    say,
  })
  const section = toSection(result)
  console.log(`${section}\n`)
  if (!values.quick && ids.length === allIds.length) writeResults(result.title, section)
}

function chooseServers() {
  if (values.quick && values.servers === undefined) return quickIds
  return choose('server', values.servers?.split(',') ?? [], allIds)
}

function choosePace() {
  const usual = values.quick ? quickPace : fullPace
  const rounds = Number(values.rounds ?? usual.rounds)
  const attempts = Number(values.attempts ?? usual.attempts)
  return { ...usual, rounds, attempts }
}

/** The names, or all if there are none; throws for one that does not exist. */
function choose(what, names, all) {
  const unknown = names.filter((name) => !all.includes(name))
  if (unknown.length > 0)
    throw new Error(`There is no ${what} '${unknown.join("', '")}'. There are: ${all.join(', ')}.`)
  return names.length > 0 ? names : all
}

function installPeers() {
  const installed = statSync(join(import.meta.dirname, 'node_modules/.package-lock.json'), {
    throwIfNoEntry: false,
  })
  const wanted = statSync(join(import.meta.dirname, 'package-lock.json'))
  if (installed !== undefined && installed.mtimeMs >= wanted.mtimeMs) return
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  })
}

function writeResults(title, section) {
  const file = join(import.meta.dirname, '../RESULTS.md')
  const earlier = existsSync(file) ? readFileSync(file, 'utf8') : ''
  writeFileSync(file, toDocument(earlier, { title, section, versions: versions() }))
}

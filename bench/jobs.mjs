// Long work: what two workers do in the time of one, what a job costs beside a small HTTP call, and
// what it costs tools that are not long. Interleaved rounds in one run, ratios only.
//
//   node bench/jobs.mjs [--rounds 8] [--jobs 12]
import { execFileSync, fork, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defineServer, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { median, timeCpu, toRatio } from './figures.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    jobs: { type: 'string', default: '12' },
    bare: { type: 'string' },
    worker: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const input = z.object({ n: z.int() })
const toTool = (name, long, run) =>
  defineTool({ name, summary: 'Answer.', input, output: input, effect: 'read', long, run })

/** Keeps a core busy for some milliseconds, without a pause. */
function compute({ n }) {
  let sum = n
  for (let count = 0; count < 3e7; count++) sum = (sum * 31 + count) % 1_000_003
  return ok({ n: sum })
}

function computeAll() {
  for (let n = 0; n < Number(values.jobs); n++) compute({ n })
}

async function createComputing(url) {
  const [{ createBullmqJobs }, { Redis }] = await Promise.all([
    import('toolaccord/bullmq'),
    import('ioredis'),
  ])
  const client = new Redis(url, { lazyConnect: true })
  const jobs = createBullmqJobs({ client, concurrency: 2, concurrencyPerCaller: 2 })
  const tools = [toTool('compute', true, compute)]
  return defineServer({ name: 'bench', version: '1.0.0', tools, jobs })
}

/** A worker, in a process of its own. */
async function work(url) {
  const server = await createComputing(url)
  await server.jobs.work()
  process.send('works')
  process.on('message', () => process.send(toCpuMs(process.cpuUsage())))
  process.once('disconnect', () => process.exit())
}

/** How often one time is in another, by the fastest of each: others only make them slower. */
const toFastest = (values, reference) => (Math.min(...values) / Math.min(...reference)).toFixed(2)

const toCpuMs = ({ user, system }) => (user + system) / 1000

/** The CPU that a worker has used so far. */
function askCpu(worker) {
  return new Promise((resolve) => {
    worker.once('message', resolve)
    worker.send('cpu')
  })
}

function startWorker(url) {
  const worker = fork(import.meta.filename, ['--worker', url])
  return new Promise((resolve) => {
    worker.once('message', () => resolve(worker))
  })
}

/** The time that bare processes take for as many computations: what the machine can do now. */
async function timeBare(processes) {
  const start = performance.now()
  const count = Number(values.jobs) / processes
  const ends = Array.from({ length: processes }, () => {
    const child = fork(import.meta.filename, ['--bare', String(count)])
    return new Promise((resolve) => child.once('exit', resolve))
  })
  await Promise.all(ends)
  return performance.now() - start
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

async function startRedis() {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const port = String(await freePort())
  const flags = ['--port', port, '--bind', '127.0.0.1', '--save', '']
  const program = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise((resolve) => {
    program.stdout.on('data', (said) => {
      if (/ready to accept connections/i.test(String(said))) resolve()
    })
  })
  return { url: `redis://127.0.0.1:${port}`, program }
}

/** The time from the first job to the end of the last, by the clock of those who ran them. */
async function timeJobs(server) {
  const begun = Date.now()
  const calls = Array.from({ length: Number(values.jobs) }, (_, n) =>
    server.callByName('compute', { n }, { waitMs: 0 }),
  )
  const ids = (await Promise.all(calls)).map(({ data }) => data.job_id)
  await Promise.all(ids.map((job_id) => server.callByName('get_result', { job_id })))
  const jobs = await Promise.all(ids.map((id) => server.jobs.find(id, {})))
  return Math.max(...jobs.map(({ changedAt }) => changedAt)) - begun
}

async function compareWorkers() {
  const redis = await startRedis()
  if (redis === undefined) {
    console.log('SKIPPED: redis-server is not installed, so workers are not compared')
    return
  }
  const server = await createComputing(redis.url)
  const first = await startWorker(redis.url)
  const times = { one: [], two: [], bareOne: [], bareTwo: [] }
  const cpu = { worker: [], starter: [], bare: [] }
  await timeJobs(server)
  for (let round = 0; round < rounds; round++) {
    times.bareOne.push(await timeBare(1))
    const before = await askCpu(first)
    const ownBefore = process.cpuUsage()
    times.one.push(await timeJobs(server))
    cpu.worker.push((await askCpu(first)) - before)
    cpu.starter.push(toCpuMs(process.cpuUsage(ownBefore)))
    cpu.bare.push((await timeCpu(computeAll)) / 1000)
    const second = await startWorker(redis.url)
    times.two.push(await timeJobs(server))
    second.kill('SIGKILL')
    times.bareTwo.push(await timeBare(2))
  }
  const bare = toFastest(times.bareOne, times.bareTwo)
  console.log(`two workers do ${toFastest(times.one, times.two)} × what one does (at least 1.8)`)
  const worker = toRatio(cpu.worker, cpu.bare)
  const starter = toRatio(cpu.starter, cpu.bare)
  console.log(`a worker uses ${worker} × the CPU of its tools, and whoever waits ${starter} ×`)
  console.log(`two bare processes do ${bare} × what one does: 2 on two quiet cores`)
  first.kill('SIGKILL')
  await server.jobs.close(AbortSignal.timeout(1000))
  redis.program.kill('SIGKILL')
}

/** One call over a socket that is kept open. */
function post(agent, port, name) {
  const headers = { 'content-type': 'application/json' }
  const path = `/api/${name}`
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, path, method: 'POST', headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`))
      response.resume().once('end', resolve)
    })
    sent.once('error', reject)
    sent.end('{"n":1}')
  })
}

async function compareCalls(kind, jobs) {
  const { serveHttp } = await import('toolaccord/node')
  const answer = ({ n }) => ok({ n })
  const tools = [toTool('short', undefined, answer), toTool('long', true, answer)]
  const server = defineServer({ name: 'bench', version: '1.0.0', tools, jobs })
  const http = await serveHttp(server, { port: 0 })
  await server.jobs.work()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { port } = new URL(http.url)
  const times = { short: [], long: [] }
  for (let round = 0; round < 4 * rounds; round++) {
    for (const name of ['short', 'long']) {
      const call = () => post(agent, port, name)
      times[name].push(await timeCpu(call, { times: 200 }))
    }
  }
  const more = 100 * (median(times.long.slice(2)) / median(times.short.slice(2)) - 1)
  const percent = `${more.toFixed(1)} %`
  console.log(`a short call of a long tool, jobs in ${kind}: ${percent} more CPU than a plain one`)
  agent.destroy()
  await http.close()
  await server.jobs.close(AbortSignal.timeout(1000))
}

async function compareServers() {
  const answer = ({ n }) => ok({ n })
  const short = toTool('short', undefined, answer)
  const init = { name: 'bench', version: '1.0.0' }
  const sides = {
    without: defineServer({ ...init, tools: [short] }),
    with: defineServer({ ...init, tools: [short, toTool('long', true, answer)] }),
  }
  const times = { without: [], with: [] }
  for (let round = 0; round < 3 * rounds; round++) {
    for (const [side, server] of Object.entries(sides)) {
      const call = () => server.callByName('short', { n: 1 })
      times[side].push(await timeCpu(call, { times: 5000 }))
    }
  }
  const ratio = toRatio(times.with.slice(2), times.without.slice(2))
  console.log(`a tool that is not long costs ${ratio} × beside one that is (1.00)`)
}

if (values.worker !== undefined) {
  await work(values.worker)
} else if (values.bare !== undefined) {
  for (let n = 0; n < Number(values.bare); n++) compute({ n })
  process.exit()
} else {
  const { createJobs } = await import('toolaccord/jobs')
  const folder = await mkdtemp(join(tmpdir(), 'bench-jobs-'))
  await compareServers()
  await compareCalls('memory', createJobs({ memory: true }))
  await compareCalls('a folder', createJobs({ folder }))
  await compareWorkers()
  await rm(folder, { recursive: true })
  process.exit()
}

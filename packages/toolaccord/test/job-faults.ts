import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { hasEnded } from '../src/jobs/has-ended.ts'
import type { JobEngine } from '../src/jobs/job-engine.ts'
import type { Job, JobOrder } from '../src/jobs/job.ts'
import { orderOf } from './job-engine-body.ts'
import { stepCount, toFaultHost } from './job-fault-worker.ts'
import type { Service } from './services.ts'

/** An engine whose workers and store are killed. */
export interface FaultySubject {
  /** The program of the store; undefined if it is not installed. */
  readonly service: Service | undefined
  /** A source that calls `workOnFaults`; its arguments are the URL of the store and a file. */
  readonly worker: string
  /** The engine of a process that only starts jobs. */
  createEngine(): JobEngine
}

const jobCount = 200
/** How wrong the clock of each worker is, in milliseconds. */
const clocks = [0, 3_600_000, -3_600_000]
const killsInPlace = 6
/** The lease of the engines under test is shorter. */
const freezeMs = 4000
const downMs = 1000
/** How often it is looked if a job has ended, and how long after the last fault at most. */
const lookMs = 300
const longestMs = 90_000

type Tool = 'once' | 'again' | 'steps'
const tools: readonly Tool[] = ['once', 'again', 'steps']

/** What jobs have noted, by the ids of the jobs. */
interface Notes {
  /** The tokens of the runs that came to their end. */
  readonly ends: ReadonlyMap<string, readonly string[]>
  readonly steps: ReadonlyMap<string, readonly number[]>
}

/** Kills workers and the store of an engine while jobs run, and counts what became of them. */
export function describeFaults(name: string, subject: FaultySubject): void {
  const { service } = subject
  it.skipIf(service === undefined)(
    `${jobCount} jobs in ${name} end once each if workers and the store are killed`,
    { timeout: 180_000, retry: 0 },
    async () => {
      if (service === undefined) return
      const random = createRandom()
      const scratch = makeScratch()
      const file = join(scratch, 'notes')
      writeFileSync(file, '')
      const program = await bundle(subject.worker, scratch)
      const start = (place: number) => startWorker([program, service.url, file], place)
      const workers = clocks.map((_, place) => start(place))
      const engine = subject.createEngine()
      try {
        const faults = Promise.all([killWorkers(workers, start, random), stopStore(service)])
        const orders = toOrders()
        for (const order of orders) await startSurely(engine, order, file)
        await faults
        const jobs = await Promise.all(orders.map(({ id }) => endSurely(engine, id)))
        // Whoever was late must not have changed what is known.
        await sleep(1000)
        const notes = readNotes(file)
        for (const job of jobs) {
          expect(await engine.find(job.order.id)).toEqual(job)
          checkEnd(job, notes)
        }
        tell(jobs)
        expect(jobs.some(({ deaths }) => deaths > 0)).toBe(true)
      } finally {
        for (const worker of workers) worker.kill('SIGKILL')
        await engine.close(AbortSignal.timeout(1000))
        rmSync(scratch, { recursive: true })
      }
    },
  )
}

/** A program resolves its packages from where it is. */
function makeScratch(): string {
  const cache = join(import.meta.dirname, '../../../node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  return mkdtempSync(join(cache, 'job-faults-'))
}

async function bundle(input: string, folder: string): Promise<string> {
  const made = await rolldown({ input, platform: 'node', external: /^[^./]/ })
  const file = join(folder, 'worker.mjs')
  await made.write({ file })
  return file
}

function startWorker(args: readonly string[], place: number): ChildProcess {
  const clock = `const { now } = Date; Date.now = () => now() + ${clocks[place] ?? 0}`
  const setClock = ['--import', `data:text/javascript,${encodeURIComponent(clock)}`]
  const stdio = ['pipe', 'pipe', 'inherit'] as const
  return spawn(process.execPath, [...setClock, ...args], { stdio: [...stdio] })
}

/** Random numbers that can be had again: the seed is printed. */
function createRandom(): () => number {
  const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`FAULTS_SEED=${seed}`)
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state / 2 ** 31
  }
}

/** Kills each worker some time after it began to work, and starts another in its place. */
async function killWorkers(
  workers: ChildProcess[],
  start: (place: number) => ChildProcess,
  random: () => number,
): Promise<void> {
  const killInPlace = async (place: number) => {
    for (let count = 0; count < killsInPlace; count++) {
      const worker = workers[place] ?? start(place)
      if (worker.stdout !== null) await once(worker.stdout, 'data')
      await sleep(300 + random() * 1500)
      worker.kill('SIGKILL')
      workers[place] = start(place)
    }
  }
  await Promise.all(workers.map((_, place) => killInPlace(place)))
}

async function stopStore(service: Service): Promise<void> {
  await sleep(3000)
  service.freeze()
  await sleep(freezeMs)
  service.thaw()
  await sleep(3000)
  await service.restart(downMs)
}

function toOrders(): readonly JobOrder[] {
  return Array.from({ length: jobCount }, (_, number) => {
    const tool = tools[number % tools.length] ?? 'once'
    const changes = { server: 'faults', owner: `owner-${number % 5}`, tool, keepMs: 3_600_000 }
    return orderOf(`fault-${number}`, { ...changes, isRepeatable: tool === 'again' })
  })
}

/** A start that failed can be tried again: an order whose id is known changes nothing. */
async function startSurely(engine: JobEngine, order: JobOrder, file: string): Promise<void> {
  await expect
    .poll(() => engine.start(order, toFaultHost(file)).then(() => 'started', String), {
      timeout: 30_000,
      interval: 300,
    })
    .toBe('started')
  await sleep(30)
}

async function endSurely(engine: JobEngine, id: string): Promise<Job> {
  let job: Job | undefined
  const findEnded = async () => {
    job = (await engine.find(id).catch(() => undefined)) ?? job
    return job !== undefined && hasEnded(job)
  }
  for (let waited = 0; !(await findEnded()); waited += lookMs) {
    if (waited > longestMs) throw new Error(`${id} did not end: ${JSON.stringify(job)}`)
    await sleep(lookMs)
  }
  if (job === undefined) throw new Error(`${id} is lost`)
  return job
}

function readNotes(file: string): Notes {
  const ends = new Map<string, string[]>()
  const steps = new Map<string, number[]>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [kind, id = '', word = ''] = line.split(' ')
    if (kind === 'end') ends.set(id, [...(ends.get(id) ?? []), word])
    if (kind === 'step') steps.set(id, [...(steps.get(id) ?? []), Number(word)])
  }
  return { ends, steps }
}

function checkEnd({ order, outcome, deaths }: Job, { ends, steps }: Notes): void {
  const { id, tool } = order
  const tokens = ends.get(id) ?? []
  if (tool === 'once') expect(tokens.length, `${id} must not run twice`).toBeLessThanOrEqual(1)
  if (outcome?.ok !== true) {
    expect(outcome, id).toMatchObject({ problems: [{ message: 'died' }] })
    // A job that may go on is given up only if it has ended several processes.
    const mayGoOn = tool === 'again' || (steps.get(id)?.length ?? 0) > 1
    if (mayGoOn) expect(deaths, `the deaths of ${id}`).toBe(3)
    return
  }
  expect(tokens, id).toContain(outcome.data)
  if (tool !== 'steps') return
  for (let step = 0; step < stepCount; step++) {
    const times = (steps.get(id) ?? []).filter((done) => done === step).length
    expect(times, `step ${step} of ${id}`).toBeGreaterThanOrEqual(1)
    expect(times, `step ${step} of ${id}`).toBeLessThanOrEqual(1 + deaths)
  }
}

function tell(jobs: readonly Job[]): void {
  const died = jobs.filter(({ outcome }) => outcome?.ok !== true).length
  const resumed = jobs.filter(({ deaths, outcome }) => deaths > 0 && outcome?.ok).length
  console.log(`${jobs.length} jobs ended: ${resumed} after a death, ${died} with the truth`)
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { UsageProblem } from '../../../faces/cli/commands/to-usage-failure.ts'
import { inMemory, keepJobs } from '../../../faces/cli/jobs/call-long-tool.ts'
import { escapeLine } from '../../../faces/cli/render/escape.ts'
import type { Job } from '../../../jobs/job.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'
import type { Server } from '../../../server.ts'
import type { WorkRequest } from './work-flags.ts'

/** How a process runs jobs. */
export interface Working extends WorkRequest {
  /** Resolves when the process is told to stop. */
  readonly stopped: Promise<void>
  /** Writes a line about what it does. */
  tell(line: string): void
}

/** How often it is looked whether a job is left; less often if looking takes long. */
const lookMs = 200
const idleShare = 10
/** How often a process that waits for jobs shows Node that it has something to do. */
const aliveMs = 60_000

/** Finds out why a process cannot run the jobs of a server. */
export function findWorkProblem({ name, jobs }: Server): UsageProblem | undefined {
  if (jobs === undefined) {
    return {
      reason: 'invalid_argument',
      message: `There is nothing to work on: no tool of '${name}' may take long.`,
      hint: "A tool says so with 'long: true'.",
    }
  }
  if (jobs.isDurable) return undefined
  const message = `There is nothing to work on: ${inMemory(name)}, where this process sees none.`
  return { reason: 'invalid_argument', message, hint: keepJobs }
}

/** Runs the jobs of a server until the process is told to stop, or none is left. */
export async function workUntilStopped(server: Server, working: Working): Promise<void> {
  const { jobs: desk, name, version } = server
  if (desk === undefined) return
  const { once, closeMs, concurrency, stopped, tell } = working
  const alive = setInterval(() => {}, aliveMs)
  try {
    await desk.work(createTeller(tell), concurrency)
    tell(`${name} ${version} works, with process ${process.pid}.`)
    const over = new AbortController()
    const ends = once ? [stopped, untilIdle(desk, over.signal)] : [stopped]
    await Promise.race(ends).finally(() => over.abort())
    await desk.close(AbortSignal.timeout(closeMs))
    tell(`${name} works no more.`)
  } finally {
    clearInterval(alive)
  }
}

async function untilIdle(desk: JobDesk, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const began = performance.now()
    // A store that is away may be back soon, and nobody knows what is in it.
    const hasWork = await desk.hasWork().catch(() => true)
    if (!hasWork) return
    // Looking must not keep the process busy, however many jobs are kept.
    const tookMs = performance.now() - began
    await sleep(Math.max(lookMs, tookMs * idleShare))
  }
}

/** Tells of the states of jobs, not of their progress. */
function createTeller(tell: (line: string) => void): (job: Job) => void {
  const states = new Map<string, Job['state']>()
  return (job) => {
    const { order, state } = job
    if (states.get(order.id) === state) return
    if (state === 'running') states.set(order.id, state)
    else states.delete(order.id)
    tell(escapeLine(describe(job)))
  }
}

function describe({ order, state, attempts, checkpoint, outcome, notBefore }: Job): string {
  const job = `${order.tool} ${order.id}`
  if (state === 'running') {
    const how = checkpoint === undefined ? `attempt ${attempts}` : 'from its checkpoint'
    return `${job} runs, ${how}.`
  }
  if (state === 'asking') return `${job} asks, and waits for an answer.`
  if (state === 'cancelled') return `${job} was cancelled.`
  if (state === 'waiting') {
    if (notBefore === undefined) return `${job} is left to another process.`
    return `${job} failed, and is tried again at ${new Date(notBefore).toISOString()}.`
  }
  if (outcome === undefined || outcome.ok) return `${job} has ended.`
  const [{ code, message }] = outcome.problems
  return `${job} failed: ${code}: ${message}`
}

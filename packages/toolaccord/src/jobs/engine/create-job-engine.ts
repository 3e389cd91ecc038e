import type { Archive } from '../../archive/archive.ts'
import { hasEnded } from '../has-ended.ts'
import type { JobEngine, JobHost, LostBecause } from '../job-engine.ts'
import type { AfterTurn, JobQueue, JobTicket } from '../job-queue.ts'
import type { JobClaim, JobStore } from '../job-store.ts'
import type { Job } from '../job.ts'
import { createWatchers } from './create-watchers.ts'
import { fetchOutcome } from './keep-outcome.ts'
import { RunningAttempt } from './running-attempt.ts'

/** The parts that an engine is made of. */
export interface JobEngineParts {
  /** Knows which jobs there are and who runs them. */
  readonly store: JobStore
  /** Carries jobs to whoever runs them. */
  readonly queue: JobQueue
  /** Keeps large answers. Default: they are kept with their jobs, up to 8 MiB. */
  readonly archive?: Archive | undefined
  /** Default: Date.now. */
  readonly now?: (() => number) | undefined
}

/** How often a job that runs in another process is looked at. */
const pollMs = 300
/** How often jobs are looked for that nobody carries. */
const sweepMs = 15_000
/** How long to wait for a job that another process has, or whose store is away. */
const againMs = 5_000
/** A job that has ended so many processes is not begun again. */
const maxDeaths = 3
/** How many jobs are looked at in one sweep. */
const sweptAtOnce = 10_000

/** Creates an engine that runs the jobs of a store as they come out of a queue. */
export function createJobEngine(parts: JobEngineParts): JobEngine {
  const { store, queue, archive, now = Date.now } = parts
  const watchers = createWatchers()
  /** The runs of this process. */
  const runs = new Map<string, RunningAttempt>()
  /** The servers that started jobs here, by the ids of the jobs. */
  const starters = new Map<string, JobHost>()
  let worker: JobHost | undefined
  let working: Promise<void> | undefined
  let sweeping: ReturnType<typeof setInterval> | undefined

  /** Runs a job whose turn it is. */
  async function takeTurn({ id }: JobTicket): Promise<AfterTurn> {
    const host = starters.get(id) ?? worker
    if (host === undefined) return { againInMs: againMs }
    try {
      return await runClaimed(id, host)
    } catch (thrown) {
      host.onTrouble(thrown)
      return { againInMs: againMs }
    }
  }

  async function runClaimed(id: string, host: JobHost): Promise<AfterTurn> {
    const claim = await store.claim(id)
    if (claim === undefined) {
      const job = await store.find(id)
      return job === undefined || hasEnded(job) ? {} : { againInMs: againMs }
    }
    try {
      return await runOrEnd(id, claim, host)
    } finally {
      runs.delete(id)
      await claim.release().catch((thrown: unknown) => host.onTrouble(thrown))
    }
  }

  async function runOrEnd(id: string, claim: JobClaim, host: JobHost): Promise<AfterTurn> {
    const found = await store.find(id)
    if (found === undefined || hasEnded(found)) return forget(id)
    if ((await claim.renew()) === 'stop') {
      return endUnrun(claim, found, 'cancelled', host)
    }
    if (found.state === 'asking') return {}
    const waitMs = (found.notBefore ?? 0) - now()
    if (waitMs > 0) return { againInMs: waitMs }
    const job = found.state === 'running' ? { ...found, deaths: found.deaths + 1 } : found
    const loss = findLoss(job, host)
    if (loss !== undefined) return endUnrun(claim, job, loss, host)
    const run = new RunningAttempt(job, { host, claim, now, archive, onChange: watchers.tell })
    runs.set(id, run)
    const after = await run.toEnd()
    if (hasEnded(run.job)) forget(id)
    return after
  }

  function forget(id: string): AfterTurn {
    starters.delete(id)
    return {}
  }

  /** Ends a job that is not run. */
  async function endUnrun(
    claim: JobClaim,
    job: Job,
    because: LostBecause | 'cancelled',
    host: JobHost,
  ): Promise<AfterTurn> {
    const { order } = job
    const isCancelled = because === 'cancelled'
    const outcome = isCancelled ? host.toCancelled(order) : host.toLost(order, because)
    const state = isCancelled ? 'cancelled' : 'completed'
    const time = now()
    const ended: Job = { ...job, state, outcome, changedAt: time, expiresAt: time + order.keepMs }
    if (await claim.save(ended)) watchers.tell(ended)
    return forget(order.id)
  }

  function toTicket({ order, notBefore = 0 }: Job): JobTicket {
    const { id, tool, owner, priority, concurrency } = order
    return { id, tool, owner, priority, concurrency, delayMs: Math.max(0, notBefore - now()) }
  }

  /** Looks for jobs that a process left without a ticket. */
  async function sweep({ server }: JobHost): Promise<void> {
    await store.sweep()
    for (const job of await store.list({ server, hasEnded: false, limit: sweptAtOnce })) {
      if (!runs.has(job.order.id)) await queue.push(toTicket(job))
    }
  }

  const find = async (id: string) => runs.get(id)?.job ?? store.find(id)

  function begin(host: JobHost): Promise<void> {
    worker ??= host
    working ??= queue.work(takeTurn)
    return working
  }

  return {
    // Answers in the memory of a process are gone with it, wherever their jobs are.
    isDurable: store.isDurable && archive?.isShared !== false,
    isLocal: queue.isLocal,
    async start(order, host) {
      const time = now()
      const job: Job = {
        order,
        state: 'waiting',
        attempts: 0,
        deaths: 0,
        createdAt: time,
        changedAt: time,
      }
      if (queue.isLocal) await begin(host)
      if (!(await store.add(job))) return
      starters.set(order.id, host)
      await queue.push(toTicket(job))
    },
    find,
    outcomeOf: (job) => fetchOutcome(job, archive),
    list: (filter) => store.list(filter),
    async cancel(id, host) {
      await store.askToStop(id)
      const run = runs.get(id)
      if (run !== undefined) return run.stop()
      // Nobody may run it, and then nobody would ever hear of it.
      const claim = await store.claim(id)
      if (claim === undefined) return
      const job = await store.find(id)
      if (job !== undefined && !hasEnded(job)) await endUnrun(claim, job, 'cancelled', host)
      await claim.release()
    },
    async answer(id, answers) {
      const claim = await store.claim(id)
      if (claim === undefined) return false
      const job = await store.find(id)
      const { round } = job ?? {}
      if (job?.state !== 'asking' || round === undefined) {
        await claim.release()
        return false
      }
      const answered = { ...round, questions: {}, answers: { ...round.answers, ...answers } }
      const saved: Job = { ...job, state: 'waiting', round: answered, changedAt: now() }
      await claim.save(saved)
      await claim.release()
      watchers.tell(saved)
      await queue.push(toTicket(saved))
      return true
    },
    watch(id, tell) {
      const stop = watchers.add(id, tell)
      // Another process may run it.
      let seen = 0
      const timer = setInterval(async () => {
        if (runs.has(id)) return
        const job = await store.find(id).catch(() => undefined)
        if (job === undefined || job.changedAt === seen) return
        seen = job.changedAt
        tell(job)
      }, pollMs)
      return () => {
        clearInterval(timer)
        stop()
      }
    },
    async work(host) {
      worker = host
      await begin(host)
      await sweep(host)
      sweeping ??= setInterval(() => sweep(host).catch(host.onTrouble), sweepMs)
      // It must not keep a process alive that has nothing else to do.
      if (typeof sweeping === 'object') sweeping.unref?.()
    },
    async close(signal) {
      clearInterval(sweeping)
      const aborted = new Promise<void>((resolve) => {
        signal?.addEventListener('abort', () => resolve(), { once: true })
        if (signal?.aborted) resolve()
      })
      await Promise.race([queue.close(), aborted])
      await store.close?.()
    },
  }
}

/** Why a job cannot be run; undefined if it can. */
function findLoss({ state, deaths, checkpoint, order }: Job, host: JobHost) {
  if (order.version !== host.version && !host.takesVersion(order.version)) {
    return 'unknown version' as const
  }
  if (state !== 'running') return undefined
  const mayRun = checkpoint !== undefined || order.isRepeatable
  return mayRun && deaths < maxDeaths ? undefined : ('died' as const)
}

import type { Archive } from '../../archive/archive.ts'
import { hasEnded } from '../has-ended.ts'
import type { AdoptedWork, JobEngine, JobHost } from '../job-engine.ts'
import type { AfterTurn, JobQueue, JobTicket } from '../job-queue.ts'
import { JobShareError } from '../job-share-error.ts'
import type { JobClaim, JobStore } from '../job-store.ts'
import type { Job, JobOrder } from '../job.ts'
import { createTurnTaker } from './create-turn-taker.ts'
import { createWatchers } from './create-watchers.ts'
import { EarlyClaim } from './early-claim.ts'
import { fetchOutcome } from './keep-outcome.ts'
import { RunningAttempt } from './running-attempt.ts'
import type { OtherVersions } from './takes-version.ts'
import { toAnswered } from './to-answered.ts'
import { toChangeTime } from './to-change-time.ts'

/** The parts that an engine is made of. */
export interface JobEngineParts {
  /** Knows which jobs there are and who runs them. */
  readonly store: JobStore
  /** Carries jobs to whoever runs them. */
  readonly queue: JobQueue
  /** Keeps answers over 64 KiB. Default: they are kept with their jobs, up to 8 MiB. */
  readonly archive?: Archive | undefined
  /** Which jobs of other versions of the server are run. Default: `compatible`. */
  readonly otherVersions?: OtherVersions | undefined
  /** How many jobs of one caller wait and run at a time, in all processes. Default: 1000. */
  readonly maxPerCaller?: number | undefined
  /** Default: Date.now. */
  readonly now?: (() => number) | undefined
}

/** How often a job that runs in another process is looked at. */
const pollMs = 300
/** How often jobs are looked for that nobody carries. */
const sweepMs = 15_000
/** How long a job waits whose server is not there yet. */
const nobodyMs = 5_000
/** How often a job that asks is claimed for its answers, and how long to wait in between. */
const claimTries = 60
const claimAgainMs = 50
/** How long jobs that were given back are waited for. */
const leaveMs = 1000
/** How many jobs are looked at in one sweep. */
const sweptAtOnce = 10_000

/** Creates an engine that runs the jobs of a store as they come out of a queue. */
export function createJobEngine(parts: JobEngineParts): JobEngine {
  const { store, queue, archive, now = Date.now } = parts
  const { otherVersions = 'compatible', maxPerCaller = 1000 } = parts
  const watchers = createWatchers()
  /** The runs of this process. */
  const runs = new Map<string, RunningAttempt>()
  /** The servers that started jobs here, by the ids of the jobs. */
  const starters = new Map<string, JobHost>()
  /** The runs that no queue knows of. */
  const adopted = new Set<Promise<Job>>()
  /** The servers whose jobs run here, by their names. */
  const workers = new Map<string, JobHost>()
  const working = new Map<string, Promise<void>>()
  let tellWorker: ((job: Job) => void) | undefined
  let sweeping: ReturnType<typeof setInterval> | undefined
  let isSweeping = false

  function tellOf(job: Job): void {
    watchers.tell(job)
    tellWorker?.(job)
  }

  const turns = createTurnTaker({ store, archive, otherVersions, now, runs, onChange: tellOf })

  /** Runs a job whose turn it is. */
  async function takeTurn({ id, server }: JobTicket): Promise<AfterTurn> {
    const host = starters.get(id) ?? workers.get(server)
    if (host === undefined) return { againInMs: nobodyMs }
    const after = await turns.take(id, host)
    if (after.againInMs === undefined) starters.delete(id)
    return after
  }

  function toTicket({ order, round, notBefore = 0 }: Job): JobTicket {
    const { id, server, tool, owner, priority, concurrency } = order
    const delayMs = Math.max(0, notBefore - now())
    const seat = { tool, owner, priority, concurrency }
    return { id, server, ...seat, delayMs, round: round?.number ?? 0 }
  }

  /** Looks for jobs that a process left without a ticket. */
  async function sweep({ server }: JobHost): Promise<void> {
    await store.sweep()
    for (const job of await store.list({ server, hasEnded: false, limit: sweptAtOnce })) {
      if (!runs.has(job.order.id)) await queue.push(toTicket(job))
    }
  }

  /** Keeps a job that runs already, and waits for its end. */
  async function settle(run: RunningAttempt, claim: EarlyClaim, work: AdoptedWork, host: JobHost) {
    const { id } = run.job.order
    runs.set(id, run)
    const { againInMs } = await run.toEnd()
    runs.delete(id)
    work.giveBack()
    await claim.release().catch(host.onTrouble)
    if (againInMs !== undefined) {
      starters.set(id, host)
      await queue.push({ ...toTicket(run.job), delayMs: againInMs })
    }
    return run.job
  }

  /** A caller that has too many jobs gets no more, however many processes take them. */
  async function checkShare({ server, owner }: JobOrder): Promise<void> {
    const limit = maxPerCaller
    const held = await store.count({ server, owner, hasEnded: false, limit })
    if (held >= limit) throw new JobShareError(limit)
  }

  /** Takes the claim of a job that asks; whoever ran it may hold it for a moment longer. */
  async function claimSoon(id: string): Promise<JobClaim | undefined> {
    for (let tries = 0; tries < claimTries; tries++) {
      const claim = await store.claim(id)
      if (claim !== undefined || (await find(id))?.state !== 'asking') return claim
      await new Promise((resolve) => setTimeout(resolve, claimAgainMs))
    }
    return undefined
  }

  async function find(id: string): Promise<Job | undefined> {
    const run = runs.get(id)?.job
    // Nobody is told of an end before it is kept.
    return run === undefined || hasEnded(run) ? store.find(id) : run
  }

  async function sweepAll(): Promise<void> {
    // With many jobs it may take longer than the time to the next.
    if (isSweeping) return
    isSweeping = true
    for (const host of workers.values()) await sweep(host).catch(host.onTrouble)
    isSweeping = false
  }

  function begin(host: JobHost, concurrency?: number): Promise<void> {
    const { server } = host
    if (!workers.has(server)) workers.set(server, host)
    const begun = working.get(server) ?? queue.work(takeTurn, server, concurrency)
    working.set(server, begun)
    return begun
  }

  return {
    // Answers in the memory of a process are gone with it, wherever their jobs are.
    isDurable: store.isDurable && archive?.isShared !== false,
    isLocal: queue.isLocal,
    async start(order, host) {
      if (queue.isLocal) await begin(host)
      await checkShare(order)
      const job = toNewJob(order, now())
      if (!(await store.add(job))) return (await find(order.id)) ?? job
      if (queue.isLocal) starters.set(order.id, host)
      // The job is kept: if it has no ticket, a sweep will find it.
      await queue.push(toTicket(job)).catch(host.onTrouble)
      return job
    },
    tryTake: (seat) => queue.tryTake?.(seat),
    adopt(order, host, work) {
      begin(host).catch(host.onTrouble)
      const job = toNewJob(order, now())
      const claim = new EarlyClaim(job, store)
      const adopting = { ...host, runTool: work.runTool }
      const parts = { host: adopting, claim, now, archive, onChange: tellOf }
      const run = new RunningAttempt(job, parts)
      const settled = settle(run, claim, work, host)
      adopted.add(settled)
      return { job: run.job, settled: settled.finally(() => adopted.delete(settled)) }
    },
    find,
    outcomeOf: (job) => fetchOutcome(job, archive),
    list: (filter) => store.list(filter),
    isHeld: async (id) => runs.has(id) || store.isHeld(id),
    async cancel(id, host) {
      await store.askToStop(id)
      const run = runs.get(id)
      if (run !== undefined) return run.stop()
      // Nobody may run it, and then nobody would ever hear of it.
      const claim = await store.claim(id)
      if (claim === undefined) return
      const job = await store.find(id)
      if (job !== undefined && !hasEnded(job)) {
        await turns.endUnrun(claim, job, 'cancelled', host)
      }
      await claim.release()
    },
    async answer(id, answers) {
      const claim = await claimSoon(id)
      if (claim === undefined) return false
      const job = await store.find(id)
      const { round } = job ?? {}
      if (job?.state !== 'asking' || round === undefined) {
        await claim.release()
        return false
      }
      const changedAt = toChangeTime(job, now())
      const saved: Job = { ...job, ...toAnswered(round, answers), changedAt }
      await claim.save(saved)
      await claim.release()
      watchers.tell(saved)
      if (saved.state === 'waiting') await queue.push(toTicket(saved))
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
    async work(host, tell, concurrency) {
      workers.set(host.server, host)
      tellWorker = tell
      await begin(host, concurrency)
      // A store that is away now may be back at the next sweep.
      await sweep(host).catch(host.onTrouble)
      sweeping ??= setInterval(sweepAll, sweepMs)
      // It must not keep a process alive that has nothing else to do.
      if (typeof sweeping === 'object') sweeping.unref?.()
    },
    async hasWork({ server }) {
      const left = await store.list({ server, hasEnded: false, limit: sweptAtOnce })
      return left.some(({ state, order }) => {
        if (state === 'running') return !turns.isElsewhere(order.id)
        return state === 'waiting'
      })
    },
    async close(signal) {
      clearInterval(sweeping)
      const closing = Promise.all([queue.close(signal), ...adopted])
      await Promise.race([closing, toAborted(signal)])
      if (runs.size > 0) {
        await Promise.all([...runs.values()].map((run) => run.leave()))
        // Others can have the jobs as soon as the claims are released.
        await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, leaveMs))])
      }
      await store.close?.()
    },
  }
}

function toNewJob(order: JobOrder, time: number): Job {
  const times = { createdAt: time, changedAt: time }
  return { order, state: 'waiting', attempts: 0, deaths: 0, ...times }
}

function toAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve()
    else signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

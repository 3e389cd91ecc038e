import { createTurns } from './create-turns.ts'
import { createWatchers } from './create-watchers.ts'
import { EmbeddedRun } from './embedded-run.ts'
import type { JobEngine, JobHost } from './job-engine.ts'
import type { JobStore } from './job-store.ts'
import { type Job, hasEnded } from './job.ts'

/** How an engine runs jobs in its own process. */
export interface EmbeddedEngineOptions {
  /** Jobs that run at a time; further ones wait. Default: 8. */
  readonly running?: number | undefined
  /** Jobs of one owner that run at a time. Default: half of `running`. */
  readonly runningPerOwner?: number | undefined
  /** Default: Date.now. */
  readonly now?: (() => number) | undefined
}

/** How often a job that runs in another process is looked at. */
const pollMs = 500

/** Creates the engine that runs jobs in this process, and finds again what its store has kept. */
export function createEmbeddedEngine(
  store: JobStore,
  { running = 8, runningPerOwner = Math.ceil(running / 2), now = Date.now }: EmbeddedEngineOptions,
): JobEngine {
  const watchers = createWatchers()
  const turns = createTurns(running, runningPerOwner)
  /** The runs of this process. */
  const runs = new Map<string, EmbeddedRun>()
  const ending = new Set<Promise<unknown>>()

  /** Runs a job when it is its turn. Nothing happens if another process has it. */
  async function runInTurn(id: string, owner: string, host: JobHost): Promise<void> {
    const done = await turns.take(owner)
    try {
      const claim = await store.claim(id)
      if (claim === undefined) return
      const job = await store.find(id)
      if (job === undefined || hasEnded(job)) return await claim.release()
      if ((await claim.renew()) === 'stop') {
        await end(job, 'cancelled', host.toCancelled(job.order))
        return await claim.release()
      }
      const lost = findLoss(job, host)
      if (lost !== undefined) {
        await end(job, 'completed', host.toLost(job.order, lost))
        return await claim.release()
      }
      const run = new EmbeddedRun(job, { store, host, claim, now, onChange: watchers.tell })
      runs.set(id, run)
      const running = run.toEnd()
      ending.add(running)
      await running.finally(() => ending.delete(running))
    } finally {
      runs.delete(id)
      done()
    }
  }

  async function end(job: Job, state: 'completed' | 'cancelled', outcome: Job['outcome']) {
    const ended = { ...job, state, outcome, changedAt: now(), expiresAt: now() + job.order.keepMs }
    await store.save(ended)
    watchers.tell(ended)
  }

  /** Begins a job without waiting for its end. */
  function begin({ order: { id, owner } }: Job, host: JobHost): void {
    runInTurn(id, owner, host).catch((thrown: unknown) => host.onTrouble(thrown))
  }

  async function sweep(jobs: readonly Job[]): Promise<void> {
    for (const { order, expiresAt = Infinity } of jobs) {
      if (expiresAt <= now()) await store.delete(order.id)
    }
  }

  async function find(id: string): Promise<Job | undefined> {
    const job = runs.get(id)?.job ?? (await store.find(id))
    if (job?.expiresAt !== undefined && job.expiresAt <= now()) return undefined
    return job
  }

  return {
    async start(order, host) {
      const time = now()
      const job: Job = { order, state: 'waiting', attempts: 0, createdAt: time, changedAt: time }
      if (await store.add(job)) begin(job, host)
    },
    find,
    async cancel(id) {
      await store.askToStop(id)
      runs.get(id)?.stop()
    },
    watch(id, tell) {
      if (runs.has(id)) return watchers.add(id, tell)
      // Another process may run it; or this one will, when it is its turn.
      let seen = 0
      const timer = setInterval(async () => {
        const job = await find(id)
        if (job === undefined || job.changedAt === seen) return
        seen = job.changedAt
        tell(job)
      }, pollMs)
      const stop = watchers.add(id, tell)
      return () => {
        clearInterval(timer)
        stop()
      }
    },
    async work(host) {
      const jobs = await store.all()
      await sweep(jobs)
      for (const job of jobs) if (!hasEnded(job)) begin(job, host)
    },
    async close(signal) {
      turns.close()
      const aborted = new Promise((resolve) => {
        signal?.addEventListener('abort', resolve, { once: true })
        if (signal?.aborted) resolve(undefined)
      })
      await Promise.race([Promise.all(ending), aborted])
    },
  }
}

/** Why a job that a process left behind cannot be run again; undefined if it can. */
function findLoss({ attempts, checkpoint, order }: Job, { version }: JobHost) {
  if (order.version !== version) return 'unknown version' as const
  if (attempts === 0 || checkpoint !== undefined || order.isRepeatable) return undefined
  return 'died' as const
}

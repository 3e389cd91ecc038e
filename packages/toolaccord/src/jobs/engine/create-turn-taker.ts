import type { Archive } from '../../archive/archive.ts'
import { hasEnded } from '../has-ended.ts'
import type { JobHost, LostBecause } from '../job-engine.ts'
import type { AfterTurn } from '../job-queue.ts'
import type { JobClaim, JobStore } from '../job-store.ts'
import type { Job } from '../job.ts'
import { RunningAttempt } from './running-attempt.ts'
import { type OtherVersions, takesVersion } from './takes-version.ts'
import { toChangeTime } from './to-change-time.ts'

/** Takes the turns of jobs: each is run, ended without a run, or left to another process. */
export interface TurnTaker {
  /** Takes the turn of a job. It never rejects. */
  take(id: string, host: JobHost): Promise<AfterTurn>
  /** Ends a job that is not run. */
  endUnrun(
    claim: JobClaim,
    job: Job,
    because: LostBecause | 'cancelled',
    host: JobHost,
  ): Promise<void>
  /** True if a living process besides this one has a job, as far as is known. */
  isElsewhere(id: string): boolean
}

/** The parts of an engine that turns need. */
export interface TurnTakerParts {
  readonly store: JobStore
  readonly archive?: Archive | undefined
  readonly otherVersions: OtherVersions
  readonly now: () => number
  /** The runs of this process, by the ids of their jobs. */
  readonly runs: Map<string, RunningAttempt>
  /** Told of every change of a job. */
  onChange(job: Job): void
}

/** How long to wait for a job that another process has, or whose store is away. */
const againMs = 5_000
/** A job that would wait longer was put off by a process whose clock is wrong. */
const longestWaitMs = 120_000
/** A job that has ended so many processes is not begun again. */
const maxDeaths = 3

/** Creates what takes the turns of jobs in one process. */
export function createTurnTaker(parts: TurnTakerParts): TurnTaker {
  const { store, archive, otherVersions, now, runs, onChange } = parts
  const elsewhere = new Set<string>()

  async function runClaimed(id: string, host: JobHost): Promise<AfterTurn> {
    const claim = await store.claim(id)
    elsewhere.delete(id)
    if (claim === undefined) {
      const job = await store.find(id)
      if (job === undefined || hasEnded(job)) return {}
      elsewhere.add(id)
      return { againInMs: againMs }
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
    if (found === undefined || hasEnded(found)) return {}
    if ((await claim.renew()) === 'stop') {
      await endUnrun(claim, found, 'cancelled', host)
      return {}
    }
    if (found.state === 'asking') {
      // A question is worth as long as an answer would be.
      const isOver = now() - found.changedAt >= found.order.keepMs
      if (isOver) await endUnrun(claim, found, 'unanswered', host)
      return {}
    }
    const waitMs = (found.notBefore ?? 0) - now()
    if (waitMs > 0 && waitMs <= longestWaitMs) return { againInMs: waitMs }
    const job = found.state === 'running' ? { ...found, deaths: found.deaths + 1 } : found
    const isKnown = takesVersion(host.version, job.order.version, otherVersions)
    const loss = isKnown ? findLoss(job) : 'unknown version'
    if (loss !== undefined) {
      await endUnrun(claim, job, loss, host)
      return {}
    }
    const run = new RunningAttempt(job, { host, claim, now, archive, onChange })
    runs.set(id, run)
    return run.toEnd()
  }

  async function endUnrun(
    claim: JobClaim,
    job: Job,
    because: LostBecause | 'cancelled',
    host: JobHost,
  ): Promise<void> {
    const { order } = job
    const isCancelled = because === 'cancelled'
    const outcome = isCancelled ? host.toCancelled(order) : host.toLost(order, because)
    const state = isCancelled ? 'cancelled' : 'completed'
    const changedAt = toChangeTime(job, now())
    const ended: Job = { ...job, state, outcome, changedAt, expiresAt: now() + order.keepMs }
    if (await claim.save(ended)) onChange(ended)
  }

  return {
    async take(id, host) {
      try {
        return await runClaimed(id, host)
      } catch (thrown) {
        host.onTrouble(thrown)
        return { againInMs: againMs }
      }
    },
    endUnrun,
    isElsewhere: (id) => elsewhere.has(id),
  }
}

/** Why a job that a process left behind cannot be run again; undefined if it can. */
function findLoss({ state, deaths, checkpoint, order }: Job): LostBecause | undefined {
  if (state !== 'running') return undefined
  const mayRun = checkpoint !== undefined || order.isRepeatable
  return mayRun && deaths < maxDeaths ? undefined : 'died'
}

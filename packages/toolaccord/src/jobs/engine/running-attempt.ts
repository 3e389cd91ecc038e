import type { Archive } from '../../archive/archive.ts'
import type { Progress } from '../../define/call.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { hasEnded } from '../has-ended.ts'
import type { JobHost, JobRun, RunEnd } from '../job-engine.ts'
import type { AfterTurn } from '../job-queue.ts'
import type { JobClaim } from '../job-store.ts'
import type { Job } from '../job.ts'
import { type KeptOutcome, keepOutcome } from './keep-outcome.ts'

/** The parts of an engine that one run needs. */
export interface JobRunParts {
  readonly host: JobHost
  readonly claim: JobClaim
  readonly now: () => number
  readonly archive?: Archive | undefined
  /** Told of every change; of the end only when it is kept. */
  onChange(job: Job): void
}

/** How often a run says that it lives, and keeps its progress. */
const beatMs = 1000
/** How long to wait before the end of a job is kept again, if its store is away. */
const saveAgainMs = 500

/** How long those who wait here wait for a store that is away, once the job has ended. */
const tellMs = 2000

/** One attempt at a job, in this process. */
export class RunningAttempt implements JobRun {
  readonly resumed: unknown
  readonly #parts: JobRunParts
  readonly #controller = new AbortController()
  #job: Job
  #isDirty = false
  /** True if another process has the job: then this one must keep nothing. */
  #isLost = false

  constructor(job: Job, parts: JobRunParts) {
    this.#parts = parts
    this.resumed = job.checkpoint
    const attempts = job.attempts + 1
    this.#job = { ...job, state: 'running', attempts, notBefore: undefined }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get round() {
    return this.#job.round
  }

  /** The job as it is now, which the store may not know yet. */
  get job(): Job {
    return this.#job
  }

  progress(progress: Progress): void {
    this.#change({ progress })
    this.#isDirty = true
  }

  async checkpoint(state: unknown): Promise<void> {
    this.#change({ checkpoint: state })
    await this.#save()
  }

  /** Asks the tool to stop. */
  stop(): void {
    this.#controller.abort(new DOMException('The job was cancelled', 'AbortError'))
  }

  /** Runs the tool, and keeps what became of it. */
  async toEnd(): Promise<AfterTurn> {
    const { host } = this.#parts
    // It must be known to run before it does: otherwise nobody could tell that it died.
    if (!(await this.#save())) return {}
    this.#parts.onChange(this.#job)
    const beat = setInterval(() => this.#beat(), beatMs)
    const end = await host.runTool(this.#job.order, this)
    clearInterval(beat)
    const after = await this.#end(end)
    const keeping = this.#saveAtLast()
    // Whoever hears of the end may look for it in another process.
    await (hasEnded(this.#job) ? within(tellMs, keeping) : keeping)
    this.#parts.onChange(this.#job)
    await keeping
    return after
  }

  async #beat(): Promise<void> {
    try {
      const state = await this.#parts.claim.renew()
      if (state === 'lost') this.#isLost = true
      if (state !== 'held') this.stop()
      if (this.#isDirty) await this.#save()
    } catch (thrown) {
      // The store may be back at the next beat.
      this.#parts.host.onTrouble(thrown)
    }
  }

  async #end(end: RunEnd): Promise<AfterTurn> {
    if ('questions' in end) {
      const { questions, state } = end
      const number = (this.#job.round?.number ?? 0) + 1
      this.#set({ state: 'asking', round: { questions, answers: {}, state, number } })
      return {}
    }
    const { host, now } = this.#parts
    const { order, attempts } = this.#job
    const { outcome } = end
    const isStopped = this.signal.aborted
    const mayRepeat = order.isRepeatable && attempts <= order.retries && !isStopped
    const againInMs = mayRepeat && !outcome.ok ? host.retryInMs(outcome, attempts) : undefined
    if (againInMs !== undefined) {
      this.#set({ state: 'waiting', notBefore: now() + againInMs })
      return { againInMs }
    }
    const kept = await this.#keep(outcome)
    const state = isStopped ? 'cancelled' : 'completed'
    const expiresAt = now() + order.keepMs
    this.#set({ state, ...kept, expiresAt, checkpoint: undefined, round: undefined })
    return {}
  }

  /** Keeps the outcome, or the truth that it could not be kept. */
  async #keep(outcome: Outcome): Promise<KeptOutcome> {
    const { host, archive } = this.#parts
    const { order } = this.#job
    try {
      const kept = await keepOutcome(outcome, order, archive)
      if (kept !== undefined) return kept
    } catch (thrown) {
      host.onTrouble(thrown)
    }
    return { outcome: host.toLost(order, 'too large') }
  }

  #change(changes: Partial<Job>): void {
    this.#set(changes)
    this.#parts.onChange(this.#job)
  }

  #set(changes: Partial<Job>): void {
    this.#job = { ...this.#job, ...changes, changedAt: this.#parts.now() }
  }

  /** Keeps the job; false if it is another process's now. */
  async #save(): Promise<boolean> {
    this.#isDirty = false
    if (!this.#isLost) this.#isLost = !(await this.#parts.claim.save(this.#job))
    return !this.#isLost
  }

  /** Keeps the end of the job, however long its store is away: the work must not be done again. */
  async #saveAtLast(): Promise<void> {
    const { host } = this.#parts
    for (let tries = 0; ; tries++) {
      try {
        await this.#save()
        return
      } catch (thrown) {
        if (tries === 0) host.onTrouble(thrown)
        await new Promise((resolve) => setTimeout(resolve, saveAgainMs))
      }
    }
  }
}

/** Resolves when a promise does, or when that takes too long. */
function within(ms: number, promise: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

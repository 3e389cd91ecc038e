import { ArchiveError } from '../../archive/archive-error.ts'
import type { Archive } from '../../archive/archive.ts'
import type { Progress } from '../../define/call.ts'
import { isJson } from '../../json/json.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { hasEnded } from '../has-ended.ts'
import type { JobHost, JobRun, RunEnd } from '../job-engine.ts'
import type { AfterTurn } from '../job-queue.ts'
import type { JobClaim } from '../job-store.ts'
import type { Job } from '../job.ts'
import { type KeptOutcome, keepOutcome } from './keep-outcome.ts'
import { toChangeTime } from './to-change-time.ts'

/** The parts of an engine that one run needs. */
export interface JobRunParts {
  readonly host: JobHost
  readonly claim: JobClaim
  readonly now: () => number
  readonly archive?: Archive | undefined
  /** Told of every change; of the end only when it is kept. */
  onChange(job: Job): void
}

/** How deep a checkpoint may nest. */
const maxDepth = 64
/** How often a run says that it lives, and keeps its progress. */
const beatMs = 1000
/** How long to wait before the end of a job is kept again, if its store is away. */
const saveAgainMs = 500
/** How often an archive that is away is asked to keep an answer. */
const keepTries = 60

/** How long those who wait here wait for a store that is away, once the job has ended. */
const tellMs = 2000

/** One attempt at a job, in this process. */
export class RunningAttempt implements JobRun {
  readonly resumed: unknown
  readonly #parts: JobRunParts
  readonly #controller = new AbortController()
  #job: Job
  #isDirty = false
  #saving: Promise<unknown> = Promise.resolve()
  /** True if another process has the job: then this one must keep nothing. */
  #isLost = false
  /** True once the tool has answered. */
  #isOver = false
  /** Resolves when the job is given back; undefined if it is not. */
  #left: Promise<unknown> | undefined

  constructor(job: Job, parts: JobRunParts) {
    this.#parts = parts
    this.resumed = job.checkpoint
    const attempts = job.attempts + 1
    this.#job = job
    this.#set({ state: 'running', attempts, notBefore: undefined })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get isLeft(): boolean {
    return this.#left !== undefined && this.#job.state === 'waiting'
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
    if (state === undefined || !isJson(state, maxDepth)) {
      throw new TypeError(`${this.#job.order.tool} gave a checkpoint that is not JSON`)
    }
    this.#change({ checkpoint: state })
    await this.#saveAtLast()
  }

  /** Asks the tool to stop. */
  stop(): void {
    this.#controller.abort(new DOMException('The job was cancelled', 'AbortError'))
  }

  /**
   * Stops the tool and gives the job back, so that another process goes on with it. A job that may
   * not run again ends with the truth.
   */
  async leave(): Promise<void> {
    if (this.#isOver || this.#isLost || this.#left !== undefined) return
    const { host, claim, now } = this.#parts
    const { checkpoint, order, attempts } = this.#job
    if (checkpoint !== undefined || order.isRepeatable) {
      this.#set({ state: 'waiting', attempts: attempts - 1 })
    } else {
      const outcome = host.toLost(order, 'stopped')
      this.#set({ state: 'completed', outcome, expiresAt: now() + order.keepMs })
    }
    // Nothing more of this run is kept.
    this.#isLost = true
    this.#left = claim.save(this.#job).catch((thrown: unknown) => host.onTrouble(thrown))
    this.#parts.onChange(this.#job)
    this.stop()
    await this.#left
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
    this.#isOver = true
    if (this.#left !== undefined) {
      await this.#left
      return {}
    }
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
    const { now } = this.#parts
    const { outcome } = end
    const againInMs = this.#findRetry(end)
    if (againInMs !== undefined) {
      this.#set({ state: 'waiting', notBefore: now() + againInMs })
      return { againInMs }
    }
    return this.#endWith(outcome, this.signal.aborted && !outcome.ok ? 'cancelled' : 'completed')
  }

  /** How long to wait before the job is tried again; undefined if it is not. */
  #findRetry({ outcome, isFinal = false }: Extract<RunEnd, { outcome: Outcome }>) {
    const { order, attempts } = this.#job
    if (outcome.ok || isFinal || this.signal.aborted) return undefined
    if (!order.isRepeatable || attempts > order.retries) return undefined
    return this.#parts.host.retryInMs(outcome, attempts)
  }

  async #endWith(outcome: Outcome, state: 'completed' | 'cancelled'): Promise<AfterTurn> {
    const { now } = this.#parts
    const kept = await this.#keep(outcome)
    const expiresAt = now() + this.#job.order.keepMs
    this.#set({ state, ...kept, expiresAt, checkpoint: undefined, round: undefined })
    return {}
  }

  /** Keeps the outcome, or the truth that it could not be kept. */
  async #keep(outcome: Outcome): Promise<KeptOutcome> {
    const { host, archive } = this.#parts
    const { order } = this.#job
    for (let tries = 0; tries < keepTries; tries++) {
      try {
        const kept = await keepOutcome(outcome, order, archive)
        return kept ?? { outcome: host.toLost(order, 'unkept') }
      } catch (thrown) {
        host.onTrouble(thrown)
        if (thrown instanceof ArchiveError && thrown.reason === 'too_large') break
        await new Promise((resolve) => setTimeout(resolve, saveAgainMs))
      }
    }
    return { outcome: host.toLost(order, 'unkept') }
  }

  #change(changes: Partial<Job>): void {
    this.#set(changes)
    this.#parts.onChange(this.#job)
  }

  #set(changes: Partial<Job>): void {
    const changedAt = toChangeTime(this.#job, this.#parts.now())
    this.#job = { ...this.#job, ...changes, changedAt }
  }

  /** Keeps the job; false if it is another process's now. The last change is kept last. */
  #save(): Promise<boolean> {
    const saveNow = () => this.#saveNow()
    const saved = this.#saving.then(saveNow, saveNow)
    this.#saving = saved
    return saved
  }

  async #saveNow(): Promise<boolean> {
    this.#isDirty = false
    if (!this.#isLost) this.#isLost = !(await this.#parts.claim.save(this.#job))
    return !this.#isLost
  }

  /** Keeps the job, however long its store is away: what is done must not be done again. */
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

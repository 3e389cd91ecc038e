import type { Progress } from '../define/call.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { JobHost, JobRun } from './job-engine.ts'
import type { JobClaim, JobStore } from './job-store.ts'
import type { Job } from './job.ts'

/** The parts of an engine that one run needs. */
export interface EmbeddedRunParts {
  readonly store: JobStore
  readonly host: JobHost
  readonly claim: JobClaim
  readonly now: () => number
  /** Told of every change; of the end only when it is kept. */
  onChange(job: Job): void
}

/** How often a run says that it lives, and keeps its progress. */
const beatMs = 1000

/** One attempt at a job, in this process. */
export class EmbeddedRun implements JobRun {
  readonly resumed: unknown
  readonly #parts: EmbeddedRunParts
  readonly #controller = new AbortController()
  #job: Job
  #isDirty = false
  /** True if another process runs the job: then this one must keep nothing. */
  #isLost = false

  constructor(job: Job, parts: EmbeddedRunParts) {
    this.#parts = parts
    this.resumed = job.checkpoint
    this.#job = { ...job, state: 'running', attempts: job.attempts + 1 }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
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

  /** Runs the tool to its end, and keeps what became of it. */
  async toEnd(): Promise<void> {
    const { host, claim } = this.#parts
    await this.#save()
    const beat = setInterval(() => this.#beat(), beatMs)
    const outcome = await host.run(this.#job.order, this)
    clearInterval(beat)
    if ((await claim.renew()) === 'lost') return
    await this.#end(outcome)
    await claim.release()
  }

  async #beat(): Promise<void> {
    const state = await this.#parts.claim.renew()
    if (state === 'lost') this.#isLost = true
    if (state !== 'held') this.stop()
    if (this.#isDirty) await this.#save()
  }

  async #end(outcome: Outcome): Promise<void> {
    const expiresAt = this.#parts.now() + this.#job.order.keepMs
    const state = this.signal.aborted ? 'cancelled' : 'completed'
    this.#job = this.#with({ state, outcome, expiresAt, checkpoint: undefined })
    // Whoever hears of the end may look for it in another process.
    await this.#save()
    this.#parts.onChange(this.#job)
  }

  #change(changes: Partial<Job>): void {
    this.#job = this.#with(changes)
    this.#parts.onChange(this.#job)
  }

  #with(changes: Partial<Job>): Job {
    return { ...this.#job, ...changes, changedAt: this.#parts.now() }
  }

  async #save(): Promise<void> {
    this.#isDirty = false
    if (!this.#isLost) await this.#parts.store.save(this.#job)
  }
}

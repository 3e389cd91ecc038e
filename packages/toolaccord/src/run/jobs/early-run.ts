import type { Progress, RunningJob } from '../../define/call.ts'
import type { CallRequest } from '../../define/policy.ts'
import type { JobRun } from '../../jobs/job-engine.ts'

/** A long tool that runs in its call, and becomes a job if it does not end soon. */
export class EarlyRun implements RunningJob {
  readonly resumed = undefined
  readonly #request: CallRequest
  readonly #becomeJob: () => Promise<JobRun>
  #run: JobRun | undefined
  #jobSignal: AbortSignal | undefined
  #controller: AbortController | undefined
  #lastProgress: Progress | undefined

  constructor(request: CallRequest, becomeJob: () => Promise<JobRun>) {
    this.#request = request
    this.#becomeJob = becomeJob
  }

  /** Lets the tool see the job in the place of its call, which it may outlive. */
  attachTo(request: CallRequest): void {
    // The cast allows what only this class does: a request belongs to the framework.
    const own = request as { job?: RunningJob }
    own.job = this
  }

  /** Aborted when the caller goes away, and later when the job ends. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      this.#follow(this.#jobSignal ?? this.#request.signal)
    }
    return this.#controller.signal
  }

  onProgress(progress: Progress): void {
    this.#lastProgress = progress
    if (this.#run === undefined) this.#request.onProgress(progress)
    else this.#run.progress(progress)
  }

  async checkpoint(state: unknown): Promise<void> {
    // The tool may ask before its call knows that it has to be waited for.
    await Promise.resolve()
    const run = this.#run ?? (await this.#becomeJob())
    await run.checkpoint(state)
  }

  /** From now on the tool is told what the job is told. */
  become(run: JobRun, signal: AbortSignal): void {
    this.#run = run
    this.#jobSignal = signal
    if (this.#controller !== undefined) this.#follow(signal)
    if (this.#lastProgress !== undefined) run.progress(this.#lastProgress)
  }

  #follow(signal: AbortSignal): void {
    const abort = () => {
      // The end of the call is not the end of its job.
      const isStale = this.#jobSignal !== undefined && this.#jobSignal !== signal
      if (!isStale) this.#controller?.abort(signal.reason)
    }
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  }
}

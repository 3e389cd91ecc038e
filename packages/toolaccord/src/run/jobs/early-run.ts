import type { Progress, RunningJob } from '../../define/call.ts'
import type { CallRequest } from '../../define/policy.ts'
import type { JobRun } from '../../jobs/job-engine.ts'
import { changeRequest } from '../running-call.ts'

/** A long tool that runs in its call, and becomes a job if it does not end soon. */
export class EarlyRun implements RunningJob {
  readonly resumed = undefined
  readonly #request: CallRequest
  readonly #becomeJob: () => Promise<JobRun>
  #run: JobRun | undefined
  #controller: AbortController | undefined
  #lastProgress: Progress | undefined

  constructor(request: CallRequest, becomeJob: () => Promise<JobRun>) {
    this.#request = request
    this.#becomeJob = becomeJob
  }

  /** The request as the tool sees it: it outlives the one that its caller made. */
  toRequest(): CallRequest {
    const onProgress = (progress: Progress) => this.#progress(progress)
    return changeRequest(this.#request, { job: this, onProgress }, this)
  }

  /** Aborted when the caller goes away, and later when the job is cancelled. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#run === undefined) this.#follow(this.#request)
      else this.#follow(this.#run)
    }
    return this.#controller.signal
  }

  async checkpoint(state: unknown): Promise<void> {
    // The tool may ask before its call knows that it has to be waited for.
    await Promise.resolve()
    const run = this.#run ?? (await this.#becomeJob())
    await run.checkpoint(state)
  }

  /** From now on the tool is told what the job is told. */
  become(run: JobRun): void {
    this.#run = run
    if (this.#controller !== undefined) this.#follow(run)
    if (this.#lastProgress !== undefined) run.progress(this.#lastProgress)
  }

  #progress(progress: Progress): void {
    this.#lastProgress = progress
    if (this.#run === undefined) this.#request.onProgress(progress)
    else this.#run.progress(progress)
  }

  #follow(source: Pick<JobRun, 'signal'>): void {
    const { signal } = source
    const abort = () => {
      const isOver = source === this.#request && this.#run !== undefined
      // The end of the call is not the end of its job.
      if (!isOver) this.#controller?.abort(signal.reason)
    }
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  }
}

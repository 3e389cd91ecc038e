import type { CallRequest } from '../../define/policy.ts'
import { hasEnded } from '../../jobs/has-ended.ts'
import type { JobEngine } from '../../jobs/job-engine.ts'
import type { Job } from '../../jobs/job.ts'

/** Who waits for a job. */
export interface Waiter extends Pick<CallRequest, 'signal' | 'onProgress'> {
  /** How long, in milliseconds. Default: until it ends. */
  readonly waitMs?: number | undefined
  /** True if a question of the job ends the waiting. */
  readonly endsAtQuestion?: boolean | undefined
  /** Calls a function when nobody can wait any longer, until the one that it returns is called. */
  readonly onClosing?: ((leave: () => void) => () => void) | undefined
}

/** Waits until a job has ended, its time is over or whoever waits is gone. */
export function waitForJob(
  job: Job,
  { signal, onProgress, waitMs = Infinity, endsAtQuestion = false, onClosing }: Waiter,
  engine: JobEngine,
  settled?: Promise<Job>,
): Promise<Job> {
  const { id } = job.order
  if (hasEnded(job)) {
    // Whoever comes back hears of the last step, which came while nobody waited.
    if (job.progress !== undefined) onProgress(job.progress)
    return Promise.resolve(job)
  }
  return new Promise((resolve, reject) => {
    let seen = job
    const stop = engine.watch(id, take)
    const timer = waitMs < Infinity ? setTimeout(leave, waitMs) : undefined
    signal.addEventListener('abort', leave, { once: true })
    const stay = onClosing?.(leave)
    if (signal.aborted) leave()
    // It may have ended before anybody watched.
    const found = settled ?? engine.find(id)
    found.then((now) => take(now ?? seen), fail)

    function take(now: Job): void {
      // The clock may have been set back; an end is never older than what came before it.
      if (now.changedAt < seen.changedAt && !hasEnded(now)) return
      if (now.progress !== undefined && now.progress !== seen.progress) onProgress(now.progress)
      seen = now
      if (hasEnded(now) || (endsAtQuestion && now.state === 'asking')) leave()
    }
    function leave(): void {
      end()
      resolve(seen)
    }
    function fail(thrown: unknown): void {
      end()
      reject(thrown)
    }
    function end(): void {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      stay?.()
    }
  })
}

import { hasEnded } from '../has-ended.ts'
import type { ClaimState, JobClaim, JobStore } from '../job-store.ts'
import type { Job } from '../job.ts'

/**
 * The right to change a job that is not kept yet: its caller waits, and it may end before that is
 * worth it. It is kept as soon as somebody could miss it.
 */
export class EarlyClaim implements JobClaim {
  readonly #store: JobStore
  #job: Job
  #keeping: Promise<JobClaim> | undefined

  constructor(job: Job, store: JobStore) {
    this.#job = job
    this.#store = store
  }

  /** Keeps the job from now on. */
  keep(): Promise<JobClaim> {
    this.#keeping ??= this.#open()
    return this.#keeping
  }

  async renew(): Promise<ClaimState> {
    if (this.#keeping === undefined) return 'held'
    const claim = await this.#keeping
    return claim.renew()
  }

  async save(job: Job): Promise<boolean> {
    this.#job = job
    if (this.#keeping === undefined && !isMissedIfLost(job)) return true
    const claim = await this.keep()
    return claim.save(job)
  }

  async release(): Promise<void> {
    const claim = await this.#keeping
    await claim?.release()
  }

  async #open(): Promise<JobClaim> {
    try {
      await this.#store.add(this.#job)
      const claim = await this.#store.claim(this.#job.order.id)
      if (claim !== undefined) return claim
      throw new Error('another process has a job that this one has begun')
    } catch (thrown) {
      this.#keeping = undefined
      throw thrown
    }
  }
}

/** True if a job would be missed: its work goes on later, or has come so far that it must not. */
function isMissedIfLost(job: Job): boolean {
  if (hasEnded(job)) return false
  return job.state !== 'running' || job.checkpoint !== undefined
}

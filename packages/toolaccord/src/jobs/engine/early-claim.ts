import type { ClaimState, JobClaim, JobStore } from '../job-store.ts'
import type { Job } from '../job.ts'

/**
 * The right to change a job that was begun before it is kept. As long as its store is away, it goes
 * on unless somebody could miss it.
 */
export class EarlyClaim implements JobClaim {
  readonly #store: JobStore
  #job: Job
  #keeping: Promise<JobClaim> | undefined

  constructor(job: Job, store: JobStore) {
    this.#job = job
    this.#store = store
  }

  async renew(): Promise<ClaimState> {
    const claim = await this.#keep()
    return claim.renew()
  }

  async save(job: Job): Promise<boolean> {
    this.#job = job
    try {
      const claim = await this.#keep()
      return await claim.save(job)
    } catch (thrown) {
      if (job.state === 'running' && job.checkpoint === undefined) return true
      throw thrown
    }
  }

  async release(): Promise<void> {
    const claim = await this.#keeping
    await claim?.release()
  }

  #keep(): Promise<JobClaim> {
    this.#keeping ??= this.#open()
    return this.#keeping
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

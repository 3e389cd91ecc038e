import type { Job } from '../../../jobs/job.ts'
import type { Outcome } from '../../../outcome/outcome.ts'
import type { JobDesk } from '../../../run/jobs/create-job-desk.ts'

/** Fetches what a job gave that has ended. */
export function fetchOutcome(desk: JobDesk, job: Job): Promise<Outcome> {
  const { signal } = new AbortController()
  return desk.wait(job, { signal, waitMs: 0, onProgress() {} })
}

import type { Job } from './job.ts'

/** True if nothing more will happen to a job. */
export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'completed' || state === 'cancelled'

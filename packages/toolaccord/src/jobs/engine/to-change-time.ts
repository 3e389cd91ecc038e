import type { Job } from '../job.ts'

/** Returns the time of a change. It is later than the last one, whatever clocks say. */
export const toChangeTime = ({ changedAt }: Job, now: number): number =>
  Math.max(now, changedAt + 1)

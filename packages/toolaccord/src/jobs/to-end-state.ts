import type { Outcome } from '../outcome/outcome.ts'
import type { Job } from './job.ts'

/** How a job that has ended is named to callers. */
export type EndState = 'completed' | 'failed' | 'cancelled'

/**
 * Returns how a job ended: it has failed if its answer is a hard failure. A soft failure is an
 * answer of a tool that did its work.
 */
export function toEndState({ state }: Pick<Job, 'state'>, outcome: Outcome | undefined): EndState {
  if (state === 'cancelled') return 'cancelled'
  const hasFailed = outcome !== undefined && !outcome.ok && !outcome.soft
  return hasFailed ? 'failed' : 'completed'
}

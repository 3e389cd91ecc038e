import { type Html, type Sign, toBadge, type Tone } from '@toolaccord/pages'
import type { TaskState } from '../../state/task-state.ts'
import type { ProofState } from '../view/spec-view.ts'

/** How something is shown: as a colour, a sign and a word. */
export interface Look {
  readonly tone: Tone
  readonly sign: Sign
  readonly word: string
}

/** How the states of tasks look. */
export const stateLooks: Readonly<Record<TaskState, Look>> = {
  pending: { tone: 'calm', sign: 'empty', word: 'Pending' },
  in_progress: { tone: 'busy', sign: 'half', word: 'In progress' },
  in_review: { tone: 'fresh', sign: 'dot', word: 'In review' },
  completed: { tone: 'good', sign: 'check', word: 'Completed' },
  blocked: { tone: 'warn', sign: 'bar', word: 'Blocked' },
  failed: { tone: 'bad', sign: 'cross', word: 'Failed' },
  deferred: { tone: 'calm', sign: 'wait', word: 'Deferred' },
  cancelled: { tone: 'calm', sign: 'slash', word: 'Cancelled' },
}

/** How the results of checks look. */
export const proofLooks: Readonly<Record<ProofState, Look>> = {
  passed: { tone: 'good', sign: 'check', word: 'Passed' },
  claimed: { tone: 'fresh', sign: 'question', word: 'Claimed' },
  stale: { tone: 'warn', sign: 'wait', word: 'Stale' },
  failed: { tone: 'bad', sign: 'cross', word: 'Failed' },
  unproved: { tone: 'calm', sign: 'empty', word: 'Not run' },
}

/** Writes the badge of a state. */
export function stateBadge(state: TaskState): Html {
  const { tone, sign, word } = stateLooks[state]
  return toBadge(tone, sign, word)
}

/** Writes the badge of a result. */
export function proofBadge(state: ProofState): Html {
  const { tone, sign, word } = proofLooks[state]
  return toBadge(tone, sign, word)
}

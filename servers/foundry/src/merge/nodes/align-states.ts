import { isContainer } from '../../spec/roll-up.ts'
import type { SpecNode } from '../../spec/spec.ts'
import { stateOf } from '../../state/state-of.ts'
import type { TaskState } from '../../state/task-state.ts'
import { type JsonObject, isSame } from '../values/canonical.ts'
import type { Three } from '../values/three.ts'

/**
 * Which of two states is kept if both sides changed it, the first of the list before the others.
 *
 * - A problem is before a completion: if it is wrong, somebody looks once more in vain. A wrong
 *   completion hides the problem.
 * - A completion is before a cancellation: the work is there, and it was proved.
 * - A cancellation is before what is still open: somebody decided it and gave a reason.
 * - Of open states the one that is further: work that has begun is not begun a second time.
 *
 * The other state is never gone: it is in the conflict, with everything that belongs to it.
 */
const statesBySafety: readonly TaskState[] = [
  'failed',
  'blocked',
  'completed',
  'cancelled',
  'in_review',
  'in_progress',
  'deferred',
  'pending',
]

/** Members of metadata that tell of a state, and that are wrong beside another state. */
const ofState = new RegExp(
  '^(state|status_note|started_at|completed_at|actual_hours|proof|needs_journaling|' +
    'journaled_at|cancel_reason|cancelled_.+|blocke[rd]_.+|failed_.+|failure_.+)$',
)

/** A state that did not stay, and what belonged to it. */
export interface LostState {
  readonly kept: TaskState
  readonly other: TaskState
  readonly with: JsonObject
}

/**
 * Gives both sides one state if each changed it in its own way. The state of a container follows
 * from what is under it, and is not looked at.
 */
export function alignStates(
  three: Three<SpecNode>,
  report: (lost: LostState) => void,
): Three<SpecNode> {
  const { base, first, second } = three
  const state = stateOf(first)
  const other = stateOf(second)
  const before = base === undefined ? undefined : stateOf(base)
  const isClear = state === other || state === before || other === before
  if (isClear || isContainer(first)) return three
  if (statesBySafety.indexOf(state) < statesBySafety.indexOf(other)) {
    report(lostState(second, first))
    return { ...three, second: withStateOf(second, first) }
  }
  report(lostState(first, second))
  return { ...three, first: withStateOf(first, second) }
}

/** Says what is lost if a node gets the state of another version of it. */
export function lostState(node: SpecNode, source: SpecNode): LostState {
  const lost = Object.entries(node.metadata).filter(
    ([key, value]) => key !== 'state' && ofState.test(key) && !isSame(value, source.metadata[key]),
  )
  return { kept: stateOf(source), other: stateOf(node), with: Object.fromEntries(lost) }
}

/** Returns a node with the state of another version of it, and with what belongs to that state. */
export function withStateOf(node: SpecNode, source: SpecNode): SpecNode {
  const states = new Map(Object.entries(source.metadata).filter(([key]) => ofState.test(key)))
  const own = Object.entries(node.metadata).filter(([key]) => !ofState.test(key) || states.has(key))
  const metadata = new Map([...own, ...states])
  return { ...node, status: source.status, metadata: Object.fromEntries(metadata) }
}

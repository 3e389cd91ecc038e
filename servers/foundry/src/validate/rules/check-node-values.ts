import { isContainer } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { NodeType, SpecNode } from '../../spec/spec.ts'
import { moves } from '../../state/moves.ts'
import { stateOf, withState } from '../../state/state-of.ts'
import type { TaskState } from '../../state/task-state.ts'
import type { Mend, Report } from '../faults/create-faults.ts'
import { mendIf } from '../faults/mend-if.ts'
import { quote } from '../faults/quote.ts'
import { titleFromId } from '../structure/from-id.ts'
import type { RuleInput } from './rule.ts'
import { hintFor } from './values/hint-for.ts'
import { isFilled } from './values/is-filled.ts'
import { knownValues } from './values/known-values.ts'
import { isTaskState, toTaskState } from './values/to-task-state.ts'

/** Reports types, titles, statuses and states that nodes cannot have. */
export function checkNodeValues({ spec, report }: RuleInput): void {
  for (const [id, node] of Object.entries(spec.hierarchy)) {
    checkType(id, node, report)
    checkTitle(id, node, report)
    checkStatus(id, node, report)
    checkState(id, node, report)
  }
}

/** Other words for types. */
const typeWords: Readonly<Record<string, string>> = {
  verification: 'verify',
  check: 'verify',
  test: 'verify',
  sub_task: 'subtask',
  todo: 'task',
}

function checkType(id: string, node: SpecNode, report: Report): void {
  const { type } = node
  const isRoot = id === rootId
  if (isRoot ? type === 'spec' : type !== 'spec' && knownValues.types.includes(type)) return
  const place = ['hierarchy', id, 'type']
  const known = isRoot ? 'spec' : typeFor(type)
  const accepted = isRoot ? ['spec'] : knownValues.types.filter((one) => one !== 'spec')
  report('INVALID_NODE_TYPE', place, `The node ${quote(id)} has the type ${quote(type)}.`, {
    hint: hintFor(type, accepted),
    mend: mendIf(known !== undefined && mayBecome(node, known), (draft) => draft.set(place, known)),
  })
}

/** A phase has no state of its own, so what failed or was dropped cannot become one. */
const mayBecome = (node: SpecNode, type: NodeType): boolean =>
  !isContainer({ type }) || !hasOwnState(node)

function hasOwnState({ status, metadata }: SpecNode): boolean {
  const states = [metadata.state, toTaskState(status)]
  return states.some((state) => isTaskState(state) && !isStatus(state))
}

function typeFor(type: string): NodeType | undefined {
  const word = type
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const known = Object.hasOwn(typeWords, word) ? typeWords[word] : word
  return knownValues.types.find((one) => one === known && one !== 'spec')
}

function checkTitle(id: string, { title }: SpecNode, report: Report): void {
  if (isFilled(title)) return
  const place = ['hierarchy', id, 'title']
  report('EMPTY_TITLE', place, `The node ${quote(id)} has an empty title.`, {
    hint: 'Write what is to be done in a few words.',
    mend: (draft) => draft.set(place, titleFromId(id)),
  })
}

function checkStatus(id: string, node: SpecNode, report: Report): void {
  const { status } = node
  if (knownValues.statuses.includes(status)) return
  // Other programs write this one into the root of a spec that they archive.
  const isArchived = id === rootId && String(status) === 'archived'
  if (isArchived) return
  const place = ['hierarchy', id, 'status']
  const accepted = hintFor(status, knownValues.statuses)
  const message = `The node ${quote(id)} has the status ${quote(status)}.`
  if (isContainer({ type: typeFor(node.type) ?? node.type })) {
    report('INVALID_STATUS', place, message, {
      hint: `${accepted} The status follows from what is under the node.`,
      // What was dropped as a whole is to be dropped part by part, which needs a choice.
      mend: mendIf(!hasOwnState(node), (draft) => draft.set(place, 'pending')),
    })
    return
  }
  const state = stateFor(node)
  report('INVALID_STATUS', place, message, {
    hint: state === undefined ? accepted : `It would get the state "${state}". ${accepted}`,
    mend: state && mendStatus(id, node, state),
  })
}

function mendStatus(id: string, node: SpecNode, state: TaskState): Mend {
  const place = ['hierarchy', id]
  const { status, metadata } = withState(node, state)
  return (draft) => {
    draft.set([...place, 'status'], status)
    if (metadata.state !== undefined) draft.set([...place, 'metadata', 'state'], metadata.state)
  }
}

/**
 * The state that a node is in if its status is not known. The metadata may know more than the
 * status, so a failed or deferred task stays one; if they disagree otherwise, nobody can tell.
 */
function stateFor({ status, metadata }: SpecNode): TaskState | undefined {
  const { state } = metadata
  const meant = toTaskState(status)
  if (state === undefined || state === meant) return meant
  if (!isTaskState(state) || isStatus(state)) return undefined
  return meant === undefined || isStatus(meant) ? state : undefined
}

/** True if a file says a state by the status alone. */
const isStatus = (state: TaskState): boolean =>
  knownValues.statuses.some((status) => status === state)

function checkState(id: string, node: SpecNode, report: Report): void {
  const { state, cancel_reason: reason } = node.metadata
  if (state !== undefined && !isTaskState(state)) {
    const place = ['hierarchy', id, 'metadata', 'state']
    report('UNKNOWN_STATE', place, `The node ${quote(id)} has the state ${quote(state)}.`, {
      hint: `${hintFor(state, Object.keys(moves))} Until then its status counts.`,
    })
  }
  if (stateOf(node) !== 'cancelled' || isFilled(reason)) return
  const place = ['hierarchy', id, 'metadata', 'cancel_reason']
  report('MISSING_CANCEL_REASON', place, `The node ${quote(id)} is cancelled without a reason.`, {
    hint: 'Write why it was dropped, or reopen it.',
  })
}

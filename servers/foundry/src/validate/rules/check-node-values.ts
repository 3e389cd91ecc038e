import { isContainer } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { SpecNode } from '../../spec/spec.ts'
import { moves } from '../../state/moves.ts'
import { stateOf, withState } from '../../state/state-of.ts'
import type { TaskState } from '../../state/task-state.ts'
import type { Mend, Report } from '../faults/create-faults.ts'
import { mendIf } from '../faults/mend-if.ts'
import { quote } from '../faults/quote.ts'
import { titleFromId } from '../structure/from-id.ts'
import { hintFor } from './hint-for.ts'
import { isFilled } from './is-filled.ts'
import { knownValues } from './known-values.ts'
import type { RuleInput } from './rule.ts'
import { isTaskState, toTaskState } from './to-task-state.ts'

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

function checkType(id: string, { type }: SpecNode, report: Report): void {
  const isRoot = id === rootId
  if (isRoot ? type === 'spec' : type !== 'spec' && knownValues.types.includes(type)) return
  const place = ['hierarchy', id, 'type']
  const known = isRoot ? 'spec' : typeFor(type)
  const accepted = isRoot ? ['spec'] : knownValues.types.filter((one) => one !== 'spec')
  report('INVALID_NODE_TYPE', place, `The node ${quote(id)} has the type ${quote(type)}.`, {
    hint: hintFor(type, accepted),
    mend: mendIf(known !== undefined, (draft) => draft.set(place, known)),
  })
}

function typeFor(type: string): string | undefined {
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
  report('INVALID_STATUS', place, `The node ${quote(id)} has the status ${quote(status)}.`, {
    hint: hintFor(status, knownValues.statuses),
    mend: mendStatus(id, node),
  })
}

/** A container gets a status that is derived afterwards. A task gets the state that is meant. */
function mendStatus(id: string, node: SpecNode): Mend | undefined {
  const place = ['hierarchy', id]
  if (isContainer(node)) return (draft) => draft.set([...place, 'status'], 'pending')
  const state = stateFor(node)
  if (state === undefined) return undefined
  const { status, metadata } = withState(node, state)
  return (draft) => {
    draft.set([...place, 'status'], status)
    if (metadata.state !== undefined) draft.set([...place, 'metadata', 'state'], metadata.state)
  }
}

/** The metadata know more than the status, so a failed or deferred task stays one. */
function stateFor({ status, metadata }: SpecNode): TaskState | undefined {
  const { state } = metadata
  if (isTaskState(state)) return state
  return state === undefined ? toTaskState(status) : undefined
}

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

import { rootId } from '../../spec/root-id.ts'
import type { FaultDetails, Report } from '../faults/create-faults.ts'
import { isJsonObject, type JsonObject } from '../faults/is-json-object.ts'
import { mendIf } from '../faults/mend-if.ts'
import { quote } from '../faults/quote.ts'
import { titleFromId, typeFromId } from './from-id.ts'
import type { RawNodes } from './raw-nodes.ts'

/** A node that may be damaged, and all others. */
interface RawNode {
  readonly id: string
  readonly node: JsonObject
  readonly nodes: RawNodes
}

/** Reports nodes that are not objects, and members of nodes that are not what the format says. */
export function checkNodes(hierarchy: JsonObject, nodes: RawNodes, report: Report): void {
  for (const [id, node] of Object.entries(hierarchy)) {
    if (isJsonObject(node)) {
      checkNode({ id, node, nodes }, report)
      continue
    }
    const message = `The node ${quote(id)} is ${quote(node)}, and not an object.`
    report('INVALID_NODE_STRUCTURE', ['hierarchy', id], message, {
      hint: 'Write the node again, or remove it and every mention of its id.',
    })
  }
}

function checkNode(raw: RawNode, report: Report): void {
  const { node } = raw
  if (typeof node.type !== 'string') reportMember(raw, 'type', 'a string', report)
  if (typeof node.title !== 'string') reportMember(raw, 'title', 'a string', report)
  if (typeof node.status !== 'string') reportMember(raw, 'status', 'a string', report)
  if (typeof node.parent !== 'string' && node.parent !== null) {
    reportMember(raw, 'parent', 'an id or null', report)
  }
  for (const name of ['total_tasks', 'completed_tasks'] as const) {
    if (typeof node[name] !== 'number') reportMember(raw, name, 'a number', report)
  }
}

type Member = 'type' | 'title' | 'status' | 'parent' | 'total_tasks' | 'completed_tasks'

function reportMember(raw: RawNode, name: Member, accepted: string, report: Report): void {
  const { id, node } = raw
  const place = ['hierarchy', id, name]
  const value = node[name]
  const known = replacementFor(raw, name)
  const details: FaultDetails = {
    hint: known === undefined ? hints[name] : `It would become ${quote(known)}.`,
    mend: mendIf(known !== undefined, (draft) => draft.set(place, known)),
  }
  if (value === undefined) {
    report('MISSING_NODE_FIELD', place, `The node ${quote(id)} has no ${name}.`, details)
    return
  }
  const message = `The ${name} of ${quote(id)} is ${quote(value)}, and not ${accepted}.`
  report('INVALID_FIELD_TYPE', place, message, details)
}

const hints: Readonly<Record<Member, string>> = {
  type: 'Write one of phase, group, task, subtask, verify, research.',
  title: 'Write what is to be done in a few words.',
  status: 'Write one of pending, in_progress, completed, blocked.',
  parent: 'Write the id of the node that this one is under.',
  total_tasks: 'Write a number.',
  completed_tasks: 'Write a number.',
}

/** Null is the parent of the root, and undefined is what the file does not tell. */
type Replacement = string | number | null | undefined

/** What must stand in place of a member, or undefined if the file does not tell. */
function replacementFor({ id, node, nodes }: RawNode, name: Member): Replacement {
  const value = node[name]
  if (name === 'total_tasks' || name === 'completed_tasks') return 0
  const isNumber = typeof value === 'number'
  if (value !== undefined && value !== null && !isNumber) return undefined
  switch (name) {
    case 'type':
      return isNumber ? undefined : typeFromId(id)
    case 'title':
      return isNumber ? String(value) : titleFromId(id)
    case 'status':
      return isNumber || hasHistory(node) ? undefined : 'pending'
    case 'parent':
      return parentFor(id, value, nodes)
  }
}

function parentFor(id: string, value: unknown, nodes: RawNodes): Replacement {
  if (id === rootId) return null
  if (typeof value === 'number') {
    return nodes.byId.has(String(value)) ? String(value) : undefined
  }
  return nodes.listerOf(id) ?? rootId
}

/** True if a node was worked on, so that nobody may say that it was not begun. */
function hasHistory({ metadata }: JsonObject): boolean {
  if (!isJsonObject(metadata)) return false
  const traces = ['state', 'started_at', 'completed_at', 'failed_at', 'failure_reason']
  return [...traces, 'cancel_reason', 'blocker_description'].some((name) => name in metadata)
}

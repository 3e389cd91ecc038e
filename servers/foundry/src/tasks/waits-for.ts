import { blockersOf } from '../spec/add-dependency.ts'
import { isContainer } from '../spec/roll-up.ts'
import type { Spec, SpecNode } from '../spec/spec.ts'
import { ancestorsOf } from '../spec/subtree-of.ts'
import { isSettled, stateOf } from '../state/state-of.ts'
import { isCheck, isWork } from './is-check.ts'

/**
 * Returns what must be settled before a node can be begun: what it waits for, what it is under
 * waits for, and its own parts. A verification in a phase checks what stands before it.
 */
export function waitsFor(spec: Spec, id: string): readonly string[] {
  const node = spec.hierarchy[id]
  if (node === undefined) return []
  const above = ancestorsOf(spec, id)
  const named = [id, ...above].flatMap((one) => blockersOf(spec.hierarchy[one]))
  const parts = node.children.filter((child) => isPart(spec, child))
  const before = node.type === 'verify' ? siblingsBefore(spec, id, node) : []
  const all = new Set([...named, ...parts, ...before])
  return [...all].filter((one) => isOpenBlocker(spec, one))
}

/** Returns the tasks above a node that stop it, because they do not go on themselves. */
export function stoppedBy(spec: Spec, id: string): readonly string[] {
  return ancestorsOf(spec, id).filter((above) => {
    const node = spec.hierarchy[above]
    if (node === undefined || isContainer(node)) return false
    return !['pending', 'in_progress'].includes(stateOf(node))
  })
}

/** A check is not waited for: it is run on the finished task. */
function isPart(spec: Spec, id: string): boolean {
  const node = spec.hierarchy[id]
  return node !== undefined && !isCheck(spec, node)
}

function siblingsBefore(spec: Spec, id: string, node: SpecNode): readonly string[] {
  const siblings = spec.hierarchy[node.parent ?? '']?.children ?? []
  const before = siblings.slice(0, Math.max(0, siblings.indexOf(id)))
  return before.filter((one) => {
    const sibling = spec.hierarchy[one]
    return sibling !== undefined && sibling.type !== 'verify' && isWork(spec, sibling)
  })
}

/** A question that need not be answered blocks nothing, and neither does an id of nothing. */
function isOpenBlocker(spec: Spec, id: string): boolean {
  const node = spec.hierarchy[id]
  if (node === undefined || isSettled(stateOf(node))) return false
  return node.type !== 'research' || node.metadata.blocking_mode === 'hard'
}

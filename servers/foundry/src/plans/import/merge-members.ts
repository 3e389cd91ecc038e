import type { SpecNode } from '../../spec/spec.ts'
import { stateOf, withState } from '../../state/state-of.ts'
import type { TaskState } from '../../state/task-state.ts'
import { hashOf } from './external-of.ts'

/** The values that a source owns, by name. */
export type Members = Readonly<Record<string, unknown>>

/** What came of the members of a node. */
export interface Merged {
  readonly node: SpecNode
  readonly seen: Readonly<Record<string, string>>
  /** Members that were changed here; the values of the spec stayed. */
  readonly kept: readonly string[]
}

/** How far a state is; of two changes the one that is further stays. */
const ranks: Readonly<Record<TaskState, number>> = {
  pending: 0,
  deferred: 1,
  blocked: 2,
  failed: 2,
  in_progress: 3,
  in_review: 4,
  completed: 5,
  cancelled: 5,
}

/**
 * Takes what the source changed since the last import. What was changed here stays, and so does a
 * state that is further than that of the source. A node that is new takes everything.
 */
export function mergeMembers(
  node: SpecNode,
  wanted: Members,
  seenBefore: Readonly<Record<string, string>> | undefined,
): Merged {
  const before = seenBefore ?? {}
  const isNew = seenBefore === undefined
  const kept: string[] = []
  const seen: Record<string, string> = { ...before }
  let merged = node
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(before)])) {
    const value = wanted[name]
    const source = hashOf(value)
    const local = hashOf(memberOf(node, name))
    const isUntouched = local === (before[name] ?? '')
    if (source === (before[name] ?? '')) {
      if (!isUntouched) kept.push(name)
      continue
    }
    if (isNew || isUntouched || (name === 'state' && isFurther(value, node))) {
      merged = withMember(merged, name, value)
    } else if (local !== source) {
      kept.push(name)
      continue
    }
    if (source === '') delete seen[name]
    else seen[name] = source
  }
  return { node: merged, seen, kept }
}

const isFurther = (value: unknown, node: SpecNode) =>
  // The cast is right: the member "state" is always a state.
  ranks[value as TaskState] > ranks[stateOf(node)]

function memberOf(node: SpecNode, name: string): unknown {
  if (name === 'title') return node.title
  return name === 'state' ? stateOf(node) : node.metadata[name]
}

/** Returns a node with another value of a member; undefined takes the member away. */
export function withMember(node: SpecNode, name: string, value: unknown): SpecNode {
  if (name === 'title') return { ...node, title: String(value) }
  // The cast is right: the member "state" is always a state.
  if (name === 'state') return withState(node, value as TaskState)
  const others = Object.entries(node.metadata).filter(([key]) => key !== name)
  if (value === undefined) return { ...node, metadata: Object.fromEntries(others) }
  return { ...node, metadata: { ...node.metadata, [name]: value } }
}

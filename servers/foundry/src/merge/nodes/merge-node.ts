import { isContainer } from '../../spec/roll-up.ts'
import type { SpecNode } from '../../spec/spec.ts'
import { type JsonObject, isSame } from '../values/canonical.ts'
import { isSameList } from '../values/merge-order.ts'
import { type Clash, mergeObjects } from '../values/merge-value.ts'
import type { Three } from '../values/three.ts'
import { alignStates } from './align-states.ts'
import type { Links } from './merge-dependencies.ts'
import type { NodeMerging } from './node-of.ts'

/** How a node is linked to others after a merge. */
export interface NodeLinks {
  readonly parent: string | null
  readonly children: readonly string[]
  readonly dependencies: Links
}

/** Merges the two versions of a node by member. Its links are decided already. */
export function mergeNode(
  id: string,
  three: Three<SpecNode>,
  links: NodeLinks,
  merging: NodeMerging,
): SpecNode {
  const aligned = alignStates(three, (lost) =>
    merging.report(id, { member: 'status', reason: 'both_changed', ...lost }),
  )
  const { base } = aligned
  const first = withLinks(aligned.first, links)
  const second = withDerivedOf(withLinks(aligned.second, links), first, base)
  if (isSame(first, second)) return first
  const report = (clash: Clash) => merging.report(id, { ...clash, reason: 'both_changed' })
  // The casts give a node the type of any object, and what is merged from two nodes is a node.
  const objects = { base, first, second } as unknown as Three<JsonObject>
  return mergeObjects(objects, [], { ...merging, report }) as unknown as SpecNode
}

/** Returns a node with other links; the same node if it has them. */
export function withLinks(node: SpecNode, links: NodeLinks): SpecNode {
  const { parent, dependencies } = links
  const children = isSameList(node.children, links.children) ? node.children : links.children
  const isPlaced = node.parent === parent && node.children === children
  const placed = isPlaced ? node : { ...node, parent, children }
  const changed = Object.entries(dependencies).filter(([kind, ids]) => {
    // The cast restores the key type that Object.entries widens.
    const known = node.dependencies?.[kind as keyof Links]
    return known === undefined || !isSameList(known, ids)
  })
  if (changed.length === 0) return placed
  return withDependencies(placed, { ...node.dependencies, ...Object.fromEntries(changed) })
}

/** A node gets its first dependencies before its metadata, where other programs write them. */
function withDependencies(node: SpecNode, dependencies: Links): SpecNode {
  if (node.dependencies !== undefined) return { ...node, dependencies }
  const { metadata, ...rest } = node
  return { ...rest, dependencies, metadata }
}

/** What is computed again is not merged: one side's will do. */
function withDerivedOf(node: SpecNode, other: SpecNode, base: SpecNode | undefined): SpecNode {
  const { total_tasks, completed_tasks } = other
  const isStatusDerived = isContainer(node) && other.status !== base?.status
  const status = isStatusDerived ? other.status : node.status
  return { ...node, status, total_tasks, completed_tasks }
}

import { rootId } from '../../spec/root-id.ts'
import type { SpecNode } from '../../spec/spec.ts'
import type { Draft } from './create-draft.ts'
import { externalOf } from './external-of.ts'
import { mergeOrder } from './merge-order.ts'
import type { WantedNode } from './wanted-node.ts'

/** A parent, and the order that its children had in the source at the last import. */
interface Place {
  readonly id: string
  readonly before: readonly string[]
  readonly wanted: readonly string[]
}

/**
 * Puts nodes where the source has them. A node that was moved here stays, an order that was changed
 * here stays. Returns the ids of nodes that stayed although the source moved them.
 */
export function placeNodes(draft: Draft, wanted: readonly WantedNode[]): readonly string[] {
  const tops = wanted.filter(({ parent }) => parent === undefined).map(({ id }) => id)
  const kept = wanted.flatMap((node) => moveNode(draft, node))
  const root: Place = { id: rootId, before: childrenBefore(draft, rootId), wanted: tops }
  const places = wanted.map(({ id, children }) => {
    const nodeId = draft.ids.get(id) ?? ''
    return { id: nodeId, before: childrenBefore(draft, nodeId), wanted: children }
  })
  for (const place of [root, ...places]) orderChildren(draft, place)
  return kept
}

const childrenBefore = ({ nodes }: Draft, id: string): readonly string[] => {
  const node = nodes.get(id)
  return (node && externalOf(node)?.children) ?? []
}

/** Gives a node the parent that the source has for it, if nobody moved it here. */
function moveNode({ nodes, ids }: Draft, wanted: WantedNode): readonly string[] {
  const id = ids.get(wanted.id) ?? ''
  const node = nodes.get(id)
  const parent = idOfParent(ids, wanted.parent)
  if (node === undefined || parent === undefined || node.parent === parent) return []
  const external = externalOf(node)
  const isNew = node.parent === null
  const isSameInSource = !isNew && external?.parent === wanted.parent
  const isMovedHere = !isNew && node.parent !== idOfParent(ids, external?.parent)
  if (isSameInSource) return []
  if (isMovedHere || isUnder(nodes, parent, id)) return [id]
  const before = node.parent === null ? undefined : nodes.get(node.parent)
  if (before && node.parent !== null) {
    nodes.set(node.parent, { ...before, children: before.children.filter((one) => one !== id) })
  }
  nodes.set(id, { ...node, parent, type: typeUnder(node, nodes.get(parent)) })
  return []
}

/** True if a node is another one, or is somewhere under it. */
function isUnder(nodes: Draft['nodes'], id: string, other: string): boolean {
  const seen = new Set<string>()
  for (let at: string | null = id; at !== null && !seen.has(at);) {
    if (at === other) return true
    seen.add(at)
    at = nodes.get(at)?.parent ?? null
  }
  return false
}

/** What is under a task is a subtask. */
function typeUnder({ type }: SpecNode, parent: SpecNode | undefined): SpecNode['type'] {
  if (type !== 'task' && type !== 'subtask') return type
  return parent?.type === 'phase' ? 'task' : 'subtask'
}

const idOfParent = (ids: ReadonlyMap<string, string>, parent: string | undefined) =>
  parent === undefined ? rootId : ids.get(parent)

function orderChildren({ nodes, ids }: Draft, { id, before, wanted }: Place): void {
  const node = nodes.get(id)
  if (node === undefined) return
  const toIds = (names: readonly string[]) => names.flatMap((name) => ids.get(name) ?? [])
  const isHere = (child: string) => nodes.get(child)?.parent === id
  const children = mergeOrder({
    local: node.children.filter((child) => !nodes.has(child) || isHere(child)),
    before: toIds(before).filter(isHere),
    wanted: toIds(wanted).filter(isHere),
  })
  const isSame =
    children.length === node.children.length &&
    children.every((child, index) => child === node.children[index])
  if (!isSame) nodes.set(id, { ...node, children })
}

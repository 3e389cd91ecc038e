import { FoundryError } from '../errors/foundry-error.ts'
import { nodeOf } from './node-of.ts'
import type { Spec, SpecNode } from './spec.ts'

/** Returns the spec with one node changed. */
export function withNode(spec: Spec, id: string, change: (node: SpecNode) => SpecNode): Spec {
  const node = nodeOf(spec, id)
  const changed = change(node)
  return changed === node ? spec : withNodes(spec, { [id]: changed })
}

/** Returns the spec with these nodes added or replaced. */
export const withNodes = (spec: Spec, nodes: Readonly<Record<string, SpecNode>>): Spec => ({
  ...spec,
  hierarchy: { ...spec.hierarchy, ...nodes },
})

/** Returns a node with some members of its metadata changed; undefined removes one. */
export function withMetadata(node: SpecNode, changes: Readonly<Record<string, unknown>>): SpecNode {
  const merged = Object.entries({ ...node.metadata, ...changes })
  return {
    ...node,
    metadata: Object.fromEntries(merged.filter(([, value]) => value !== undefined)),
  }
}

/** Returns the spec with a node among the children of another, at a place that counts from 1. */
export function withChild(spec: Spec, parentId: string, id: string, position?: number): Spec {
  return withNode(spec, parentId, (parent) => {
    const place = placeOf(parent.children, position)
    return { ...parent, children: parent.children.toSpliced(place, 0, id) }
  })
}

/** Returns the index for a place that counts from 1; throws INVALID_POSITION if there is none. */
export function placeOf(children: readonly string[], position?: number): number {
  const count = children.length + 1
  const place = position ?? count
  if (place < 1 || place > count) throw invalidPosition(place, count)
  return place - 1
}

const invalidPosition = (position: number, max: number) =>
  new FoundryError('INVALID_POSITION', `Position ${position} is not in the list.`, {
    path: 'position',
    hint: `Positions count from 1; the last one here is ${max}.`,
    details: { position, max_position: max, valid_range: `1-${max}` },
  })

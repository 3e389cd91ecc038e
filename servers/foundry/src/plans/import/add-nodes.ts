import { rootId } from '../../spec/root-id.ts'
import { type Draft, emptyNode, freeId } from './create-draft.ts'
import type { WantedNode } from './wanted-node.ts'

/** Adds a node for everything that the source has and the spec does not. Returns their ids. */
export function addNodes(draft: Draft, wanted: readonly WantedNode[]): readonly string[] {
  const { nodes, ids } = draft
  reusePhases(draft, wanted)
  const added: string[] = []
  let phase = 0
  let number = 0
  for (const { id: foreignId, type } of wanted) {
    if (type === 'phase') {
      phase += 1
      number = 0
    } else {
      number += 1
    }
    if (ids.has(foreignId)) continue
    const id = freeId(draft, { type, phase, number })
    nodes.set(id, emptyNode(type, null))
    ids.set(foreignId, id)
    added.push(id)
  }
  return added
}

/** A phase whose name changed is the one that its tasks are in. */
function reusePhases({ nodes, ids }: Draft, wanted: readonly WantedNode[]): void {
  const inSource = new Set(wanted.map(({ id }) => id))
  const foreignIds = new Map([...ids].map(([foreignId, id]) => [id, foreignId]))
  for (const { id, type, children } of wanted) {
    if (type !== 'phase' || ids.has(id)) continue
    const task = children.find((child) => ids.has(child))
    const parent = nodes.get(ids.get(task ?? '') ?? '')?.parent ?? rootId
    const before = foreignIds.get(parent)
    const isFree = before !== undefined && !inSource.has(before)
    if (!isFree || nodes.get(parent)?.type !== 'phase') continue
    ids.delete(before)
    ids.set(id, parent)
    foreignIds.set(parent, id)
  }
}

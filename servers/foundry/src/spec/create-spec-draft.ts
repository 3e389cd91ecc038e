import { type NodeInit, checkParent, duplicateNode, newNode } from './add-node.ts'
import { nodeOf } from './node-of.ts'
import type { Spec, SpecNode } from './spec.ts'
import { placeOf } from './with-node.ts'

/** A spec that many nodes are added to, in a time that grows with their number only. */
export interface SpecDraft {
  /** The spec as it is so far. It changes with the draft, until that is finished. */
  readonly spec: Spec
  add(node: NodeInit): void
  /** Returns the spec; nothing is added after that. */
  finish(): Spec
}

/** Creates a draft. The spec that it begins with stays as it is. */
export function createSpecDraft(begin: Spec): SpecDraft {
  const hierarchy: Record<string, SpecNode> = { ...begin.hierarchy }
  const spec: Spec = { ...begin, hierarchy }
  const grown = new Map<string, string[]>()
  let isFinished = false

  /** The children of a node, as an array of the draft's own. */
  function childrenOf(parentId: string): string[] {
    const own = grown.get(parentId)
    if (own !== undefined) return own
    const parent = nodeOf(spec, parentId, 'parent_id')
    const children = [...parent.children]
    hierarchy[parentId] = { ...parent, children }
    grown.set(parentId, children)
    return children
  }

  return {
    spec,
    add(init) {
      if (isFinished) throw new TypeError('The draft is finished.')
      const { id, type, parent, position } = init
      if (Object.hasOwn(hierarchy, id)) throw duplicateNode(id)
      checkParent(spec, id, type, parent)
      const children = childrenOf(parent)
      const place = placeOf(children, position)
      hierarchy[id] = newNode(init)
      if (place === children.length) children.push(id)
      else children.splice(place, 0, id)
    },
    finish() {
      isFinished = true
      return spec
    },
  }
}

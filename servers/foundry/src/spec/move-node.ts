import { FoundryError } from '../errors/foundry-error.ts'
import { circularDependency } from './add-dependency.ts'
import { checkParent } from './add-node.ts'
import { doneStep, findWay, freeStep } from './find-way.ts'
import { nodeOf } from './node-of.ts'
import type { NodeType, Spec, SpecNode } from './spec.ts'
import { subtreeOf } from './subtree-of.ts'
import { withChild, withNode, withNodes } from './with-node.ts'

/** Where a node goes. */
export interface NewPlace {
  readonly parent: string
  /** Counts from 1, without the node itself. Default: the end. */
  readonly position?: number | undefined
}

/** Returns the spec with a node, and all that is under it, in another place. */
export function moveNode(spec: Spec, id: string, { parent, position }: NewPlace): Spec {
  const node = nodeOf(spec, id)
  const target = nodeOf(spec, parent, 'parent_id')
  if (node.parent === null || subtreeOf(spec, id).includes(parent)) throw underItself(id, parent)
  const type = typeUnder(node.type, target)
  checkParent(spec, id, type, parent)
  const taken = withNode(spec, node.parent, (old) => ({
    ...old,
    children: old.children.filter((child) => child !== id),
  }))
  const moved = node.parent === parent ? node : { ...node, type, parent }
  const placed = withChild(withNodes(taken, { [id]: moved }), parent, id, position)
  if (node.parent !== parent) checkCircle(placed, id, parent)
  return placed
}

/** A task under a task is a part of it, and is called so. */
function typeUnder(type: NodeType, parent: SpecNode): NodeType {
  if (type !== 'task' && type !== 'subtask') return type
  return parent.type === 'task' || parent.type === 'subtask' ? 'subtask' : 'task'
}

/** What a node is under binds it, and it is needed for the end of what it is under. */
function checkCircle(spec: Spec, id: string, parent: string): void {
  const way =
    findWay(spec, freeStep(parent), freeStep(id)) ?? findWay(spec, doneStep(id), doneStep(parent))
  if (way === undefined) return
  const cycle = way[0] === id ? [parent, ...way] : [id, ...way]
  throw circularDependency(id, parent, cycle, 'parent_id')
}

const underItself = (id: string, parent: string) =>
  new FoundryError('INVALID_PARENT', `'${id}' cannot be under '${parent}'.`, {
    path: 'parent_id',
    hint: 'The root stays where it is, and a node cannot be under itself or one of its parts.',
    details: { task_id: id, target_parent: parent },
  })

import { FoundryError } from '../errors/foundry-error.ts'
import { nodeOf } from './node-of.ts'
import type { NodeType, Spec, SpecNode } from './spec.ts'
import { withChild, withNodes } from './with-node.ts'

/** A node to be added. */
export interface NodeInit {
  readonly id: string
  readonly type: NodeType
  readonly title: string
  readonly parent: string
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** Counts from 1. Default: the end. */
  readonly position?: number | undefined
}

/** What may be under what. */
const parents: Readonly<Record<NodeType, readonly NodeType[]>> = {
  spec: [],
  phase: ['spec'],
  group: ['phase', 'group'],
  task: ['phase', 'group'],
  subtask: ['task', 'subtask'],
  verify: ['phase', 'group', 'task', 'subtask'],
  research: ['phase', 'group'],
}

/** Returns the spec with one more node. */
export function addNode(spec: Spec, init: NodeInit): Spec {
  const { id, type, parent, position } = init
  if (Object.hasOwn(spec.hierarchy, id)) throw duplicateNode(id)
  checkParent(spec, id, type, parent)
  return withChild(withNodes(spec, { [id]: newNode(init) }), parent, id, position)
}

/** Returns a node that nothing has happened to yet. */
export const newNode = ({ type, title, parent, metadata }: NodeInit): SpecNode => ({
  type,
  title,
  status: 'pending',
  parent,
  children: [],
  total_tasks: 0,
  completed_tasks: 0,
  metadata: { ...metadata },
  dependencies: { blocks: [], blocked_by: [], depends: [] },
})

/** Throws INVALID_PARENT unless a node of this type may be under that one. */
export function checkParent(spec: Spec, id: string, type: NodeType, parentId: string): void {
  const parent = nodeOf(spec, parentId, 'parent_id')
  // A file may have a type that nobody knows.
  const accepted = parents[type] ?? []
  if (accepted.includes(parent.type)) return
  throw new FoundryError('INVALID_PARENT', `A ${type} cannot be under '${parentId}'.`, {
    path: 'parent_id',
    hint: `'${parentId}' is a ${parent.type}; a ${type} is under a ${accepted.join(' or a ')}.`,
    details: { task_id: id, target_parent: parentId, valid_parents: accepted },
  })
}

/** The error for an id that the spec has already. */
export const duplicateNode = (id: string) =>
  new FoundryError('DUPLICATE_ENTRY', `The spec has a node '${id}' already.`, {
    path: 'id',
    hint: 'Leave the id out, or choose another.',
  })

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rollUp } from './roll-up.ts'
import { rootId } from './root-id.ts'
import type { NodeStatus, NodeType, Spec, SpecNode } from './spec.ts'

/** A tree as a test draws it. */
interface Tree {
  readonly type: NodeType
  readonly status: NodeStatus
  readonly children: readonly Tree[]
}

const statuses = ['pending', 'in_progress', 'completed', 'blocked'] as const
const status = fc.constantFrom<NodeStatus>(...statuses)

const { task } = fc.letrec<{ task: Tree }>((tie) => ({
  task: fc.record({
    type: fc.constantFrom<NodeType>('task', 'verify', 'research'),
    status,
    children: fc.oneof({ withCrossShrink: true }, fc.constant([]), fc.array(tie('task'))),
  }),
}))
const phase = fc.record({
  type: fc.constantFrom<NodeType>('phase', 'group'),
  status,
  children: fc.array(task, { maxLength: 4 }),
})
const tree = fc.record({
  type: fc.constant<NodeType>('spec'),
  status,
  children: fc.array(phase, { maxLength: 4 }),
})

function toSpec(root: Tree): Spec {
  const hierarchy: Record<string, SpecNode> = {}
  const add = (node: Tree, id: string, parent: string | null) => {
    const children = node.children.map((child, at) => {
      const childId = `${id}-${at}`
      add(child, childId, id)
      return childId
    })
    const counts = { total_tasks: 99, completed_tasks: 98 }
    hierarchy[id] = { ...node, title: id, parent, children, ...counts, metadata: {} }
  }
  add(root, rootId, null)
  return { spec_id: 's', generated: '', last_updated: '', hierarchy }
}

const isContainer = ({ type }: Tree) => ['spec', 'phase', 'group'].includes(type)

/** The rules, written down a second time: as recursion over the tree. */
function leavesOf(node: Tree): readonly Tree[] {
  if (node.children.length > 0) return node.children.flatMap(leavesOf)
  return isContainer(node) ? [] : [node]
}

function statusOf(node: Tree): NodeStatus {
  if (!isContainer(node)) return node.status
  const under = node.children.map(statusOf)
  if (under.length === 0) return node.status === 'blocked' ? 'blocked' : 'pending'
  if (under.every((one) => one === 'completed')) return 'completed'
  if (under.every((one) => one === 'completed' || one === 'blocked')) {
    return 'blocked'
  }
  const isBegun = under.some((one) => one === 'completed' || one === 'in_progress')
  return isBegun ? 'in_progress' : 'pending'
}

describe('the roll-up', () => {
  it('counts leaves and follows their states, as plain recursion does', () => {
    fc.assert(
      fc.property(tree, (root) => {
        const { hierarchy, ...spec } = rollUp(toSpec(root))
        const compare = (node: Tree, id: string) => {
          const leaves = leavesOf(node)
          const completed = leaves.filter((leaf) => leaf.status === 'completed')
          expect(hierarchy[id]).toMatchObject({
            status: statusOf(node),
            total_tasks: leaves.length,
            completed_tasks: completed.length,
          })
          node.children.forEach((child, at) => compare(child, `${id}-${at}`))
        }
        compare(root, rootId)
        expect(spec.status).toBe(statusOf(root))
      }),
    )
  })

  it('changes nothing the second time, not even an object', () => {
    fc.assert(
      fc.property(tree, (root) => {
        const rolled = rollUp(toSpec(root))
        expect(rollUp(rolled)).toBe(rolled)
      }),
    )
  })
})

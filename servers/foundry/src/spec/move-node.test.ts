import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smallSpec } from '../testing/small-spec.ts'
import { workOff } from '../testing/work-off.ts'
import { addDependency, blockersOf } from './add-dependency.ts'
import { moveNode } from './move-node.ts'
import { removeNode } from './remove-node.ts'
import { rootId } from './root-id.ts'
import type { Spec } from './spec.ts'
import { subtreeOf } from './subtree-of.ts'

const plan = () => smallSpec(['a', 'b', 'c'], ['d', 'e'], ['f'])
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'phase-1', 'phase-2', 'phase-3']
const id = fc.constantFrom(...ids)

type Change = (spec: Spec) => Spec
const link = fc.record({ one: id, first: id }).map(
  ({ one, first }): Change =>
    (spec) =>
      addDependency(spec, one, first),
)
const move = fc
  .record({
    one: id,
    parent: fc.constantFrom(rootId, ...ids),
    position: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  })
  .map(
    ({ one, ...place }): Change =>
      (spec) =>
        moveNode(spec, one, place),
  )
const removal = id.map(
  (one): Change =>
    (spec) =>
      removeNode(spec, one).spec,
)

/** Makes a change if it is accepted. */
function attempt(spec: Spec, change: Change): Spec {
  try {
    return change(spec)
  } catch {
    return spec
  }
}

/** Each node is the child of its parent, once, and whatever it names is there. */
function expectWhole(spec: Spec): void {
  const { hierarchy } = spec
  const reached = subtreeOf(spec, rootId)
  expect(reached.toSorted()).toEqual(Object.keys(hierarchy).toSorted())
  for (const [one, node] of Object.entries(hierarchy)) {
    for (const child of node.children) expect(hierarchy[child]?.parent).toBe(one)
    expect(new Set(node.children).size).toBe(node.children.length)
    for (const first of blockersOf(node)) {
      expect(hierarchy[first]?.dependencies?.blocks).toContain(one)
    }
    for (const later of node.dependencies?.blocks ?? []) {
      expect(blockersOf(hierarchy[later])).toContain(one)
    }
  }
}

describe('nodes that are moved and removed', () => {
  it('leave a tree whose links have two ends and whose work can all be done', () => {
    const changes = fc.array(fc.oneof(link, move, move, removal), { maxLength: 25 })
    fc.assert(
      fc.property(changes, (all) => {
        const changed = all.reduce(attempt, plan())
        expectWhole(changed)
        expect(workOff(changed)).toEqual([])
      }),
    )
  })

  it('leave all other nodes the very same', () => {
    const spec = plan()
    const moved = moveNode(spec, 'a', { parent: 'phase-2', position: 1 })
    const { spec: removed, ids: gone, unlinked } = removeNode(spec, 'phase-1')
    expect({ gone, unlinked }).toEqual({ gone: ['phase-1', 'a', 'b', 'c'], unlinked: [] })
    for (const one of ['d', 'e', 'f', 'phase-3']) {
      expect(moved.hierarchy[one]).toBe(spec.hierarchy[one])
      expect(removed.hierarchy[one]).toBe(spec.hierarchy[one])
    }
  })

  it('are called subtasks under a task, and tasks under a phase', () => {
    const under = moveNode(plan(), 'a', { parent: 'd' })
    expect(under.hierarchy.a?.type).toBe('subtask')
    expect(moveNode(under, 'a', { parent: 'phase-1' }).hierarchy.a?.type).toBe('task')
  })
})

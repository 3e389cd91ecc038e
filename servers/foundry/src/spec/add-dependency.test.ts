import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smallSpec } from '../testing/small-spec.ts'
import { workOff } from '../testing/work-off.ts'
import { addDependencies, addDependency, blockersOf, removeDependency } from './add-dependency.ts'
import type { Spec } from './spec.ts'
import { withNodes } from './with-node.ts'

const plan = () => smallSpec(['a', 'b', 'c'], ['d', 'e'], ['f'])
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'phase-1', 'phase-2', 'phase-3']

const link = fc.record({ id: fc.constantFrom(...ids), first: fc.constantFrom(...ids) })
type Link = { readonly id: string; readonly first: string }

/** Adds a link if it is accepted. */
function tryLink(spec: Spec, { id, first }: Link): Spec {
  try {
    return addDependency(spec, id, first)
  } catch {
    return spec
  }
}

function expectMirrored({ hierarchy }: Spec): void {
  for (const [id, node] of Object.entries(hierarchy)) {
    for (const first of blockersOf(node)) {
      expect(hierarchy[first]?.dependencies?.blocks).toContain(id)
    }
    for (const later of node.dependencies?.blocks ?? []) {
      expect(blockersOf(hierarchy[later])).toContain(id)
    }
  }
}

describe('dependencies', () => {
  it('are named by both ends, and let all work be done, whatever is linked', () => {
    fc.assert(
      fc.property(fc.array(link, { maxLength: 25 }), (links) => {
        const linked = links.reduce(tryLink, plan())
        expectMirrored(linked)
        expect(workOff(linked)).toEqual([])
      }),
    )
  })

  it('are refused only if they would stop something for good', () => {
    fc.assert(
      fc.property(fc.array(link, { maxLength: 15 }), link, (links, last) => {
        const linked = links.reduce(tryLink, plan())
        if (last.id === last.first || tryLink(linked, last) !== linked) return
        const isThere = blockersOf(linked.hierarchy[last.id]).includes(last.first)
        if (!isThere) expect(workOff(force(linked, last))).not.toEqual([])
      }),
    )
  })

  it('that are added together are accepted if they are one after the other', () => {
    fc.assert(
      fc.property(fc.array(link, { maxLength: 12 }), (links) => {
        const others = links.filter(({ id, first }) => id !== first)
        const oneByOne = attempt(() =>
          others.reduce((spec, { id, first }) => addDependency(spec, id, first), plan()),
        )
        expect(attempt(() => addDependencies(plan(), others))).toEqual(oneByOne)
      }),
    )
  })

  it('are gone on both ends once they are removed, and the rest stays', () => {
    const linked = addDependency(addDependency(plan(), 'a', 'b'), 'a', 'c')
    const removed = removeDependency(linked, 'a', 'b')
    expectMirrored(removed)
    expect(blockersOf(removed.hierarchy.a)).toEqual(['c'])
  })

  it('name the whole circle that they would close', () => {
    const linked = addDependencies(plan(), [
      { id: 'b', first: 'a' },
      { id: 'c', first: 'b' },
    ])
    expect(() => addDependency(linked, 'a', 'c')).toThrow(
      expect.objectContaining({
        code: 'CIRCULAR_DEPENDENCY',
        options: expect.objectContaining({
          details: { task_id: 'a', target_id: 'c', cycle_path: ['a', 'c', 'b', 'a'] },
        }),
      }),
    )
  })

  it('of a phase bind its tasks: a phase cannot wait for what waits for one of them', () => {
    const linked = addDependency(plan(), 'd', 'a')
    expect(() => addDependency(linked, 'phase-1', 'phase-2')).toThrow('waits for it')
    expect(() => addDependency(plan(), 'phase-1', 'a')).toThrow('waits for it')
  })

  it('may be added to a spec that has a circle elsewhere already', () => {
    const circle = force(force(plan(), { id: 'a', first: 'b' }), { id: 'b', first: 'a' })
    expect(blockersOf(addDependency(circle, 'c', 'b').hierarchy.c)).toEqual(['b'])
  })

  it('cannot be of a task on itself, on nothing, or on a member of every object', () => {
    const linked = (first: string) => () => addDependency(plan(), 'a', first)
    expect(linked('a')).toThrow(expect.objectContaining({ code: 'SELF_REFERENCE' }))
    for (const first of ['nothing', 'constructor', '../a']) {
      expect(linked(first)).toThrow(expect.objectContaining({ code: 'DEPENDENCY_NOT_FOUND' }))
    }
  })
})

/** Links two nodes without asking. */
function force(spec: Spec, { id, first }: Link): Spec {
  const node = spec.hierarchy[id] ?? expect.fail(id)
  const blocked_by = [...blockersOf(node), first]
  return withNodes(spec, { [id]: { ...node, dependencies: { ...node.dependencies, blocked_by } } })
}

function attempt(work: () => Spec): unknown {
  try {
    return work().hierarchy
  } catch {
    return 'refused'
  }
}

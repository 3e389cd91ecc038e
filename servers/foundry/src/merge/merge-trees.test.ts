import { describe, expect, it } from 'vitest'
import { conflictsIn } from '../conflicts/conflicts-in.ts'
import type { Spec } from '../spec/spec.ts'
import { mergeSpecs } from './merge-specs.ts'
import { planOf } from './testing/plan-of.ts'

const later = '2026-01-02T00:00:00Z'

/** Merges both ways, expects the same, and returns it. */
function merge(base: Spec | undefined, ours: Spec, theirs: Spec) {
  const merged = mergeSpecs({ base, ours, theirs })
  const swapped = mergeSpecs({ base, ours: theirs, theirs: ours })
  expect(JSON.stringify(swapped)).toBe(JSON.stringify(merged))
  return merged
}

const childrenOf = ({ spec }: { spec: Spec }, id = 'phase-1') => spec.hierarchy[id]?.children
const conflictsOf = ({ spec }: { spec: Spec }, id: string) =>
  conflictsIn(spec.hierarchy[id]?.metadata ?? {})

describe('children', () => {
  const plan = (ids: string, last_updated = later) =>
    planOf({ nodes: Object.fromEntries([...ids].map((id) => [id, {}])), last_updated })

  it.each([
    ['abc', 'abcx', 'abcy', 'abcyx', 'both add at the end'],
    ['abc', 'axbc', 'abyc', 'axbyc', 'both add in the middle'],
    ['abc', 'ac', 'abcy', 'acy', 'one removes, one adds'],
    ['abc', 'cab', 'abyc', 'caby', 'one moves, one adds'],
    ['abc', 'bc', 'ab', 'b', 'each removes another'],
  ])('%s as %s and %s are %s: %5$s', (base, ours, theirs, merged) => {
    const result = merge(plan(base), plan(ours, '2026-01-01T00:00:00Z'), plan(theirs))
    expect(childrenOf(result)?.join('')).toBe(merged)
  })

  it('that both moved are in the order of the later side, and it is said', () => {
    const result = merge(plan('abc'), plan('cba', '2026-01-01T00:00:00Z'), plan('bac'))
    expect(childrenOf(result)).toEqual(['b', 'a', 'c'])
    expect(result.conflicts).toMatchObject([
      { code: 'MERGE_ORDER', path: 'hierarchy.phase-1.children' },
    ])
  })
})

describe('a child that is not a node', () => {
  const plan = (children: readonly string[], title: string) =>
    planOf({ title, nodes: { a: { children } } })

  it('stays if nobody removed it, and goes if somebody did', () => {
    const kept = merge(plan(['gone'], 'a'), plan(['gone'], 'b'), plan(['gone'], 'c'))
    expect(childrenOf(kept, 'a')).toEqual(['gone'])
    const removed = merge(plan(['gone'], 'a'), plan([], 'a'), plan(['gone'], 'b'))
    expect(childrenOf(removed, 'a')).toEqual([])
  })
})

describe('a node', () => {
  it('that one side removed is gone, with every link to it', () => {
    const a = { dependencies: { blocks: ['b'] } }
    const b = { dependencies: { blocked_by: ['a'] } }
    const result = merge(
      planOf({ nodes: { a, b } }),
      planOf({ nodes: { b: { dependencies: { blocked_by: [] } } } }),
      planOf({ nodes: { a, b: { ...b, title: 'New' } } }),
    )
    expect(Object.keys(result.spec.hierarchy)).toEqual(['spec-root', 'phase-1', 'b'])
    expect(result.spec.hierarchy['b']).toMatchObject({
      title: 'New',
      dependencies: { blocked_by: [] },
    })
  })

  it('that one side removed and the other changed stays, with its links and what is above it', () => {
    const p = { type: 'group' } as const
    const a = { parent: 'p', dependencies: { blocks: ['b'] } }
    const b = { dependencies: { blocked_by: ['a'] } }
    const result = merge(
      planOf({ nodes: { p, a, b, c: { parent: 'p' } } }),
      planOf({ nodes: { b: { dependencies: { blocked_by: [] } } } }),
      planOf({ nodes: { p, a: { ...a, title: 'New' }, b, c: { parent: 'p' } } }),
    )
    expect(childrenOf(result, 'p')).toEqual(['a'])
    expect(result.spec.hierarchy['b']?.dependencies).toEqual({ blocked_by: ['a'] })
    expect(conflictsOf(result, 'a')).toMatchObject([{ reason: 'removed_and_changed' }])
    expect(conflictsOf(result, 'p')).toMatchObject([{ reason: 'removed_and_changed' }])
  })

  it('that both moved is where the later side put it', () => {
    const groups = { p: { type: 'group' }, q: { type: 'group' } } as const
    const at = (parent: string) => planOf({ nodes: { ...groups, a: { parent } } })
    const result = merge(at('phase-1'), at('p'), { ...at('q'), last_updated: later })
    expect(result.spec.hierarchy['a']?.parent).toBe('q')
    expect(childrenOf(result, 'p')).toEqual([])
    expect(conflictsOf(result, 'a')).toMatchObject([{ member: 'parent', kept: 'q', other: 'p' }])
  })

  it('that came under itself by two moves goes back to where it was', () => {
    const result = merge(
      planOf({ nodes: { a: {}, b: {} } }),
      planOf({ nodes: { a: { parent: 'b' }, b: {} } }),
      planOf({ nodes: { a: {}, b: { parent: 'a' } } }),
    )
    expect(result.spec.hierarchy['a']?.parent).toBe('b')
    expect(childrenOf(result)).toEqual(['b'])
    expect(conflictsOf(result, 'b')).toMatchObject([
      { member: 'parent', reason: 'circle', other: 'a' },
    ])
  })
})

describe('dependencies', () => {
  const link = (from: string, to: string) => ({
    [from]: { dependencies: { blocks: [to], blocked_by: [] } },
    [to]: { dependencies: { blocks: [], blocked_by: [from] } },
  })

  it('that are a circle together lose the link that sorts last', () => {
    const result = merge(
      planOf({ nodes: { a: {}, b: {} } }),
      planOf({ nodes: link('a', 'b') }),
      planOf({ nodes: { a: {}, b: {}, ...link('b', 'a') } }),
    )
    expect(result.spec.hierarchy['a']?.dependencies).toEqual({ blocks: ['b'], blocked_by: [] })
    expect(result.spec.hierarchy['b']?.dependencies).toEqual({ blocks: [], blocked_by: ['a'] })
    expect(conflictsOf(result, 'a')).toEqual([
      { member: 'dependencies.blocked_by', reason: 'circle', kept: null, other: 'b' },
    ])
  })

  it('that were there before are not what is dropped', () => {
    const x = { dependencies: { blocks: [], blocked_by: ['y'] } }
    const y = { dependencies: { blocks: ['x'], blocked_by: ['z'] } }
    const z = { dependencies: { blocks: ['y'], blocked_by: [] } }
    const result = merge(
      planOf({ nodes: { x, y, z } }),
      planOf({ nodes: link('x', 'z') }),
      planOf({ nodes: { x, y: { ...y, title: 'New' }, z } }),
    )
    expect(conflictsOf(result, 'z')).toMatchObject([{ reason: 'circle', other: 'x' }])
    expect(result.spec.hierarchy['y']?.dependencies).toEqual(y.dependencies)
  })

  it('that were a circle before stay, for whoever checks the spec', () => {
    const circle = {
      a: { dependencies: { blocks: ['b'], blocked_by: ['b'] } },
      b: { dependencies: { blocks: ['a'], blocked_by: ['a'] } },
    }
    const result = merge(
      planOf({ nodes: circle }),
      planOf({ nodes: { ...circle, c: {} } }),
      planOf({ nodes: { ...circle, d: {} } }),
    )
    expect(result.spec.hierarchy['a']?.dependencies).toEqual(circle.a.dependencies)
    expect(result.conflicts).toEqual([])
  })
})

describe('an id that both sides added', () => {
  const line = (task_id: string, title: string) => ({
    timestamp: later,
    entry_type: 'note' as const,
    title,
    content: '',
    author: 'x',
    task_id,
  })
  const side = (title: string, metadata = {}) =>
    planOf({
      nodes: {
        a: { title, metadata, dependencies: { blocks: [`after-${title}`] } },
        [`after-${title}`]: { dependencies: { blocked_by: ['a'] } },
        [`verify-${title}`]: { type: 'verify', metadata: { target: 'a' } },
      },
      journal: [line('a', 'both'), line('a', title)],
    })
  const result = merge(planOf(), side('one'), side('two'))
  const { hierarchy, journal } = result.spec
  const renamed = Object.keys(hierarchy).find((id) => id.startsWith('a-')) ?? ''

  it('is one node if it says the same, and its differences are merged', () => {
    const one = planOf({ nodes: { a: { metadata: { x: 1 } } } })
    const another = planOf({ nodes: { a: { metadata: { y: 2 } } } })
    expect(merge(planOf(), one, another).spec.hierarchy['a']?.metadata).toEqual({ x: 1, y: 2 })
  })

  it('stays with one of two tasks, and the other gets one of its content', () => {
    expect(renamed).toMatch(/^a-[0-9a-f]{4}$/)
    expect([hierarchy['a']?.title, hierarchy[renamed]?.title].toSorted()).toEqual(['one', 'two'])
    expect(result.conflicts).toMatchObject([{ code: 'MERGE_RENAMED', severity: 'info' }])
  })

  it.each(['a', renamed])('is what everything of its side names: %s', (id) => {
    const title = hierarchy[id]?.title ?? ''
    expect(hierarchy['phase-1']?.children).toContain(id)
    expect(hierarchy[`after-${title}`]?.dependencies?.blocked_by).toEqual([id])
    expect(hierarchy[`verify-${title}`]?.metadata['target']).toBe(id)
    expect(journal?.find((entry) => entry.title === title)?.task_id).toBe(id)
  })

  it('is not changed in a journal line that both sides have', () => {
    const shared = journal?.filter((entry) => entry.title === 'both')
    expect(shared?.map(({ task_id }) => task_id)).toEqual(['a'])
  })

  it('is followed when the branch of the renamed task goes on with the old one', () => {
    const title = hierarchy[renamed]?.title ?? ''
    const again = merge(side(title), result.spec, side(title, { estimated_hours: 7 }))
    expect(again.spec.hierarchy[renamed]?.metadata).toMatchObject({ estimated_hours: 7 })
    expect(again.spec.hierarchy['a']).toEqual(hierarchy['a'])
    expect(again.conflicts).toEqual([])
  })
})

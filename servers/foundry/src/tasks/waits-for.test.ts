import { describe, expect, it } from 'vitest'
import { addDependency } from '../spec/add-dependency.ts'
import { addNode } from '../spec/add-node.ts'
import type { Spec } from '../spec/spec.ts'
import { withMetadata, withNode } from '../spec/with-node.ts'
import { withState } from '../state/state-of.ts'
import type { TaskState } from '../state/task-state.ts'
import { smallSpec } from '../testing/small-spec.ts'
import { stoppedBy, waitsFor } from './waits-for.ts'

const inState = (spec: Spec, id: string, state: TaskState) =>
  withNode(spec, id, (node) => withState(node, state))

describe('a task waits', () => {
  it('for what it is linked to, and for what its phase is linked to', () => {
    const linked = addDependency(smallSpec(['a', 'b'], ['c']), 'b', 'a')
    expect(waitsFor(linked, 'b')).toEqual(['a'])
    expect(waitsFor(addDependency(linked, 'phase-2', 'a'), 'c')).toEqual(['a'])
    expect(waitsFor(linked, 'c')).toEqual([])
  })

  it.each([
    ['completed', []],
    ['cancelled', []],
    ['failed', ['a']],
    ['blocked', ['a']],
    ['deferred', ['a']],
  ] as const)('not for what is settled: %s', (state, waits) => {
    const linked = addDependency(smallSpec(['a', 'b']), 'b', 'a')
    expect(waitsFor(inState(linked, 'a', state), 'b')).toEqual(waits)
  })

  it('for its parts, and not for its checks', () => {
    const checks = [{ id: 'check', title: 'Check' }]
    const spec = smallSpec([{ id: 'a', checks }])
    const part = { id: 'part', type: 'subtask', title: 'Part', parent: 'a' } as const
    expect(waitsFor(addNode(spec, part), 'a')).toEqual(['part'])
  })

  it('for a question only if that must be answered first', () => {
    const asked = addNode(smallSpec(['a']), {
      id: 'q',
      type: 'research',
      title: 'Which?',
      parent: 'phase-1',
    })
    const linked = addDependency(asked, 'a', 'q')
    expect(waitsFor(linked, 'a')).toEqual([])
    const hard = withNode(linked, 'q', (node) => withMetadata(node, { blocking_mode: 'hard' }))
    expect(waitsFor(hard, 'a')).toEqual(['q'])
  })

  it('for nothing that is not there', () => {
    const spec = withNode(smallSpec(['a']), 'a', (node) => ({
      ...node,
      dependencies: { blocked_by: ['gone'] },
    }))
    expect(waitsFor(spec, 'a')).toEqual([])
    expect(waitsFor(spec, 'gone')).toEqual([])
  })

  it('if it is a verification of a phase, for the work before it', () => {
    const check = { id: 'v', type: 'verify', title: 'V', parent: 'phase-1' } as const
    const spec = addNode(smallSpec(['a', 'b']), { ...check, position: 2 })
    expect(waitsFor(spec, 'v')).toEqual(['a'])
  })

  it('while a task that it is part of does not go on', () => {
    const part = { id: 'part', type: 'subtask', title: 'Part', parent: 'a' } as const
    const spec = addNode(smallSpec(['a']), part)
    expect(stoppedBy(spec, 'part')).toEqual([])
    expect(stoppedBy(inState(spec, 'a', 'deferred'), 'part')).toEqual(['a'])
  })
})

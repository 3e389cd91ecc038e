import { describe, expect, it } from 'vitest'
import { conflictsIn } from '../conflicts/conflicts-in.ts'
import type { Spec } from '../spec/spec.ts'
import { stateOf, withState } from '../state/state-of.ts'
import type { TaskState } from '../state/task-state.ts'
import { mergeSpecs } from './merge-specs.ts'
import { type NodeParts, planOf } from './testing/plan-of.ts'

const later = '2026-01-02T00:00:00Z'

/** Merges both ways, expects the same, and returns it. */
function merge(base: Spec | undefined, ours: Spec, theirs: Spec) {
  const merged = mergeSpecs({ base, ours, theirs })
  const swapped = mergeSpecs({ base, ours: theirs, theirs: ours })
  expect(JSON.stringify(swapped)).toBe(JSON.stringify(merged))
  return merged
}

/** Merges three versions of one task. */
function mergeTask(base: NodeParts, ours: NodeParts, theirs: NodeParts) {
  const { spec, conflicts } = merge(
    planOf({ nodes: { a: base } }),
    planOf({ nodes: { a: ours } }),
    planOf({ nodes: { a: theirs }, last_updated: later }),
  )
  return { node: spec.hierarchy['a'], conflicts }
}

const inState = (state: TaskState, metadata: NodeParts['metadata'] = {}): NodeParts => {
  const task = planOf({ nodes: { a: { metadata } } }).hierarchy['a']
  return task === undefined ? {} : withState(task, state)
}

describe('two branches that each finish a task', () => {
  const done = inState('completed')
  const base = planOf({ nodes: { a: {}, b: {} } })
  const line = { entry_type: 'note', title: 'Done', content: '', author: 'x' } as const

  it('merge to a spec in which both are done, counted and told', () => {
    const { spec, conflicts } = merge(
      base,
      planOf({
        nodes: { a: done, b: {} },
        journal: [{ ...line, timestamp: '2026-01-01T08:00:00Z', task_id: 'a' }],
      }),
      planOf({
        nodes: { a: {}, b: done },
        last_updated: later,
        journal: [{ ...line, timestamp: '2026-01-01T09:00:00Z', task_id: 'b' }],
      }),
    )
    expect(conflicts).toEqual([])
    expect(spec).toMatchObject({ status: 'completed', progress_percentage: 100 })
    expect(spec.last_updated).toBe(later)
    expect(spec.hierarchy['phase-1']).toMatchObject({ completed_tasks: 2, status: 'completed' })
    expect(spec.journal?.map(({ task_id }) => task_id)).toEqual(['a', 'b'])
  })
})

describe('what follows from the leaves', () => {
  it('is computed and never a conflict', () => {
    const done = inState('completed')
    const { spec, conflicts } = merge(
      planOf({ nodes: { a: {}, b: {} } }),
      planOf({ nodes: { a: done, b: {} } }),
      planOf({ nodes: { a: done, b: done } }),
    )
    expect(conflicts).toEqual([])
    expect(spec.hierarchy['phase-1']?.status).toBe('completed')
  })
})

describe('a member', () => {
  it('that one side changed is changed, at any depth', () => {
    const { node, conflicts } = mergeTask(
      { title: 'T', metadata: { external: { kind: 'beads', id: 1 }, labels: ['a', 'b', 'c'] } },
      { title: 'New', metadata: { external: { kind: 'beads', id: 2 }, labels: ['b', 'c', 'x'] } },
      {
        title: 'T',
        metadata: { external: { kind: 'beads', id: 1, url: 'u' }, labels: ['a', 'b', 'y', 'c'] },
      },
    )
    expect(conflicts).toEqual([])
    expect(node).toMatchObject({
      title: 'New',
      metadata: { external: { kind: 'beads', id: 2, url: 'u' }, labels: ['b', 'y', 'c', 'x'] },
    })
  })

  it('that both changed is that of the later side, and the other value is kept as a conflict', () => {
    const { node, conflicts } = mergeTask({ title: 'T' }, { title: 'Ours' }, { title: 'Theirs' })
    expect(node?.title).toBe('Theirs')
    expect(conflictsIn(node?.metadata ?? {})).toEqual([
      { member: 'title', kept: 'Theirs', other: 'Ours', reason: 'both_changed' },
    ])
    expect(conflicts).toEqual([
      {
        code: 'MERGE_CONFLICT',
        severity: 'warning',
        path: 'hierarchy.a.title',
        message: 'Both branches changed title: it is "Theirs" now, and not "Ours".',
        hint:
          'Change title if it is wrong. Then remove the entry from ' +
          'hierarchy.a.metadata.conflicts.',
        fixable: false,
      },
    ])
  })

  it('has a conflict once, however often it is merged', () => {
    const known = { member: 'title', kept: 'Theirs', other: 'Ours', reason: 'both_changed' }
    const metadata = { conflicts: [known] }
    const { node } = mergeTask(
      { title: 'T' },
      { title: 'Ours', metadata },
      { title: 'Theirs', metadata },
    )
    expect(node?.metadata).toEqual(metadata)
  })

  it('has no conflict any more if a side decided it', () => {
    const known = { member: 'title', kept: 'T', other: 'S', reason: 'both_changed' }
    const metadata = { conflicts: [known] }
    const { node } = mergeTask(
      { metadata },
      { metadata: { conflicts: [] } },
      { title: 'T', metadata },
    )
    expect(conflictsIn(node?.metadata ?? {})).toEqual([])
  })

  it('that one side removed and the other changed stays', () => {
    const { node } = mergeTask(
      { metadata: { note: 1 } },
      { metadata: {} },
      { metadata: { note: 2 } },
    )
    expect(node?.metadata).toEqual({
      note: 2,
      conflicts: [{ member: 'metadata.note', kept: 2, other: null, reason: 'both_changed' }],
    })
  })

  it('that is a proof is taken whole', () => {
    const { node } = mergeTask(
      { metadata: {} },
      { metadata: { proof: { tree: 'a', exit: 0 } } },
      { metadata: { proof: { tree: 'b' } } },
    )
    expect(node?.metadata['proof']).toEqual({ tree: 'b' })
  })

  it('of the spec itself has its conflict there', () => {
    const title = (title: string) => planOf({ title })
    const { spec } = merge(title('T'), title('A'), { ...title('B'), last_updated: later })
    expect(spec.title).toBe('B')
    expect(conflictsIn(spec.metadata ?? {})).toMatchObject([{ member: 'title', other: 'A' }])
  })
})

describe('arrays that only grow', () => {
  const comment = (id: string, second: number, more = {}) => ({
    id,
    at: `2026-01-01T00:00:0${second}Z`,
    ...more,
  })

  it('have the comments of both sides in the order of time, each once', () => {
    const { node, conflicts } = mergeTask(
      { metadata: { comments: [comment('a', 1), comment('b', 2)] } },
      {
        metadata: {
          comments: [comment('a', 1), comment('b', 2, { answer: 'yes' }), comment('d', 4)],
        },
      },
      { metadata: { comments: [comment('a', 1), comment('c', 3)] } },
    )
    const ids = ['a', 'b', 'c', 'd']
    expect(node?.metadata['comments']).toMatchObject(ids.map((id) => ({ id })))
    expect(node?.metadata['comments']).toMatchObject([{}, { answer: 'yes' }, {}, {}])
    expect(conflicts).toEqual([])
  })

  it('have the newest ten verifications', () => {
    const results = (...seconds: readonly number[]) =>
      seconds.map((second) => ({ timestamp: `2026-01-01T00:00:${10 + second}Z`, second }))
    const { node } = mergeTask(
      { metadata: { verification_history: results(0, 1, 2, 3, 4, 5) } },
      { metadata: { verification_history: results(0, 1, 2, 3, 4, 5, 6, 8, 10) } },
      { metadata: { verification_history: results(0, 1, 2, 3, 4, 5, 7, 9, 11) } },
    )
    const newest = results(2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
    expect(node?.metadata['verification_history']).toEqual(newest)
  })

  it('have a journal line twice only if a side has it twice, or if both changed it', () => {
    const line = (content: string, id?: string) => ({
      timestamp: later,
      entry_type: 'note' as const,
      title: 'T',
      content,
      author: 'x',
      metadata: id === undefined ? {} : { id },
    })
    const { spec } = merge(
      planOf({ journal: [line('same'), line('old', '1'), line('two', '2')] }),
      planOf({ journal: [line('same'), line('same'), line('old', '1'), line('ours', '2')] }),
      planOf({ journal: [line('same'), line('new', '1'), line('theirs', '2')], title: 'x' }),
    )
    const contents = spec.journal?.map(({ content }) => content).toSorted()
    expect(contents).toEqual(['new', 'ours', 'same', 'same', 'theirs'])
  })
})

describe('a state', () => {
  const statesBySafety: readonly TaskState[] = [
    'failed',
    'blocked',
    'completed',
    'cancelled',
    'in_review',
    'in_progress',
    'deferred',
    'pending',
  ]
  const pairs = statesBySafety.flatMap((one, at) =>
    statesBySafety.slice(at + 1).map((another) => [one, another] as const),
  )

  it.each(pairs)('%s is kept rather than %s', (safer, other) => {
    const start = statesBySafety.find((state) => state !== safer && state !== other) ?? 'pending'
    // A completed task that is reopened on both sides is not the question here.
    const base = start === 'completed' ? 'cancelled' : start
    const { node } = mergeTask(inState(base), inState(other), inState(safer))
    expect(node && stateOf(node)).toBe(safer)
    expect(conflictsIn(node?.metadata ?? {})).toMatchObject([
      { member: 'status', kept: safer, other },
    ])
  })

  it('that is not kept takes with it what belongs to it', () => {
    const { node } = mergeTask(
      inState('in_progress', { started_at: '1' }),
      inState('completed', { started_at: '1', completed_at: '2', status_note: 'Done' }),
      inState('failed', { started_at: '1', failure_reason: 'Red' }),
    )
    expect(node?.metadata).toEqual({
      started_at: '1',
      failure_reason: 'Red',
      state: 'failed',
      conflicts: [
        {
          member: 'status',
          reason: 'both_changed',
          kept: 'failed',
          other: 'completed',
          with: { completed_at: '2', status_note: 'Done' },
        },
      ],
    })
  })
})

describe('a completion', () => {
  it('does not hold if the other side changed the criteria', () => {
    const { node, conflicts } = mergeTask(
      inState('pending', { acceptance_criteria: ['a'] }),
      inState('completed', { acceptance_criteria: ['a'], completed_at: '2' }),
      inState('pending', { acceptance_criteria: ['a', 'b'] }),
    )
    expect(node).toMatchObject({ status: 'pending', completed_tasks: 0 })
    expect(node?.metadata).toEqual({
      acceptance_criteria: ['a', 'b'],
      conflicts: [
        {
          member: 'status',
          reason: 'checks_changed',
          kept: 'pending',
          other: 'completed',
          with: { completed_at: '2' },
        },
      ],
    })
    expect(conflicts).toMatchObject([{ code: 'MERGE_CONFLICT', path: 'hierarchy.a.status' }])
  })

  it('holds if it was made against the criteria that are there after the merge', () => {
    const { node } = mergeTask(
      inState('pending', { acceptance_criteria: ['a'] }),
      inState('completed', { acceptance_criteria: ['a', 'b'] }),
      inState('completed', { acceptance_criteria: ['a'] }),
    )
    expect(node?.status).toBe('completed')
  })

  it('does not hold if the other side changed or added a verification', () => {
    const check = (command: string): NodeParts => ({
      type: 'verify',
      status: 'completed',
      metadata: { target: 'a', command },
    })
    const done = inState('completed')
    const base = planOf({ nodes: { a: {}, v: check('test') } })
    const ours = planOf({ nodes: { a: done, v: check('test') } })
    const changed = merge(base, ours, planOf({ nodes: { a: {}, v: check('test --all') } }))
    expect(changed.spec.hierarchy['a']?.status).toBe('pending')
    const added = { a: {}, v: check('test'), w: check('lint') }
    expect(merge(base, ours, planOf({ nodes: added })).spec.hierarchy['a']?.status).toBe('pending')
  })

  it('does not hold if the other side gave it an open part, nor does one above it', () => {
    const nodes = { a: {}, b: { parent: 'a', type: 'subtask' } } as const
    const done = {
      a: { ...nodes.a, ...inState('completed') },
      b: { ...nodes.b, status: 'completed' },
    } as const
    const c: NodeParts = { parent: 'b', type: 'subtask' }
    const { spec, conflicts } = merge(
      planOf({ nodes }),
      planOf({ nodes: done }),
      planOf({ nodes: { ...nodes, c } }),
    )
    expect(spec.hierarchy['a']?.status).toBe('pending')
    expect(spec.hierarchy['b']?.status).toBe('pending')
    expect(conflicts.map(({ path }) => path)).toEqual(['hierarchy.b.status', 'hierarchy.a.status'])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rollUp } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'
import { stateOf, withState } from '../../state/state-of.ts'
import type { ForeignPlan, ForeignTask } from '../foreign-plan.ts'
import { settlePlan } from '../settle/settle-plan.ts'
import { tasksOf } from '../settle/tasks-of.ts'
import { anyForeignPlan } from '../testing/any-foreign-plan.ts'
import { toForeignPhase, toForeignTask } from '../to-foreign-task.ts'
import { externalOf } from './external-of.ts'
import { importPlan } from './import-plan.ts'

const counter = () => {
  let count = 0
  return () => `x${(count += 1).toString(36)}`
}
const options = { now: '2026-05-01T10:00:00Z', specId: 'shop-2026-05-01-001' }
const importNew = (plan: ForeignPlan) =>
  importPlan(plan, undefined, { ...options, newId: counter() })
const importInto = (plan: ForeignPlan, spec: Spec) =>
  importPlan(plan, spec, { ...options, now: '2026-05-02T10:00:00Z', newId: () => 'again' })

const task = (foreignId: string, more: Partial<ForeignTask> = {}) =>
  toForeignTask({ foreignId, title: `Task ${foreignId}`, ...more })

const toPlan = (tasks: readonly ForeignTask[], more: Partial<ForeignPlan> = {}): ForeignPlan => ({
  kind: 'beads',
  path: 'issues.jsonl',
  title: 'Shop',
  phases: [toForeignPhase({ foreignId: 'p', title: 'Phase', tasks })],
  criteria: [],
  notes: [],
  remarks: [],
  rest: {},
  ...more,
})

function nodeOf({ hierarchy }: Spec, foreignId: string): readonly [string, SpecNode] {
  const found = Object.entries(hierarchy).find(
    ([id, node]) => id !== rootId && externalOf(node)?.id === foreignId,
  )
  if (found === undefined) throw new Error(`No node for ${foreignId}`)
  return found
}

const change = (spec: Spec, id: string, node: Partial<SpecNode>): Spec =>
  rollUp({
    ...spec,
    // The cast is right: the nodes that are changed are there.
    hierarchy: { ...spec.hierarchy, [id]: { ...(spec.hierarchy[id] as SpecNode), ...node } },
  })

/** What the source of the format refuses. */
function faultsOf({ hierarchy, metadata }: Spec): readonly string[] {
  const faults = metadata?.mission ? [] : ['MISSING_MISSION']
  for (const [id, { type, title, parent, children, metadata, dependencies }] of Object.entries(
    hierarchy,
  )) {
    const above = parent === null ? undefined : hierarchy[parent]
    if (title === '') faults.push(`EMPTY_TITLE ${id}`)
    if (id !== rootId && !above?.children.includes(id)) faults.push(`PARENT_CHILD_MISMATCH ${id}`)
    if (children.some((child) => hierarchy[child]?.parent !== id)) faults.push(`CHILD ${id}`)
    if (new Set(children).size !== children.length) faults.push(`TWICE ${id}`)
    for (const other of dependencies?.blocked_by ?? []) {
      if (!hierarchy[other]?.dependencies?.blocks?.includes(id)) faults.push(`MIRROR ${id}`)
    }
    const hasFile = typeof metadata.file_path === 'string'
    const category = String(metadata.task_category)
    if (type === 'verify' && !metadata.verification_type) faults.push(`VERIFICATION ${id}`)
    if (type !== 'task' && type !== 'subtask') continue
    if (!metadata.task_category) faults.push(`MISSING_TASK_CATEGORY ${id}`)
    if (!metadata.description) faults.push(`MISSING_TASK_DESCRIPTION ${id}`)
    const criteria = metadata.acceptance_criteria
    if (!Array.isArray(criteria) || criteria.length === 0) faults.push(`CRITERIA ${id}`)
    if (/implementation|refactoring/.test(category) && !hasFile) faults.push(`FILE_PATH ${id}`)
  }
  return faults
}

describe('an import', () => {
  it('of any plan has every task once, and the format has no fault in it', () => {
    fc.assert(
      fc.property(anyForeignPlan, (plan) => {
        const { spec, added } = importNew(plan)
        expect(faultsOf(spec)).toEqual([])
        const tasks = tasksOf(settlePlan(plan))
        for (const { foreignId, title, state } of tasks) {
          const [, node] = nodeOf(spec, foreignId)
          expect([node.title, stateOf(node)]).toEqual([title, state])
        }
        const nodes = Object.values(spec.hierarchy)
        const works = nodes.filter(({ type }) => type === 'task' || type === 'subtask')
        expect(works).toHaveLength(tasks.length)
        expect(added).toHaveLength(nodes.length - 1)
        expect(rollUp(spec)).toBe(spec)
      }),
      { numRuns: 50 },
    )
  })

  it('of any plan for the second time changes nothing: the spec is the same object', () => {
    fc.assert(
      fc.property(anyForeignPlan, (plan) => {
        const { spec } = importNew(plan)
        const again = importInto(plan, spec)
        expect(again.spec).toBe(spec)
        expect([again.added, again.updated, again.kept, again.removedInSource]).toEqual([
          [],
          [],
          [],
          [],
        ])
        // A spec that was written and read is not the same objects, and changes as little.
        const read: Spec = JSON.parse(JSON.stringify(spec))
        expect(importInto(plan, read).spec).toBe(read)
      }),
      { numRuns: 50 },
    )
  })

  it('of any other version of a plan ends where a third import changes nothing', () => {
    fc.assert(
      fc.property(anyForeignPlan, anyForeignPlan, (plan, other) => {
        const { spec } = importNew(plan)
        const second = importInto(other, spec)
        expect(faultsOf(second.spec)).toEqual([])
        expect(importInto(other, second.spec).spec).toBe(second.spec)
      }),
      { numRuns: 50 },
    )
  })

  it('updates what changed in the source, and doubles nothing', () => {
    const { spec } = importNew(toPlan([task('a'), task('b', { dependencies: ['a'] })]))
    const later = [task('c'), task('b', { title: 'B2', state: 'completed' }), task('a')]
    const { spec: next, added, updated } = importInto(toPlan(later), spec)
    const [phaseId, phase] = nodeOf(next, 'p')
    const titles = phase.children.map((id) => next.hierarchy[id]?.title)
    expect(titles).toEqual(['Task c', 'B2', 'Task a'])
    expect(added).toHaveLength(1)
    expect(updated).toEqual([phaseId, nodeOf(next, 'b')[0], nodeOf(next, 'a')[0]])
    expect(stateOf(nodeOf(next, 'b')[1])).toBe('completed')
    expect(nodeOf(next, 'b')[1].dependencies?.blocked_by).toEqual([])
    expect(nodeOf(next, 'a')[1].dependencies?.blocks).toEqual([])
    expect(next.last_updated).toBe('2026-05-02T10:00:00Z')
  })

  it('keeps what was done here, and says so', () => {
    const plan = toPlan([task('a'), task('b')])
    const { spec } = importNew(plan)
    const [id, node] = nodeOf(spec, 'a')
    const done = withState({ ...node, title: 'My title' }, 'completed')
    const worked = change(spec, id, {
      ...done,
      metadata: { ...done.metadata, comments: [{ id: 'c1', text: 'mine' }] },
    })
    const same = importInto(plan, worked)
    expect(same.spec).toBe(worked)
    expect(same.kept).toEqual([{ id, foreignId: 'a', members: ['title', 'state'] }])
    const changed = [task('a', { title: 'Theirs', state: 'in_progress', priority: 'high' })]
    const { spec: next, kept, removedInSource } = importInto(toPlan(changed), worked)
    expect(next.hierarchy[id]).toMatchObject({ title: 'My title', status: 'completed' })
    expect(next.hierarchy[id]?.metadata).toMatchObject({ priority: 'high' })
    expect(next.hierarchy[id]?.metadata.comments).toEqual([{ id: 'c1', text: 'mine' }])
    expect(kept).toEqual([{ id, foreignId: 'a', members: ['title', 'state'] }])
    expect(removedInSource).toEqual([nodeOf(spec, 'b')[0]])
    expect(next.hierarchy[removedInSource[0] ?? '']?.title).toBe('Task b')
  })

  it('takes a state of the source that is further than the one here', () => {
    const { spec } = importNew(toPlan([task('a')]))
    const [id, node] = nodeOf(spec, 'a')
    const begun = change(spec, id, withState(node, 'in_progress'))
    const { spec: next } = importInto(toPlan([task('a', { state: 'completed' })]), begun)
    expect(next.hierarchy[id]?.status).toBe('completed')
  })

  it('does not bring a dependency back that was taken away here', () => {
    const plan = toPlan([task('a'), task('b', { dependencies: ['a'] })])
    const { spec } = importNew(plan)
    const [a] = nodeOf(spec, 'a')
    const [b] = nodeOf(spec, 'b')
    const cut = change(change(spec, a, { dependencies: {} }), b, { dependencies: {} })
    const turned = change(change(cut, b, { dependencies: { blocks: [a] } }), a, {
      dependencies: { blocked_by: [b] },
    })
    expect(importInto(plan, turned).spec).toBe(turned)
    const more = toPlan([task('a'), task('b', { dependencies: ['a', 'c'] }), task('c')])
    const grown = importInto(more, turned).spec
    expect(grown.hierarchy[b]?.dependencies?.blocked_by).toEqual([nodeOf(grown, 'c')[0]])
  })

  it('leaves out a dependency of the source that would close a cycle with one from here', () => {
    const { spec } = importNew(toPlan([task('a'), task('b')]))
    const [a] = nodeOf(spec, 'a')
    const [b] = nodeOf(spec, 'b')
    const linked = change(change(spec, b, { dependencies: { blocks: [a] } }), a, {
      dependencies: { blocked_by: [b] },
    })
    const plan = toPlan([task('a'), task('b', { dependencies: ['a'] })])
    const { spec: next, remarks } = importInto(plan, linked)
    expect(next.hierarchy[b]?.dependencies).toEqual({ blocks: [a] })
    expect(remarks.map(({ message }) => message)).toContain(
      `${b} depends on ${a} in the source, and ${a} waits for ${b} here.`,
    )
  })

  it('finds a phase again whose name changed', () => {
    const { spec } = importNew(toPlan([task('a')]))
    const renamed = [toForeignPhase({ foreignId: 'q', title: 'New', tasks: [task('a')] })]
    const { spec: next, added } = importInto(toPlan([], { phases: renamed }), spec)
    expect(added).toEqual([])
    expect(nodeOf(next, 'q')[0]).toBe(nodeOf(spec, 'p')[0])
    expect(next.hierarchy[rootId]?.children).toHaveLength(1)
  })

  it('puts notes into the journal once, under their task', () => {
    const notes = [{ text: 'Seen', author: 'ann', at: '2026-04-01T00:00:00Z' }]
    const plan = toPlan([task('a', { notes })], { notes: [{ title: 'Key', text: 'Know this' }] })
    const { spec } = importNew(plan)
    expect(spec.journal).toMatchObject([
      { title: 'Key', content: 'Know this', author: 'import:beads', timestamp: options.now },
      { content: 'Seen', author: 'ann', task_id: nodeOf(spec, 'a')[0] },
    ])
    expect(importInto(plan, spec).spec).toBe(spec)
  })

  it('makes checks of tests, done with their task, and gives a cancelled task a reason', () => {
    const checks = [{ text: 'Run `npm test`', command: 'npm test' }, { text: 'Looks right' }]
    const plan = toPlan([
      task('a', { checks, state: 'completed' }),
      task('b', { state: 'cancelled', discoveredFrom: 'a' }),
    ])
    const { spec, remarks } = importNew(plan)
    const [id, node] = nodeOf(spec, 'a')
    expect(node.children.map((child) => spec.hierarchy[child])).toMatchObject([
      { type: 'verify', status: 'completed', metadata: { command: 'npm test' } },
      { type: 'verify', metadata: { verification_type: 'manual', expected: 'Looks right' } },
    ])
    expect(nodeOf(spec, 'b')[1].metadata).toMatchObject({
      state: 'cancelled',
      cancel_reason: 'Cancelled in beads.',
      cancelled_by: 'import:beads',
      discovered_from: id,
    })
    expect(spec).toMatchObject({ status: 'completed', progress_percentage: 100 })
    expect(remarks.map(({ message }) => message)).toContain(
      'Tasks that do not have acceptance criteria (2): a, b.',
    )
  })

  it('into a spec that people wrote keeps its title, its mission and its tasks', () => {
    const { spec } = importNew(toPlan([task('a')], { kind: 'github', title: 'Ours' }))
    const own: Spec = { ...spec, title: 'Ours', metadata: { mission: 'Our mission' } }
    const { spec: next } = importInto(toPlan([task('z')], { title: 'Theirs' }), own)
    expect([next.title, next.metadata?.mission]).toEqual(['Ours', 'Our mission'])
    expect(next.hierarchy[rootId]?.children).toHaveLength(2)
    expect(faultsOf(next)).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Spec, SpecNode } from '../../spec/spec.ts'
import { stateOf } from '../../state/state-of.ts'
import type { ForeignPlan } from '../foreign-plan.ts'
import { importPlan } from '../import/import-plan.ts'
import { readBeads } from '../in/json/read-beads.ts'
import { readTaskMaster } from '../in/json/read-task-master.ts'
import { readMarkdown } from '../in/markdown/read-markdown.ts'
import { settlePlan } from '../settle/settle-plan.ts'
import { tasksOf } from '../settle/tasks-of.ts'
import { anyForeignPlan } from '../testing/any-foreign-plan.ts'
import { flatten, isOwnCheck, outlineOf } from './outline-of.ts'
import { toBeadsJsonl } from './to-beads-jsonl.ts'
import { toMarkdown } from './to-markdown.ts'
import { toTasksJson } from './to-tasks-json.ts'

/** Specs of all shapes: no phase is empty, because other programs do not have such. */
const anySpec: fc.Arbitrary<Spec> = anyForeignPlan
  .map((plan) => {
    const phases = plan.phases.filter(({ tasks }) => tasks.length > 0)
    const plain = phases.map((phase, index) => ({
      ...phase,
      title: `${phase.title} ${index}`,
      dependencies: [],
      checks: [],
    }))
    let count = 0
    const newId = () => `k${(count += 1)}`
    const options = { now: '2026-05-01T10:00:00Z', specId: 'any-2026-05-01-001', newId }
    return importPlan(settlePlan({ ...plan, phases: plain }), undefined, options).spec
  })
  .filter(({ hierarchy }) => Object.keys(hierarchy).length > 1)

/** What must survive: titles, states, order, and who waits for whom, all by titles and places. */
const sketch = (tasks: readonly Sketched[]) => {
  const places = new Map(tasks.map(({ id }, index) => [id, index]))
  return tasks.map(({ title, state, first }) => ({
    title,
    state,
    first: first.flatMap((id) => places.get(id) ?? []).toSorted((a, b) => a - b),
  }))
}

interface Sketched {
  readonly id: string
  readonly title: string
  readonly state: string
  readonly first: readonly string[]
}

const tasksIn = (spec: Spec, isLeftOut: (node: SpecNode, parent: SpecNode) => boolean) =>
  flatten(outlineOf(spec))
    .filter(({ node }) => {
      const parent = spec.hierarchy[node.parent ?? '']
      return node.type !== 'phase' && parent !== undefined && !isLeftOut(node, parent)
    })
    .map(({ id, node }) => ({
      id,
      title: node.title.replaceAll(/\s+/g, ' ').trim(),
      state: stateOf(node),
      first: node.dependencies?.blocked_by ?? [],
    }))

const tasksBack = (plan: ForeignPlan) =>
  tasksOf(plan).map(({ foreignId, title, state, dependencies }) => ({
    id: foreignId,
    title,
    state,
    first: dependencies,
  }))

const isCheckOfTask = (node: SpecNode, parent: SpecNode) =>
  isOwnCheck({ id: '', node, parts: [] }, parent)

describe('a spec that is written and read again', () => {
  it('as Markdown has no task more if a description looks like a box', () => {
    const text = '# Any\n\n## Part\n\n- [ ] `a` First\n  \\[] not a task\n'
    const plan = readMarkdown([{ path: 'plan.md', text }])
    expect(tasksOf(plan)).toHaveLength(1)
    expect(tasksOf(readMarkdown([{ path: 'plan.md', text: '- \\[ \\] A task\n' }]))).toHaveLength(1)
  })

  it('as Markdown has the same titles, states, dependencies and order', () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const text = toMarkdown(spec)
        const plan = readMarkdown([{ path: 'plan.md', text }])
        expect(sketch(tasksBack(plan))).toEqual(sketch(tasksIn(spec, isCheckOfTask)))
      }),
      { numRuns: 50 },
    )
  })

  it('as tasks.json has the same titles, states, dependencies and order', () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const plan = readTaskMaster([{ path: 'tasks.json', text: toTasksJson(spec) }])
        expect(sketch(tasksBack(plan))).toEqual(sketch(tasksIn(spec, isCheckOfTask)))
      }),
      { numRuns: 50 },
    )
  })

  it('as lines of beads has the same titles, states, dependencies and order', () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const plan = readBeads([{ path: 'issues.jsonl', text: toBeadsJsonl(spec) }])
        expect(sketch(tasksBack(plan))).toEqual(sketch(tasksIn(spec, () => false)))
      }),
      { numRuns: 50 },
    )
  })
})

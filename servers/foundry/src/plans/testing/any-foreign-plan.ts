import fc from 'fast-check'
import type { TaskState } from '../../state/task-state.ts'
import type { ForeignPlan, ForeignTask } from '../foreign-plan.ts'
import { toForeignPhase, toForeignTask } from '../to-foreign-task.ts'

const states: readonly TaskState[] = [
  'pending',
  'in_progress',
  'in_review',
  'completed',
  'blocked',
  'failed',
  'deferred',
  'cancelled',
]

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const anyId = fc.constantFrom(...ids)
const anyText = fc.string({ minLength: 1, maxLength: 12 })

const taskOver = (children: fc.Arbitrary<readonly ForeignTask[]>): fc.Arbitrary<ForeignTask> =>
  fc
    .record({
      foreignId: anyId,
      title: anyText,
      description: fc.option(anyText, { nil: undefined }),
      state: fc.constantFrom(...states),
      dependencies: fc.array(anyId, { maxLength: 3 }),
      discoveredFrom: fc.option(anyId, { nil: undefined }),
      criteria: fc.array(fc.constantFrom('It works', 'It is fast'), { maxLength: 2 }),
      files: fc.array(fc.constantFrom('src/a.ts', 'src/b.ts'), { maxLength: 2 }),
      labels: fc.array(fc.constantFrom('ui', 'api'), { maxLength: 2 }),
      checks: fc.array(fc.record({ text: fc.constantFrom('Look', 'Run') }), { maxLength: 2 }),
      notes: fc.array(fc.record({ text: anyText }), { maxLength: 1 }),
      children,
    })
    .map(toForeignTask)

const part = taskOver(fc.constant([]))
const group = taskOver(fc.array(part, { maxLength: 2 }))
const task = taskOver(fc.array(group, { maxLength: 2 }))

/** Any plan, with cycles, ids that are used twice, and links to nothing. */
export const anyForeignPlan: fc.Arbitrary<ForeignPlan> = fc
  .array(
    fc
      .record({
        foreignId: fc.constantFrom('p', 'q', 'r'),
        title: anyText,
        dependencies: fc.array(anyId, { maxLength: 1 }),
        tasks: fc.array(task, { maxLength: 4 }),
        checks: fc.array(fc.record({ text: fc.constantFrom('Gate') }), { maxLength: 1 }),
      })
      .map(toForeignPhase),
    { maxLength: 3 },
  )
  .map((phases) => ({
    kind: 'beads',
    path: 'issues.jsonl',
    title: 'Any',
    phases,
    criteria: [],
    notes: [],
    remarks: [],
    rest: {},
  }))

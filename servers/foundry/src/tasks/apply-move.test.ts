import { describe, expect, it } from 'vitest'
import { rollUp } from '../spec/roll-up.ts'
import { stateOf } from '../state/state-of.ts'
import { idle } from '../store/idle.ts'
import type { Plan } from '../store/plan-store.ts'
import { aSpec, aTask } from '../testing/a-spec.ts'
import { type Act, applyMove } from './apply-move.ts'

const act: Act = {
  who: 'ada',
  now: new Date('2026-03-01T10:00:00Z'),
  entryId: 'e1',
  reason: 'Not needed any more.',
  leaseMs: 1000,
}

const verify = {
  type: 'verify',
  metadata: { verification_type: 'run-tests', command: 'true' },
} as const
const spec = aSpec({
  nodes: {
    'task-x': aTask({ children: ['sub-x', 'verify-x'] }),
    'sub-x': aTask({ type: 'subtask', parent: 'task-x' }),
    'verify-x': { ...verify, parent: 'task-x' },
    'verify-far': { ...verify, metadata: { ...verify.metadata, target: 'sub-x' } },
  },
})
const plan: Plan = { spec_id: spec.spec_id, stage: 'active', version: 'v', spec, running: idle }
const statesOf = ({ hierarchy }: Plan['spec'], ids: readonly string[]) =>
  ids.map((id) => hierarchy[id] && stateOf(hierarchy[id]))

describe('a move', () => {
  it('that drops a task drops what is open in it and its checks, with the reason', () => {
    const parts = ['task-x', 'sub-x', 'verify-x', 'verify-far']
    const moved = applyMove(plan, 'task-x', 'cancel', act)
    expect(statesOf(moved.spec, parts)).toEqual(parts.map(() => 'cancelled'))
    for (const id of parts) {
      expect(moved.spec.hierarchy[id]?.metadata).toMatchObject({
        cancel_reason: act.reason,
        cancelled_by: 'ada',
      })
    }
    expect(moved.spec.journal?.at(-1)).toMatchObject({ task_id: 'task-x', content: act.reason })
    expect(rollUp(moved.spec).hierarchy['task-x']).toMatchObject({
      total_tasks: 2,
      completed_tasks: 2,
    })
  })

  it('of another kind moves the task alone', () => {
    const moved = applyMove(plan, 'task-x', 'defer', act)
    expect(statesOf(moved.spec, ['task-x', 'sub-x', 'verify-x'])).toEqual([
      'deferred',
      'pending',
      'pending',
    ])
  })

  it('that the state does not have is refused, with those that it has', () => {
    expect(() => applyMove(plan, 'task-x', 'reopen', act)).toThrow(
      "Task 'task-x' is pending; 'reopen' is not possible now.",
    )
  })
})

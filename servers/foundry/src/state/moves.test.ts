import { describe, expect, it } from 'vitest'
import type { SpecNode } from '../spec/spec.ts'
import { moves, movesFrom } from './moves.ts'
import { isSettled, stateOf, withState } from './state-of.ts'
import type { TaskState } from './task-state.ts'

// The cast restores the key type that Object.keys widens.
const states = Object.keys(moves) as TaskState[]

const task: SpecNode = {
  type: 'task',
  title: 'Write',
  status: 'pending',
  parent: 'phase-1',
  children: [],
  total_tasks: 1,
  completed_tasks: 0,
  metadata: { file_path: 'src/a.ts' },
}

describe('the state of a task', () => {
  it.each(states)('comes back from the file, which programs with four states load: %s', (state) => {
    const node = withState(task, state)
    expect(stateOf(node)).toBe(state)
    expect(['pending', 'in_progress', 'completed', 'blocked']).toContain(node.status)
    expect(withState(node, 'pending')).toEqual(task)
  })

  it('is the status if another program changed that', () => {
    const cancelled = withState(task, 'cancelled')
    expect(stateOf({ ...cancelled, status: 'in_progress' })).toBe('in_progress')
  })

  it('can be left from everywhere', () => {
    for (const state of states) expect(movesFrom(state).length).toBeGreaterThan(0)
  })

  it('is reached from pending, whichever it is', () => {
    const reached = new Set<TaskState>(['pending'])
    for (const state of reached) {
      for (const next of Object.values(moves[state])) reached.add(next)
    }
    expect(reached).toEqual(new Set(states))
  })

  it('that is settled is left only by reopening', () => {
    for (const state of states.filter(isSettled)) expect(movesFrom(state)).toEqual(['reopen'])
  })
})

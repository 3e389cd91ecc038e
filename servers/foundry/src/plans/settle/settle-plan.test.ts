import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ForeignPlan, ForeignTask } from '../foreign-plan.ts'
import { toForeignPhase, toForeignTask } from '../to-foreign-task.ts'
import { settlePlan } from './settle-plan.ts'
import { tasksOf } from './tasks-of.ts'

const toPlan = (tasks: readonly ForeignTask[]): ForeignPlan => ({
  kind: 'markdown',
  path: 'plan.md',
  title: 'Plan',
  phases: [toForeignPhase({ foreignId: 'p', title: 'Phase', tasks })],
  criteria: [],
  notes: [],
  remarks: [],
  rest: {},
})

const task = (foreignId: string, dependencies: readonly string[] = []) =>
  toForeignTask({ foreignId, title: `Task ${foreignId}`, dependencies, path: 'plan.md', line: 3 })

const dependenciesOf = (plan: ForeignPlan, id: string) =>
  tasksOf(plan).find(({ foreignId }) => foreignId === id)?.dependencies

describe('a foreign plan', () => {
  it('loses the link that closes a cycle, and the remark names the cycle', () => {
    const plan = settlePlan(toPlan([task('a', ['c']), task('b', ['a']), task('c', ['b'])]))
    expect(plan.remarks).toEqual([
      {
        path: 'plan.md',
        line: 3,
        message: 'Tasks wait for each other: a → c → b → a.',
        action: '"b" no longer depends on "a".',
      },
    ])
    expect(dependenciesOf(plan, 'b')).toEqual([])
    expect(dependenciesOf(plan, 'c')).toEqual(['b'])
  })

  it('loses the link of a part to the task that it is a part of', () => {
    const parent = { ...task('a'), children: [task('a.1', ['b'])] }
    const plan = settlePlan(toPlan([parent, task('b', ['a'])]))
    expect(plan.remarks[0]?.message).toBe('Tasks wait for each other: a → a.1 → b → a.')
    expect(plan.remarks).toHaveLength(1)
  })

  it('names links to itself, to its parts and to nothing', () => {
    const parent = { ...task('a', ['a', 'a.1', 'z']), children: [task('a.1')] }
    const messages = settlePlan(toPlan([parent])).remarks.map(({ message }) => message)
    expect(messages).toEqual([
      '"a" depends on "a", which is itself.',
      '"a" depends on "z", which is not in the plan.',
      '"a" depends on "a.1", which is under it.',
    ])
  })

  it('keeps both tasks that have one id', () => {
    const plan = settlePlan(toPlan([task('a'), task('a'), task('b', ['A'])]))
    expect(tasksOf(plan).map(({ foreignId }) => foreignId)).toEqual(['a', 'a~2', 'b'])
    expect(dependenciesOf(plan, 'b')).toEqual(['a'])
    expect(plan.remarks[0]?.message).toContain('"a" is used twice')
  })

  it('has at most ten levels, and no task is lost', () => {
    let deep = task('12')
    for (let n = 11; n > 0; n -= 1) deep = { ...task(String(n)), children: [deep] }
    const plan = settlePlan(toPlan([deep]))
    expect(tasksOf(plan)).toHaveLength(12)
    expect(plan.remarks.some(({ message }) => message.includes('deeper than 10'))).toBe(true)
  })

  it('is refused if it has more than 10,000 tasks', () => {
    const tasks = Array.from({ length: 10_001 }, (_, n) => task(String(n)))
    expect(() => settlePlan(toPlan(tasks))).toThrow('plan.md has more than 10000 tasks.')
  })

  it('is settled once: to settle it again changes nothing', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'A', '']
    const tasks = fc.array(
      fc.record({ id: fc.constantFrom(...ids), first: fc.array(fc.constantFrom(...ids)) }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(tasks, (list) => {
        const plan = settlePlan(toPlan(list.map(({ id, first }) => task(id, first))))
        expect(settlePlan(plan)).toEqual(plan)
        expect(tasksOf(plan)).toHaveLength(list.length)
      }),
    )
  })

  it('with a chain of 10,000 tasks and as many cycles is settled', () => {
    const tasks = Array.from({ length: 10_000 }, (_, n) =>
      task(String(n), n === 0 ? [] : [String(n - 1), String(n + 1)]),
    )
    const plan = settlePlan(toPlan(tasks))
    expect(settlePlan({ ...plan, remarks: [] }).remarks).toEqual([])
  })
})

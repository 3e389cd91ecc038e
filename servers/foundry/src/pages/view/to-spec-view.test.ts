import { describe, expect, it } from 'vitest'
import {
  emptySpec,
  loginProofs,
  loginRunning,
  loginSpec,
  sampleSpec,
  toLargeSpec,
} from '../../../test/sample-specs.ts'
import { rollUp } from '../../spec/roll-up.ts'
import type { TaskView } from './spec-view.ts'
import { toSpecView } from './to-spec-view.ts'

const view = toSpecView(loginSpec, loginRunning, loginProofs)

function findTask(id: string): TaskView {
  const tasks = view.phases.flatMap(({ tasks }) => tasks.flatMap((one) => [one, ...one.subtasks]))
  return tasks.find((task) => task.id === id) ?? expect.unreachable(id)
}

describe('the view of a spec', () => {
  it('has phases and tasks in the order of children', () => {
    expect(view.phases.map(({ id }) => id)).toEqual(['phase-1', 'phase-2', 'phase-3'])
    expect(view.phases[1]?.tasks.map(({ id }) => id)).toEqual([
      'task-2-1',
      'task-2-2',
      'task-2-3',
      'task-2-4',
      'task-2-5-k3f9',
    ])
  })

  it('lays what runs over the file', () => {
    expect(findTask('task-2-2')).toMatchObject({
      state: 'in_review',
      holder: 'agent-south',
      leaseExpires: '2026-11-16T14:44:00Z',
    })
    expect(view.phases[1]).toMatchObject({ state: 'in_progress', isCurrent: true })
    expect(toSpecView(loginSpec, {}, {}).phases[1]?.state).not.toBe('in_progress')
  })

  it('counts as the roll-up does, planned and found apart', () => {
    const root = rollUp(loginSpec).hierarchy['spec-root']
    expect(view.planned.total + view.found.total).toBe(root?.total_tasks)
    const settled = [view.planned, view.found].map((one) => one.completed + one.cancelled)
    expect((settled[0] ?? 0) + (settled[1] ?? 0)).toBe(root?.completed_tasks)
    expect(view.found).toMatchObject({ total: 1, completed: 0 })
    expect(findTask('task-2-5-k3f9')).toMatchObject({ isFound: true, foundIn: { id: 'task-2-1' } })
  })

  it('believes a result of the file only as a claim', () => {
    const verify = (last_result: unknown) =>
      toSpecView(
        sampleSpec({
          'spec-root': { type: 'spec', title: 'x', children: ['v'] },
          v: { type: 'verify', title: 'v', metadata: { last_result } },
        }),
        {},
        {},
      ).phases[0]?.checks[0]?.proof.state
    expect(verify('PASSED')).toBe('claimed')
    expect(verify({ result: 'PASSED' })).toBe('claimed')
    expect(verify('FAILED')).toBe('failed')
    expect(verify('PARTIAL')).toBe('unproved')
    expect(verify(undefined)).toBe('unproved')
  })

  it('shows a check once, at the part that it names', () => {
    const spec = sampleSpec({
      'spec-root': { type: 'spec', title: 'x', children: ['p'] },
      p: { type: 'phase', title: 'p', children: ['g', 'v'] },
      g: { type: 'group', title: 'g', children: ['t'] },
      t: { title: 't', children: ['w'] },
      v: { type: 'verify', title: 'v', metadata: { target: 't' } },
      w: { type: 'verify', title: 'w' },
    })
    const [phase] = toSpecView(spec, {}, {}).phases
    expect(phase?.checks).toEqual([])
    expect(phase?.tasks[0]?.checks.map(({ id }) => id)).toEqual(['w', 'v'])
  })

  it('lists questions of the plan and of comments until they are answered', () => {
    expect(view.questions.map(({ text, about }) => [text, about?.id])).toEqual([
      ['How long is a session valid on a shared machine?', undefined],
      ['Should a link back to another host be followed after login?', 'task-2-1'],
    ])
    const answered = sampleSpec(
      { 'spec-root': { type: 'spec', title: 'x' } },
      {
        metadata: {
          open_questions: [{ question: 'a', answer: 'b' }, { question: 'c' }, 7, null],
          comments: [{ id: '1', text: 'd', kind: 'question', answer: { text: 'e' } }],
        },
      },
    )
    expect(toSpecView(answered, {}, {}).questions).toEqual([
      { id: 'open_questions/1', text: 'c', isComment: false },
    ])
  })

  it('keeps tasks that are in no phase', () => {
    const spec = sampleSpec({
      'spec-root': { type: 'spec', title: 'x', children: ['p', 't'] },
      p: { type: 'phase', title: 'p' },
      t: { title: 't' },
    })
    const last = toSpecView(spec, {}, {}).phases.at(-1)
    expect(last).toMatchObject({ title: 'In no phase', tasks: [{ id: 't' }] })
  })

  it('survives parts that contain themselves, or are missing', () => {
    const spec = sampleSpec({
      'spec-root': { type: 'spec', title: 'x', children: ['a', 'gone'] },
      a: { type: 'phase', title: 'a', children: ['b'] },
      b: {
        title: 'b',
        children: ['a', 'b'],
        dependencies: { blocked_by: ['__proto__', 'b', 'toString'] },
      },
      lost: { title: 'lost' },
    })
    const odd = toSpecView(spec, {}, {})
    expect(odd.phases.map(({ id }) => id)).toEqual(['a'])
    expect(odd.phases[0]?.tasks.map(({ id }) => id)).toEqual(['b'])
    expect(odd.phases[0]?.tasks[0]?.waitsFor[0]).toEqual({ id: '__proto__', title: '__proto__' })
    expect(odd.unreached).toBe(1)
    expect(odd.graph.nodes).toEqual([])
  })

  it('survives a chain of ten thousand subtasks', () => {
    const size = 10_000
    const chain = Array.from({ length: size }, (_, at) => [
      `t${at}`,
      { title: `t${at}`, children: at + 1 < size ? [`t${at + 1}`] : [] },
    ])
    const spec = sampleSpec({
      'spec-root': { type: 'spec', title: 'x', children: ['t0'] },
      ...Object.fromEntries(chain),
    })
    expect(toSpecView(spec, {}, {}).phases[0]?.tasks[0]?.subtasks).toHaveLength(size - 1)
  })

  it('shows the newest lines of a long journal first, and says how many there are before', () => {
    const [line] = loginSpec.journal ?? []
    if (line === undefined) expect.unreachable()
    const journal = Array.from({ length: 130 }, (_, at) => ({ ...line, title: `line ${at}` }))
    const long = toSpecView({ ...emptySpec, journal }, {}, {})
    expect(long.journal[0]?.title).toBe('line 129')
    expect(long.journal.length + long.olderLines).toBe(130)
  })
})

describe('the graph of a spec', () => {
  it('has an arrow for every dependency that a part of it names, once', () => {
    const { graph } = view
    expect(graph.level).toBe('tasks')
    expect(graph.edges).toContainEqual({ from: 'task-1-1', to: 'task-2-1', isSoft: false })
    expect(graph.edges).toContainEqual({ from: 'task-2-2', to: 'task-2-4', isSoft: true })
    const pairs = graph.edges.map(({ from, to }) => `${from} ${to}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    expect(graph.alone).toBe(3)
  })

  it('has phases if there are more than 150 tasks in it', () => {
    expect(toSpecView(toLargeSpec(150), {}, {}).graph.level).toBe('tasks')
    const { graph } = toSpecView(toLargeSpec(151), {}, {})
    expect(graph.level).toBe('phases')
    expect(graph.edges).toEqual([
      { from: 'phase-1', to: 'phase-2', isSoft: false },
      { from: 'phase-2', to: 'phase-3', isSoft: false },
      { from: 'phase-3', to: 'phase-4', isSoft: false },
    ])
  })
})

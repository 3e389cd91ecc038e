import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpecNode } from '../../spec/spec.ts'
import { withState } from '../../state/state-of.ts'
import type { CheckRun } from '../checks/check-run.ts'
import { checksOf } from '../checks/checks-of.ts'
import { createGit } from '../git/create-git.ts'
import type { Commit } from '../git/git.ts'
import { openRepository } from '../testing/open-repository.ts'
import { nodeOf, passOf, planOf, treeOf } from '../testing/plan.ts'
import { drift } from './drift.ts'
import { trace } from './trace.ts'

const task = (metadata: SpecNode['metadata'], more: Partial<SpecNode> = {}) =>
  nodeOf('task', { parent: 'phase-1', metadata, ...more })

const done = { status: 'completed' } as const

const plan = planOf(
  {
    'spec-root': nodeOf('spec', { children: ['phase-1'] }),
    'phase-1': nodeOf('phase', { parent: 'spec-root', children: ['task-1-1', 'task-1-2'] }),
    'task-1-1': task(
      { file_path: 'src/a.ts', requirements: ['FR-001', 'criterion-1'] },
      { ...done, children: ['verify-1-1'] },
    ),
    'task-1-2': task(
      { file_path: 'src/b.ts', requirements: ['FR-404', { id: 'req-1', text: 'Be quick' }] },
      done,
    ),
    'task-1-3': withState(task({ requirements: ['FR-002'] }), 'cancelled'),
    'verify-1-1': nodeOf('verify', {
      parent: 'task-1-1',
      metadata: { verification_type: 'run-tests', command: 'true' },
    }),
  },
  {
    requirements: ['FR-001: Read files', { id: 'FR-002', description: 'Write files' }],
    success_criteria: ['It works'],
  },
)

const passes = checksOf(plan, 'task-1-1').map((check) => passOf(check))

const commitOf = (more: Partial<Commit>): Commit => ({
  hash: 'c1',
  at: '2026-01-03T00:00:00+00:00',
  author: 'Ada',
  subject: '',
  message: '',
  files: [],
  ...more,
})

const list = <T>(...items: readonly T[]) => ({ total: items.length, items })

describe('a trace', () => {
  it('goes from requirements to tasks, checks and commits, and names what is uncovered', () => {
    const commits = [commitOf({ message: 'Read\n\ntask-1-1' })]
    expect(trace(plan, passes, commits)).toEqual({
      clean: false,
      requirements: list(
        { id: 'FR-001', text: 'Read files', tasks: ['task-1-1'] },
        { id: 'FR-002', text: 'Write files', tasks: [] },
        { id: 'criterion-1', text: 'It works', tasks: ['task-1-1'] },
        { id: 'task-1-2/req-1', text: 'Be quick', tasks: ['task-1-2'] },
      ),
      tasks: list(
        {
          id: 'task-1-1',
          title: 'A task',
          state: 'completed',
          requirements: ['FR-001', 'criterion-1'],
          checks: [{ id: 'verify-1-1', proof: 'passed' }],
          commits: ['c1'],
        },
        {
          id: 'task-1-2',
          title: 'A task',
          state: 'completed',
          requirements: ['task-1-2/req-1'],
          checks: [],
          commits: [],
        },
      ),
      uncovered: {
        requirements: list('FR-002'),
        unknown_requirements: list({ task: 'task-1-2', requirement: 'FR-404' }),
        tasks_without_check: list('task-1-2'),
        tasks_without_commit: list('task-1-2'),
      },
    })
  })

  it('takes commits that touch the files of a task after its start', () => {
    const started = planOf({
      'task-1-1': task({ file_path: 'src', started_at: '2026-01-03T00:00:00.500Z' }, done),
    })
    const commits = [
      commitOf({ hash: 'late', at: '2026-01-03T00:00:00+00:00', files: ['src/x/y.ts'] }),
      commitOf({ hash: 'early', at: '2026-01-02T23:59:59+00:00', files: ['src/x/y.ts'] }),
      commitOf({ hash: 'other', files: ['srcs/x.ts'], message: 'task-1-10' }),
    ]
    expect(trace(started, [], commits).tasks.items[0]?.commits).toEqual(['late'])
  })

  it('counts a check of a phase for its tasks, and one of a task for its subtasks', () => {
    const nested = planOf({
      'phase-1': nodeOf('phase', { children: ['task-1-1', 'verify-1-1'] }),
      'task-1-1': task({}),
      'task-1-1-1': nodeOf('subtask', { parent: 'task-1-1' }),
      'verify-1-1': nodeOf('verify', { parent: 'phase-1' }),
    })
    expect(trace(nested, [], undefined)).toMatchObject({ clean: true })
    const { 'verify-1-1': _, ...bare } = nested.hierarchy
    const without = trace(planOf(bare), [], undefined).uncovered.tasks_without_check
    expect(without.items).toEqual(['task-1-1-1'])
  })

  it('does not miss commits where there is no git', () => {
    expect(trace(plan, passes, undefined).uncovered.tasks_without_commit).toEqual(list())
  })

  it('reads the commits of a real repository', async () => {
    const repository = openRepository()
    try {
      repository.write('src/b.ts', '1')
      const byFile = repository.commit('Write b')
      const byName = repository.commit('Finish (task-1-1)')
      const commits = await createGit(repository.root).commitsFor({ since: plan.generated })
      const tasks = trace(plan, passes, commits).tasks.items
      expect(tasks.map((one) => one.commits)).toEqual([[byName], [byFile]])
    } finally {
      repository.remove()
    }
  })

  it('is bounded, and says how much there is', () => {
    const hierarchy = Object.fromEntries(
      Array.from({ length: 600 }, (_, n) => [`task-1-${n}`, task({ file_path: `src/${n}.ts` })]),
    )
    const { tasks, uncovered } = trace(planOf(hierarchy), [], [])
    expect(tasks).toMatchObject({ total: 600 })
    expect(tasks.items).toHaveLength(500)
    expect(uncovered.tasks_without_check.items).toHaveLength(500)
  })

  it('is made of any nonsense, and is the same each time', () => {
    const metadata = fc.dictionary(
      fc.constantFrom('requirements', 'success_criteria', 'files', 'file_path', 'started_at'),
      fc.jsonValue(),
    )
    const parent = fc.constantFrom('a', 'b', 'c', '__proto__', null)
    const type = fc.constantFrom('task', 'verify', 'phase', 'subtask')
    const node = fc
      .record({ metadata, parent, type, status: fc.constantFrom('pending', 'completed') })
      .map(({ type: kind, ...more }) => nodeOf(kind, more))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c'), node), metadata, (nodes, more) => {
        const odd = planOf(nodes, more)
        const commits = [commitOf({ files: ['x'], message: 'a b c' })]
        expect(trace(odd, passes, commits)).toEqual(trace(odd, passes, commits))
        const files = { files: ['x'], changed: ['x'] }
        const now = treeOf({ x: '1' })
        expect(drift(odd, passes, now, files)).toEqual(drift(odd, passes, now, files))
      }),
    )
  })
})

describe('drift', () => {
  const now = (files: Readonly<Record<string, string>>, changed: readonly string[] = []) =>
    [treeOf(files), { files: Object.keys(files), changed }] as const
  const driftOf = (records: readonly CheckRun[], ...files: ReturnType<typeof now>) =>
    drift(plan, records, ...files)

  it('is none if the files are as they were proved', () => {
    expect(driftOf(passes, ...now({ 'src/a.ts': '1', 'src/b.ts': '1' }))).toEqual({
      clean: true,
      changed_after_completion: list(),
      gone: list(),
      unnamed: list(),
      not_comparable: list('task-1-2'),
    })
  })

  it('names completed tasks whose files changed since', () => {
    const found = driftOf(passes, ...now({ 'src/a.ts': '2', 'src/b.ts': '1' }))
    expect(found.clean).toBe(false)
    expect(found.changed_after_completion).toEqual(
      list({
        task: 'task-1-1',
        run: 'run-1',
        changed: { added: [], removed: [], modified: ['src/a.ts'] },
      }),
    )
  })

  it('is not what a later check of the plan has passed with', () => {
    const [first] = passes
    if (first === undefined) throw new Error('There is no pass.')
    const tree = treeOf({ 'src/a.ts': '2', 'src/b.ts': '1' })
    const later = { ...first, id: 'run-2', task_id: 'task-1-2', tree }
    const files = now({ 'src/a.ts': '2', 'src/b.ts': '1' })
    expect(driftOf([first, later], ...files).changed_after_completion.items).toEqual([])
    const claimed = { ...later, by: { kind: 'worker', name: 'w' } as const }
    const elsewhere = { ...later, spec_id: 'other' }
    for (const records of [
      [later, first],
      [first, claimed],
      [first, elsewhere],
    ]) {
      const found = driftOf(records, ...files).changed_after_completion.items
      expect(found.map((one) => one.task)).toContain('task-1-1')
    }
  })

  it('names files that completed tasks name and that are gone', () => {
    const found = driftOf(passes, ...now({ 'src/b.ts': '1' }))
    expect(found.gone).toEqual(list({ task: 'task-1-1', path: 'src/a.ts' }))
    expect(found.changed_after_completion.items[0]?.changed.removed).toEqual(['src/a.ts'])
  })

  it('does not miss files that a proved task removed, nor folders and globs', () => {
    const removing = passes.map((run) => ({ ...run, tree: treeOf({ 'src/a.ts': 'missing' }) }))
    expect(driftOf(removing, ...now({ 'src/b.ts': '1' })).clean).toBe(true)
    const later = [...passes, ...removing.map((run) => ({ ...run, task_id: 'task-1-2' }))]
    expect(driftOf(later, ...now({ 'src/b.ts': '1' })).gone).toEqual(list())
    const wide = planOf({ 'task-1-1': task({ files: ['src/', 'lib/**', '.'] }, done) })
    expect(drift(wide, [], ...now({ 'src/b.ts': '1' })).gone).toEqual(list())
  })

  it('does not compare a file that is there and not in the tree', () => {
    const [tree] = now({ 'src/b.ts': '1' })
    expect(driftOf(passes, tree, { files: ['src/a.ts'], changed: [] }).clean).toBe(true)
  })

  it('names changed files that no task names, without the specs', () => {
    const changed = ['src/z.ts', 'src/a.ts', 'specs/active/x.json', 'node_modules/y']
    const found = driftOf(passes, ...now({ 'src/a.ts': '1', 'src/b.ts': '1' }, changed))
    expect(found).toMatchObject({ clean: false, unnamed: list('src/z.ts') })
  })
})

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpecNode } from '../../spec/spec.ts'
import { withState } from '../../state/state-of.ts'
import { hashFiles } from '../files/hash-files.ts'
import { createGit } from '../git/create-git.ts'
import { runCommand } from '../run/run-command.ts'
import { openRepository } from '../testing/open-repository.ts'
import { nodeOf, passOf, planOf, treeOf } from '../testing/plan.ts'
import type { CheckRun } from './check-run.ts'
import { checksOf } from './checks-of.ts'
import { missingProof } from './missing-proof.ts'
import { promisedButUntouched } from './promised-files.ts'
import { proofOf } from './proof-of.ts'
import { toCheckRun } from './to-check-run.ts'

const tree = treeOf({ 'src/a.ts': '1' })

const planWith = (verify: Partial<SpecNode>) =>
  planOf({
    'spec-root': nodeOf('spec', { children: ['phase-1'] }),
    'phase-1': nodeOf('phase', { parent: 'spec-root', children: ['task-1-1', 'task-1-2'] }),
    'task-1-1': nodeOf('task', {
      parent: 'phase-1',
      children: ['verify-1-1'],
      metadata: { file_path: 'src/a.ts' },
    }),
    'task-1-2': nodeOf('task', { parent: 'phase-1' }),
    'verify-1-1': nodeOf('verify', {
      parent: 'task-1-1',
      metadata: { verification_type: 'run-tests', command: 'npm test' },
      ...verify,
    }),
  })

const spec = planWith({})
const manual = planWith({ metadata: { verification_type: 'manual' } })

const checkIn = (plan = spec) => {
  const [check] = checksOf(plan, 'task-1-1')
  if (check === undefined) throw new Error('The plan has no check.')
  return check
}

const check = checkIn()
const stateWith = (records: readonly CheckRun[], plan = spec, now = tree) =>
  proofOf(checkIn(plan), records, now).state

describe('a check is passed', () => {
  it('if the server ran it on the files as they are', () => {
    expect(proofOf(check, [passOf(check)], tree)).toMatchObject({ state: 'passed' })
    expect(missingProof(spec, 'task-1-1', [passOf(check)], tree)).toEqual([])
  })

  it('if a person says so of a check that people make', () => {
    const person = { kind: 'person', name: 'Ada' } as const
    const fidelity = planWith({ metadata: { verification_type: 'fidelity' } })
    for (const plan of [manual, fidelity]) {
      const record = passOf(checkIn(plan), { by: person, exitCode: null, command: '' })
      expect(stateWith([record], plan)).toBe('passed')
    }
  })

  it('by its newest run only', () => {
    const failed = passOf(check, { id: 'run-2', verdict: 'failed', exitCode: 1, reason: 'No.' })
    expect(stateWith([passOf(check), failed])).toBe('failed')
    expect(stateWith([failed, passOf(check)])).toBe('passed')
  })
})

describe('an attempt to lie', () => {
  const worker = { kind: 'worker', name: 'worker-1' } as const

  it('with a result of the worker itself is a claim, whatever the check is', () => {
    for (const plan of [spec, manual]) {
      expect(stateWith([passOf(checkIn(plan), { by: worker })], plan)).toBe('claimed')
    }
  })

  it('with a claim after a failed run leaves the check failed', () => {
    const failed = passOf(check, { verdict: 'failed', exitCode: 1 })
    expect(stateWith([failed, passOf(check, { by: worker })])).toBe('failed')
  })

  it('with a person who passes what a command has to pass is a claim', () => {
    expect(stateWith([passOf(check, { by: { kind: 'person', name: 'Ada' } })])).toBe('claimed')
  })

  it('with a command that passes what a person has to look at is a claim', () => {
    const metadata = { verification_type: 'manual', command: 'true' }
    const plan = planWith({ metadata })
    expect(stateWith([passOf(checkIn(plan))], plan)).toBe('claimed')
  })

  it('with a file that says passed cannot be verified', () => {
    const metadata = { ...check.node.metadata, last_result: { status: 'PASSED' } }
    expect(stateWith([], planWith({ metadata }))).toBe('unverifiable')
    expect(stateWith([], planWith({ status: 'completed' }))).toBe('unverifiable')
    expect(stateWith([])).toBe('none')
  })

  it('with files that changed since is stale, and the files are named', () => {
    const now = treeOf({ 'src/a.ts': '2', 'src/b.ts': '1' })
    expect(proofOf(check, [passOf(check)], now)).toMatchObject({
      state: 'stale',
      reason: 'Files changed after the check had passed: "src/a.ts", "src/b.ts".',
      changed: { added: ['src/b.ts'], removed: [], modified: ['src/a.ts'] },
    })
  })

  it('by naming fewer files than were proved is stale', () => {
    expect(stateWith([passOf(check)], spec, treeOf({}))).toBe('stale')
  })

  it('by changing the check after it had passed is stale', () => {
    const changes = [
      { verification_type: 'run-tests', command: 'true' },
      { verification_type: 'run-tests', command: 'npm test', expected: 'ok' },
      { verification_type: 'fidelity', command: 'npm test' },
    ]
    for (const metadata of changes) {
      expect(stateWith([passOf(check)], planWith({ metadata }))).toBe('stale')
    }
  })

  it('by changing what a person has approved is stale', () => {
    const record = passOf(checkIn(manual), { by: { kind: 'person', name: 'Ada' } })
    const renamed = planWith({ metadata: manual.hierarchy['verify-1-1']?.metadata, title: 'Else' })
    expect(stateWith([record], renamed)).toBe('stale')
  })

  it('with the pass of another spec, task or check proves nothing', () => {
    const others = [{ spec_id: 'other' }, { task_id: 'task-1-2' }, { verify_id: 'verify-9' }]
    for (const other of others) expect(stateWith([passOf(check, other)])).toBe('none')
  })

  it('with a record that passed with another exit code than 0 is failed', () => {
    expect(stateWith([passOf(check, { exitCode: 1 })])).toBe('failed')
    expect(stateWith([passOf(check, { exitCode: null })])).toBe('failed')
  })

  it('by giving a check of the task another target does not lose it', () => {
    const metadata = { ...check.node.metadata, target: 'task-1-2' }
    expect(checksOf(planWith({ metadata }), 'task-1-1')).toHaveLength(1)
  })

  it('by dropping a check without a reason does not lose it', () => {
    const dropped = withState(check.node, 'cancelled')
    expect(checksOf(planWith(dropped), 'task-1-1')).toHaveLength(1)
    const metadata = { ...dropped.metadata, cancel_reason: 'Covered by verify-1-2' }
    expect(checksOf(planWith({ ...dropped, metadata }), 'task-1-1')).toHaveLength(0)
  })

  it('never makes a check passed, whatever is recorded without the server or a person', () => {
    const record = fc.record({
      verdict: fc.constantFrom('passed', 'failed', 'error', 'timeout'),
      exitCode: fc.constantFrom(0, 1, null),
      by: fc.constant(worker),
    })
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const all = records.map((one) => passOf(check, one))
        expect(stateWith(all)).toBe(all.length === 0 ? 'none' : 'claimed')
      }),
    )
  })
})

describe('the checks of a task', () => {
  it('are its children and those under a phase that have it as target', () => {
    const plan = planOf({
      'phase-1': nodeOf('phase', { children: ['task-1-1', 'verify-1-1', 'verify-1-2'] }),
      'task-1-1': nodeOf('task', { parent: 'phase-1', children: ['verify-1-3'] }),
      'verify-1-1': nodeOf('verify', { parent: 'phase-1', metadata: { target: 'task-1-1' } }),
      'verify-1-2': nodeOf('verify', { parent: 'phase-1', metadata: { target: '__proto__' } }),
      'verify-1-3': nodeOf('verify', { parent: 'elsewhere' }),
    })
    const ids = (id: string) => checksOf(plan, id).map((one) => `${one.id} of ${one.taskId}`)
    expect(ids('task-1-1')).toEqual(['verify-1-1 of task-1-1', 'verify-1-3 of task-1-1'])
    expect(ids('verify-1-1')).toEqual(['verify-1-1 of task-1-1'])
    expect(ids('verify-1-2')).toEqual(['verify-1-2 of verify-1-2'])
    expect(() => checksOf(plan, 'toString')).toThrow("no node 'toString'")
  })
})

describe('what stops completion', () => {
  const missing = (records: readonly CheckRun[], plan = spec, now = tree) =>
    missingProof(plan, 'task-1-1', records, now)

  it('is told with the check, the reason and the next call', () => {
    expect(missing([])).toEqual([
      {
        code: 'PROOF_REQUIRED',
        severity: 'error',
        path: 'hierarchy.verify-1-1',
        message: "Check 'verify-1-1' (A verify) has not been run.",
        hint: "Call run_check with verify_id 'verify-1-1'.",
      },
    ])
    const stale = missing([passOf(check)], spec, treeOf({ 'src/a.ts': '2' }))
    expect(stale).toMatchObject([
      { code: 'PROOF_STALE', hint: "Call run_check with verify_id 'verify-1-1'." },
    ])
  })

  it('sends nobody to run what cannot be run', () => {
    expect(missing([], manual)[0]?.hint).toContain('Ask a person')
    const empty = planWith({ metadata: { verification_type: 'run-tests', command: ' ' } })
    expect(missing([], empty)[0]?.hint).toContain('Ask a maintainer')
  })
})

describe('promised files', () => {
  const task = { id: 'task-1-1', node: nodeOf('task', { metadata: { file_path: 'src/a.ts' } }) }

  it('that nobody touched are found', () => {
    const other = treeOf({ 'src/a.ts': '1', 'src/b.ts': '2' })
    expect(promisedButUntouched(task, tree, other)).toMatchObject({
      code: 'PROMISED_FILES_UNTOUCHED',
      message: 'Since the start nothing changed in src/a.ts.',
    })
  })

  it('that were changed, made or removed are kept promises', () => {
    const trees = [treeOf({ 'src/a.ts': '2' }), treeOf({}), treeOf({ 'src/a.ts': 'missing' })]
    for (const now of trees) {
      expect(promisedButUntouched(task, tree, now)).toBeUndefined()
    }
    const folder = { ...task, node: nodeOf('task', { metadata: { files: ['src/', 7, '../x'] } }) }
    expect(promisedButUntouched(folder, tree, tree)?.message).toBe(
      'Since the start nothing changed in src.',
    )
    expect(promisedButUntouched(folder, tree, treeOf({ 'src/z.ts': '1' }))).toBeUndefined()
  })

  it('that were never promised are not missed', () => {
    expect(promisedButUntouched({ ...task, node: nodeOf('task') }, tree, tree)).toBeUndefined()
  })
})

describe('a real check in a real repository', () => {
  it('fails, is mended, passes, and is stale once the file changes again', async () => {
    const repository = openRepository()
    try {
      const { root } = repository
      const plan = planWith({ metadata: { command: 'grep -q done src/a.ts && echo all fine' } })
      const real = checkIn(plan)
      const git = createGit(root)
      const run = async () => {
        const facts = {
          id: 'run-1',
          tree: await hashFiles(root, ['src/a.ts']),
          head: await git.head(),
          startedAt: '2026-01-02T00:00:00Z',
          by: { kind: 'server', name: 'worker-1' } as const,
        }
        const command = String(real.node.metadata.command)
        const options = { command, cwd: root, timeoutMs: 20_000, env: process.env }
        return toCheckRun(real, await runCommand(options), facts)
      }
      const missing = async (records: readonly CheckRun[]) => {
        const now = await hashFiles(root, ['src/a.ts'])
        return missingProof(plan, 'task-1-1', records, now).map(({ code }) => code)
      }
      repository.write('src/a.ts', 'todo')
      const first = await run()
      expect(first).toMatchObject({ verdict: 'failed', exitCode: 1, head: undefined })
      expect(await missing([first])).toEqual(['PROOF_REQUIRED'])
      repository.write('src/a.ts', 'done')
      expect(await missing([first])).toEqual(['PROOF_REQUIRED'])
      const head = repository.commit('task-1-1')
      const second = await run()
      expect(second).toMatchObject({ verdict: 'passed', head, outputPreview: 'all fine\n' })
      expect(await missing([first, second])).toEqual([])
      rmSync(join(root, 'src/a.ts'))
      expect(await missing([first, second])).toEqual(['PROOF_STALE'])
    } finally {
      repository.remove()
    }
  })
})

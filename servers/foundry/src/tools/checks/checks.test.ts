import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFoundryServer } from '../../create-foundry-server.ts'
import { findFolders } from '../../store/find-folders.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foundry-review-'))
  execFileSync('git', ['init', '-q'], { cwd: folder })
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** Calls a tool as somebody, and agrees to commands. */
async function call(who: 'ann' | 'bob', tool: string, args: object): Promise<unknown> {
  const folders = await findFolders({ here: folder, env: {} })
  const role = who === 'bob' ? 'maintainer' : 'worker'
  const { server, close } = createFoundryServer({ folders, role, worker: who })
  const outcome = await server.callByName(tool, args, { consent: 'granted' })
  await close()
  return outcome.ok ? outcome.data : outcome.problems[0]
}

const commit = (message: string) => {
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']
  execFileSync('git', ['add', '-A'], { cwd: folder })
  execFileSync('git', [...author, 'commit', '-qm', message], { cwd: folder })
}

const task_id = 'task-user'

const createPlan = (needs_review: boolean) =>
  call('bob', 'create_spec', {
    title: 'Users',
    mission: 'Have users.',
    spec_id: 'users',
    active: true,
    phases: [
      {
        title: 'All',
        tasks: [
          {
            id: task_id,
            title: 'Write the user',
            criteria: ['It has a name.'],
            files: ['user.ts'],
            needs_review,
            checks: [{ id: 'verify-user', title: 'It has a name', command: 'grep name user.ts' }],
          },
        ],
      },
    ],
  })

async function doTask(note: string): Promise<void> {
  await call('ann', 'start', { task_id })
  await writeFile(join(folder, 'user.ts'), 'export interface User { name: string }\n')
  await call('ann', 'run_check', { verify_id: 'verify-user' })
  expect(await call('ann', 'complete', { task_id, note })).toMatchObject({ task_id })
}

it('a review that sends a task back says why, and the file keeps it', async () => {
  await createPlan(true)
  await doTask('Wrote it.')
  const verdicts = [{ met: false, evidence: 'user.ts:1 has no comment' }]
  const sentBack = { task_id, verdicts, summary: 'Say what a user is.' }
  expect(await call('bob', 'review', sentBack)).toMatchObject({ state: 'in_progress' })
  expect(await call('ann', 'prepare', { task_id })).toMatchObject({
    state: 'in_progress',
    journal: [expect.stringMatching(/bob Write the user: sent back: Say what a user is\.$/)],
  })
  expect(await call('bob', 'get', { task_id })).toMatchObject({
    task: { metadata: { reviews: [{ who: 'bob', approved: false, verdicts }] } },
  })
})

it('an approved task keeps the note of whoever did it, and every review', async () => {
  await createPlan(true)
  await doTask('Wrote it.')
  const no = { task_id, verdicts: [{ met: false, evidence: 'None.' }], summary: 'No.' }
  await call('bob', 'review', no)
  await doTask('Wrote it again.')
  const yes = { task_id, verdicts: [{ met: true, evidence: 'user.ts:1' }], summary: 'Yes.' }
  expect(await call('bob', 'review', yes)).toMatchObject({ state: 'completed' })
  expect(await call('bob', 'get', { task_id })).toMatchObject({
    task: {
      metadata: {
        status_note: 'Wrote it again.',
        reviews: [{ approved: false }, { approved: true }],
      },
    },
  })
})

it('drift compares committed work with the plan, and names files that no task has', async () => {
  await createPlan(false)
  await doTask('Wrote it.')
  commit('Write the user')
  expect(await call('ann', 'drift', { check: true })).toMatchObject({ clean: true, unnamed: [] })
  await writeFile(join(folder, 'user.ts'), 'export type User = string\n')
  await writeFile(join(folder, 'other.ts'), 'export {}\n')
  commit('Change it')
  await writeFile(join(folder, 'third.ts'), 'export {}\n')
  expect(await call('ann', 'drift', {})).toMatchObject({
    clean: false,
    changed_after_completion: [{ task: task_id, changed: { modified: ['user.ts'] } }],
    unnamed: ['other.ts', 'third.ts'],
  })
})

it('work that was found is counted as such, with its checks', async () => {
  await createPlan(false)
  const tasks = [{ title: 'Find it', checks: [{ title: 'It is there', command: 'true' }] }]
  await call('ann', 'add_tasks', { tasks, discovered_from: task_id })
  expect(await call('ann', 'get', {})).toMatchObject({ planned: '0/1', found: '0/1' })
})

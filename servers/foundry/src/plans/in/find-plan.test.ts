import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planFolder, remarksOf } from '../testing/plan-folder.ts'
import { createPlanFiles } from './create-plan-files.ts'
import { findPlan } from './find-plan.ts'

const tasksJson = JSON.stringify({ master: { tasks: [{ id: 1, title: 'A' }] } })
const issue = JSON.stringify({ id: 'bd-1', title: 'A', issue_type: 'task' })
const backlog = '---\nid: T-1\ntitle: A\nstatus: Done\n---\n'
const specKit = '# Tasks: A\n## Phase 1: B\n- [ ] T001 Do\n'
const kiro = '# Plan\n- [ ] 1. Do\n  - _Requirements: 1.1_\n'
const claude = JSON.stringify({ id: '1', subject: 'A', status: 'pending' })
const gitHub = JSON.stringify([{ number: 1, title: 'A', state: 'OPEN' }])

describe('a plan is found by itself', () => {
  it.each([
    ['task-master', { '.taskmaster/tasks/tasks.json': tasksJson }, ''],
    ['task-master', { 'tasks/tasks.json': tasksJson }, ''],
    ['task-master', { 'any.json': tasksJson }, 'any.json'],
    ['beads', { '.beads/issues.jsonl': issue }, ''],
    ['beads', { 'issues.jsonl': issue }, ''],
    ['beads', { 'export.jsonl': issue }, 'export.jsonl'],
    ['backlog', { 'backlog/config.yml': '', 'backlog/tasks/t-1 - A.md': backlog }, ''],
    ['backlog', { 'backlog/tasks/t-1 - A.md': backlog }, 'backlog'],
    ['backlog', { 'a.md': backlog }, 'a.md'],
    ['spec-kit', { 'specs/001-a/tasks.md': specKit }, ''],
    ['spec-kit', { 'specs/001-a/tasks.md': specKit, 'specs/001-a/spec.md': '' }, 'specs/001-a'],
    ['spec-kit', { 'tasks.md': specKit }, 'tasks.md'],
    ['openspec', { 'openspec/changes/a/tasks.md': '## 1. A\n- [ ] 1.1 Do\n' }, ''],
    [
      'openspec',
      { 'openspec/changes/a/tasks.md': '- [ ] 1.1 Do\n' },
      'openspec/changes/a/tasks.md',
    ],
    ['kiro', { '.kiro/specs/a/tasks.md': kiro }, ''],
    ['kiro', { '.spec-workflow/specs/a/tasks.md': kiro }, ''],
    ['kiro', { '.kiro/specs/a/tasks.md': kiro }, '.kiro/specs/a'],
    ['claude-code', { '1.json': claude }, ''],
    ['github', { 'issues.json': gitHub }, 'issues.json'],
    ['markdown', { 'PLAN.md': '- [ ] Do\n', 'README.md': '# Hello\n' }, ''],
    ['markdown', { 'notes.txt': '- [ ] Do\n' }, 'notes.txt'],
  ])('%s in %j', async (kind, files, path) => {
    const plan = await findPlan(join(planFolder(files), path))
    expect(plan.kind).toBe(kind)
  })

  it('and several are listed with how to choose one', async () => {
    const folder = planFolder({
      '.taskmaster/tasks/tasks.json': tasksJson,
      '.beads/issues.jsonl': issue,
    })
    await expect(findPlan(folder)).rejects.toMatchObject({
      code: 'INVALID_PLAN',
      message:
        'There are several plans: task-master in .taskmaster/tasks/tasks.json; ' +
        'beads in .beads/issues.jsonl.',
      options: {
        hint: expect.stringContaining('Choose one with kind: task-master, beads.'),
      },
    })
    expect((await findPlan(folder, { kind: 'beads' })).kind).toBe('beads')
    await expect(findPlan(folder, { kind: 'kiro' })).rejects.toThrow(/does not have a plan/)
  })

  it('and several of a kind are chosen by their path', async () => {
    const folder = planFolder({
      '.kiro/specs/a/tasks.md': kiro,
      '.kiro/specs/b/tasks.md': kiro,
    })
    await expect(findPlan(folder)).rejects.toThrow('kiro in .kiro/specs/a; kiro in .kiro/specs/b')
    expect((await findPlan(join(folder, '.kiro/specs/b'))).title).toBe('b')
  })

  it('and an empty folder says what to do', async () => {
    await expect(findPlan(planFolder({ 'a.bin': 'x' }))).rejects.toMatchObject({
      options: { hint: expect.stringContaining('Give the file itself') },
    })
  })
})

describe('a file that cannot be a plan is named', () => {
  it.each([
    ['is not there', {}, 'a.md'],
    ['is a binary file', { 'a.md': new Uint8Array([45, 0, 45]) }, 'a.md'],
    ['is not UTF-8', { 'a.md': new Uint8Array([45, 0xe4, 45]) }, 'a.md'],
    ['is UTF-16', { 'a.md': new Uint8Array([0xff, 0xfe, 45, 0]) }, 'a.md'],
    ['is larger than 20 MB', { 'a.md': 'x'.repeat(20 * 1024 * 1024 + 1) }, 'a.md'],
    ['is not JSON', { 'tasks.json': '{"master": {"tasks": [' }, 'tasks.json'],
    ['is not a plan that is known', { 'a.json': '{"a": 1}' }, 'a.json'],
    ['has no tasks that can be read', { 'a.md': '# Hello\n' }, 'a.md'],
  ])('if it %s', async (message, files, path) => {
    const found = findPlan(join(planFolder(files), path))
    await expect(found).rejects.toMatchObject({ code: 'INVALID_PLAN' })
    await expect(findPlan(join(planFolder(files), path))).rejects.toThrow(message)
  })

  it('and no message tells where on the machine it is', async () => {
    const folder = planFolder({ 'a.md': '# Hello\n' })
    const error: unknown = await findPlan(join(folder, 'a.md')).catch((reason: unknown) => reason)
    expect(JSON.stringify(error)).not.toContain(folder)
    expect(String(error)).not.toContain(folder)
  })
})

describe('nothing outside the path is read', () => {
  it('through a symbolic link', async () => {
    const outside = planFolder({ 'secret.md': '- [ ] Secret\n' })
    const folder = planFolder({ 'backlog/tasks/t-1 - A.md': backlog, 'backlog/config.yml': '' })
    symlinkSync(join(outside, 'secret.md'), join(folder, 'backlog/tasks/t-2 - B.md'))
    const plan = await findPlan(folder)
    expect(JSON.stringify(plan.phases)).not.toContain('Secret')
    expect(remarksOf(plan)).toContain(
      'backlog/tasks/t-2 - B.md:- The file is a symbolic link. It is not followed.',
    )
    symlinkSync(join(outside, 'secret.md'), join(folder, 'link.md'))
    await expect(findPlan(join(folder, 'link.md'))).rejects.toThrow('link.md is a symbolic link.')
  })

  it('through a path that leaves the folder', async () => {
    const files = await createPlanFiles(planFolder({ 'a.md': '' }))
    await expect(files.read('../a.md')).rejects.toThrow('leaves the folder')
    await expect(files.read('/etc/hostname')).rejects.toThrow('leaves the folder')
    await expect(files.list('..')).rejects.toThrow('leaves the folder')
  })
})

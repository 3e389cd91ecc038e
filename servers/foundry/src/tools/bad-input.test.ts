import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ToolCaller, createToolCaller } from '../testing/create-tool-caller.ts'
import { type TestFoundry, openFoundry } from '../testing/open-foundry.ts'

let foundry: TestFoundry
let ada: ToolCaller
beforeAll(async () => {
  foundry = await openFoundry()
  ada = createToolCaller(foundry.create().server)
  const phases = [{ id: 'phase-1', title: 'P', tasks: [{ id: 'a', title: 'A' }] }]
  await ada.data('create_spec', { spec_id: 'good', title: 'G', mission: 'x', active: true, phases })
})
afterAll(() => foundry.remove())

const reason = 'x'
const version = '0123456789ab'

/** A call of every tool that names a spec, with arguments that are good otherwise. */
const calls: readonly (readonly [string, object])[] = [
  ['update_spec', { title: 'x' }],
  ['spec_history', {}],
  ['diff_spec', {}],
  ['roll_back_spec', { to: version, reason }],
  ['validate_spec', {}],
  ['fix_spec', { apply: true }],
  ['search', { query: 'x' }],
  ['journal', {}],
  ['add_phases', { phases: [{ title: 'x' }] }],
  ['update_task', { task_id: 'a', title: 'x' }],
  ['move_task', { task_id: 'a', position: 1 }],
  ['remove_task', { task_id: 'a', reason }],
  ['link_tasks', { task_id: 'a', add: ['b'] }],
  ['add_requirements', { task_id: 'a', requirements: [{ text: 'x' }] }],
  ['comment', { task_id: 'a', text: 'x' }],
  ['replace_text', { find: 'x', replace: 'y' }],
]
const agreed = { consent: 'granted' } as const

describe('a spec that is not there', () => {
  it.each(calls)('is named by %s, with those that are', async (tool, args) => {
    for (const spec_id of ['nothing', '../specs/active/good', 'good/../good', '..']) {
      const problem = await ada.problem(tool, { spec_id, ...args }, agreed)
      expect(problem).toMatchObject({
        code: 'SPEC_NOT_FOUND',
        path: 'spec_id',
        hint: 'Known specs: good.',
      })
    }
    expect(await readdir(join(foundry.folders.state, 'locks'))).toEqual(['good'])
  })
})

describe('a task that is not there', () => {
  const ofTasks = calls.filter(([, args]) => 'task_id' in args)
  it.each(ofTasks)('is named by %s, and nothing is written', async (tool, args) => {
    const path = join(foundry.folders.specs, 'active', 'good.json')
    const before = await readFile(path, 'utf8')
    for (const task_id of ['nothing', '__proto__', 'constructor', '../a']) {
      const wrong = { spec_id: 'good', ...args, task_id }
      expect((await ada.problem(tool, wrong, agreed)).code).toBe('TASK_NOT_FOUND')
    }
    expect(await readFile(path, 'utf8')).toBe(before)
  })
})

describe('an old version', () => {
  const versioned = ['update_spec', 'fix_spec', 'add_phases', 'update_task', 'move_task']
  const more = ['remove_task', 'link_tasks', 'add_requirements', 'replace_text']
  const ofVersions = calls.filter(([tool]) => [...versioned, ...more].includes(tool))
  it.each(ofVersions)('is refused by %s', async (tool, args) => {
    const stale = { spec_id: 'good', ...args, version }
    expect(await ada.problem(tool, stale, agreed)).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { expected_version: version },
    })
  })
})

describe('a file that is too large', () => {
  it('is named, and is not changed', async () => {
    const path = join(foundry.folders.specs, 'pending', 'large.json')
    await writeFile(path, `{"spec_id": "large", "x": "${'x'.repeat(21_000_000)}"}`)
    const { findings } = await ada.data('validate_spec', { spec_id: 'large' })
    expect(findings).toMatchObject([{ code: 'INPUT_TOO_LARGE' }])
    const code = async (tool: string, args: object = {}) =>
      (await ada.problem(tool, { spec_id: 'large', ...args })).code
    expect(await code('get')).toBe('INVALID_SPEC')
    expect(await code('update_spec', { title: 'x' })).toBe('INVALID_SPEC')
    expect(await code('fix_spec', { apply: true })).toBe('INVALID_SPEC')
    expect((await readFile(path, 'utf8')).length).toBeGreaterThan(21_000_000)
    await rm(path)
  })
})

describe('two writers', () => {
  it('lose nothing of each other', async () => {
    const bob = createToolCaller(foundry.create({ worker: 'bob' }).server)
    const texts = Array.from({ length: 20 }, (_, at) => `Comment ${at}`)
    await Promise.all(
      texts.map((text, at) =>
        (at % 2 === 0 ? ada : bob).data('comment', { spec_id: 'good', task_id: 'a', text }),
      ),
    )
    const { task } = await ada.data('get', { spec_id: 'good', task_id: 'a' })
    const { comments } = (task as { metadata: { comments: { text: string }[] } }).metadata
    expect(comments.map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
    expect(new Set(comments.map((one) => JSON.stringify(one))).size).toBe(20)
  })
})

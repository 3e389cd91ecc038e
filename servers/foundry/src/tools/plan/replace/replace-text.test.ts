import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ToolCaller, createToolCaller } from '../../../testing/create-tool-caller.ts'
import { type TestFoundry, openFoundry } from '../../../testing/open-foundry.ts'
import { replaceInWorker } from './replace-in-worker.ts'

let foundry: TestFoundry
let ada: ToolCaller
beforeAll(async () => {
  foundry = await openFoundry()
  ada = createToolCaller(foundry.create().server)
})
afterAll(() => foundry.remove())

let number = 0
let spec_id = ''
beforeEach(async () => {
  spec_id = `spec-${++number}`
  await ada.data('create_spec', {
    title: 'Parse the query',
    mission: 'x',
    spec_id,
    active: true,
    phases: [
      {
        id: 'phase-1',
        title: 'Parser',
        tasks: [
          { id: 'a', title: 'Parse $1 (a.b)', criteria: ['It can parse.', 'Parse twice.'] },
          { id: 'b', title: 'Rest', description: 'Do not parse here.' },
        ],
      },
    ],
  })
})

const replace = (args: object) => ada.data('replace_text', { spec_id, ...args })
const refused = (args: object) => ada.problem('replace_text', { spec_id, replace: 'x', ...args })
const titleOf = async (task_id: string) =>
  ((await ada.data('get', { spec_id, task_id })).task as { readonly title: string }).title

describe('replace_text', () => {
  it('shows samples and changes nothing, until it is told to', async () => {
    const { version } = await ada.data('get', { spec_id })
    const words = { find: 'parse', replace: 'read', ignore_case: true }
    const preview = await replace(words)
    expect(preview).toMatchObject({ applied: false, replacements: 7, tasks: 4, version })
    expect(preview.samples).toContainEqual({
      task_id: 'b',
      in: 'description',
      before: 'Do not parse here.',
      after: 'Do not read here.',
    })
    const applied = await replace({ ...words, apply: true })
    expect(applied).toMatchObject({ applied: true, replacements: 7, tasks: 4 })
    expect(await titleOf('a')).toBe('read $1 (a.b)')
    expect(await ada.data('get', { spec_id })).toMatchObject({ title: 'read the query' })
    const after = await ada.data('get', { spec_id, task_id: 'a' })
    expect(after).toMatchObject({
      task: { metadata: { acceptance_criteria: ['It can read.', 'read twice.'] } },
    })
  })

  it('takes plain text as it is, whatever its characters', async () => {
    await replace({ find: '$1 (a.b)', replace: '$&[$$]', in: ['titles'], apply: true })
    expect(await titleOf('a')).toBe('Parse $&[$$]')
    expect((await refused({ find: 'a.b)x' })).code).toBe('NO_MATCHES_FOUND')
  })

  it('puts groups of a regular expression in their places', async () => {
    const regex = { find: '(\\w+) the (\\w+)', replace: '$2, $1', regex: true, apply: true }
    await replace({ ...regex, in: ['titles'] })
    expect(await titleOf('spec-root')).toBe('query, Parse')
  })

  it.each([
    [{ find: '(', regex: true }, 'INVALID_REGEX_PATTERN'],
    [{ find: 'a{2,1}', regex: true }, 'INVALID_REGEX_PATTERN'],
    [{ find: 'nothing like it' }, 'NO_MATCHES_FOUND'],
    [{ find: 'x'.repeat(257) }, 'VALIDATION_ERROR'],
    [{ find: 'Rest', replace: '' }, 'VALIDATION_ERROR'],
    [{ find: 'Rest', replace: 'x'.repeat(201) }, 'VALIDATION_ERROR'],
  ])('refuses %o with %s', async (args, code) => {
    expect((await refused({ ...args, apply: true })).code).toBe(code)
    expect(await titleOf('b')).toBe('Rest')
  })

  it('refuses a pattern that matches everywhere', async () => {
    const description = 'y'.repeat(1001)
    await ada.data('update_task', { spec_id, task_id: 'b', description })
    const problem = await refused({ find: 'y', apply: true })
    expect(problem).toMatchObject({ code: 'PATTERN_TOO_BROAD', details: { max_matches: 1000 } })
    const everywhere = await refused({ find: 'q*', regex: true })
    expect(everywhere.code).toBe('PATTERN_TOO_BROAD')
  })

  it('says in the journal which criteria changed of a task that was begun', async () => {
    await ada.data('start', { spec_id, task_id: 'a' })
    await replace({ find: 'twice', replace: 'once', apply: true })
    const { lines } = await ada.data('journal', { spec_id, type: 'deviation' })
    expect(lines).toMatchObject([{ task_id: 'a', text: expect.stringContaining('Parse once.') }])
  })
})

describe('a pattern', () => {
  it('is stopped if it never ends', async () => {
    const replacing = { pattern: '(a+)+$', flags: 'gu', replacement: '', limit: 10, timeoutMs: 100 }
    const endless = replaceInWorker([`${'a'.repeat(60)}b`], replacing)
    await expect(endless).rejects.toMatchObject({ code: 'PATTERN_TOO_BROAD' })
  })
})

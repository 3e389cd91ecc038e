import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSpec } from '../../testing/a-spec.ts'
import { type ToolCaller, createToolCaller } from '../../testing/create-tool-caller.ts'
import { type TestFoundry, openFoundry } from '../../testing/open-foundry.ts'

let foundry: TestFoundry
let ada: ToolCaller
beforeAll(async () => {
  foundry = await openFoundry()
  ada = createToolCaller(foundry.create().server)
})
afterAll(() => foundry.remove())

const spec_id = 'search-2026-01-30-001'
const file = () => join(foundry.folders.specs, 'active', `${spec_id}.json`)
type Spec = ReturnType<typeof aSpec>
const save = (spec: unknown) => writeFile(file(), `${JSON.stringify(spec, null, 2)}\n`)
const on = (args: object = {}) => ({ spec_id, ...args })

/** A spec whose counts are wrong, and whose mission is missing, which needs a choice. */
function faulty(): Spec {
  const spec = aSpec()
  const { mission: _, ...metadata } = spec.metadata ?? {}
  const phase = spec.hierarchy['phase-1']
  if (phase === undefined) return expect.fail('phase-1')
  const hierarchy = { ...spec.hierarchy, 'phase-1': { ...phase, total_tasks: 77 } }
  return { ...spec, metadata, hierarchy }
}

beforeEach(() => save(faulty()))

describe('validate_spec', () => {
  it('answers softly with every finding, where it is, and what to do', async () => {
    const { findings, ...answer } = await ada.data('validate_spec', on())
    expect(answer).toMatchObject({ is_valid: false, errors: 2 })
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: 'TOTAL_TASKS_MISMATCH',
        path: 'hierarchy.phase-1.total_tasks',
        fixable: true,
      }),
    )
    expect(findings).toContainEqual(expect.objectContaining({ code: 'MISSING_MISSION' }))
  })

  it('finds nothing in a spec that this server made', async () => {
    const made = await ada.data('create_spec', {
      title: 'Find',
      mission: 'x',
      success_criteria: ['Found.'],
      constraints: ['None.'],
      phases: [{ title: 'P', tasks: [{ title: 'T', files: ['a.ts'], checks: [{ title: 'C' }] }] }],
    })
    const answer = await ada.data('validate_spec', { spec_id: made.spec_id })
    expect(answer).toMatchObject({ is_valid: true, errors: 0 })
  })

  it('gives pages, of one severity if it is asked for', async () => {
    const one = await ada.outcome('validate_spec', on({ severity: 'error', limit: 1 }))
    expect(one.notes?.page).toMatchObject({ hasMore: true, total: 2 })
    const cursor = one.notes?.page?.cursor
    const two = await ada.outcome('validate_spec', on({ severity: 'error', limit: 1, cursor }))
    expect(two.notes?.page).toMatchObject({ hasMore: false, size: 1 })
  })

  it.each([
    ['cut off', '{"spec_id": "search", "hier'],
    ['empty', ''],
    ['a list', '[]'],
    ['in conflict', '{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> b\n}\n'],
    ['not text', '\u0000\u0001'],
  ])('names the faults of a file that is %s, and leaves it as it is', async (_, text) => {
    await writeFile(file(), text)
    const answer = await ada.data('validate_spec', on())
    expect(answer.is_valid).toBe(false)
    expect(await readFile(file(), 'utf8')).toBe(text)
    expect((await ada.problem('fix_spec', on({ apply: true }))).code).toBe('INVALID_SPEC')
    expect((await ada.problem('get', on())).code).toBe('INVALID_SPEC')
    expect(await readFile(file(), 'utf8')).toBe(text)
  })
})

describe('fix_spec', () => {
  const count = { code: 'TOTAL_TASKS_MISMATCH', path: 'hierarchy.phase-1.total_tasks' }

  it('shows what it would mend, and writes nothing', async () => {
    const before = await readFile(file(), 'utf8')
    const answer = await ada.data('fix_spec', on())
    expect(answer).toMatchObject({ applied: false, fixed: expect.arrayContaining([count]) })
    expect(await readFile(file(), 'utf8')).toBe(before)
  })

  it('mends what it is asked for, and says why it does not mend the rest', async () => {
    const mission = { code: 'MISSING_MISSION', path: 'metadata.mission' }
    const answer = await ada.data('fix_spec', on({ findings: [count, mission], apply: true }))
    expect(answer).toMatchObject({
      applied: true,
      fixed: [count],
      refused: [{ ...mission, reason: expect.stringContaining('choice') }],
    })
    const after = await ada.data('validate_spec', on({ severity: 'error' }))
    expect(after).toMatchObject({ errors: 1, findings: [mission] })
    const { lines } = await ada.data('journal', on({ type: 'note' }))
    expect(lines).toMatchObject([{ title: 'Findings mended: 1', author: 'ada' }])
    expect((await ada.data('spec_history', on())).versions).toHaveLength(2)
  })

  it('mends a file that no tool could work with', async () => {
    const spec = faulty()
    const { 'task-1-1': task, ...hierarchy } = spec.hierarchy
    await save({ ...spec, hierarchy: { ...hierarchy, 'task-1-1': { ...task, children: null } } })
    expect((await ada.problem('get', on())).code).toBe('INVALID_SPEC')
    expect(await ada.data('fix_spec', on({ apply: true }))).toMatchObject({ applied: true })
    expect(await ada.data('get', on())).toMatchObject({ title: 'Search' })
  })

  it('is for the version that was validated, and for maintainers', async () => {
    const problem = await ada.problem('fix_spec', on({ version: '0123456789ab' }))
    expect(problem.code).toBe('VERSION_CONFLICT')
    const bob = createToolCaller(foundry.create({ role: 'worker' }).server)
    expect((await bob.problem('fix_spec', on())).code).toBe('FORBIDDEN')
  })
})

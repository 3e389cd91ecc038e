import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createToolCaller } from '../../testing/create-tool-caller.ts'
import { type TestFoundry, openFoundry } from '../../testing/open-foundry.ts'

let foundry: TestFoundry
beforeAll(async () => {
  foundry = await openFoundry()
})
afterAll(() => foundry.remove())

const maintainer = () => createToolCaller(foundry.create().server)
const worker = (name = 'bob') =>
  createToolCaller(foundry.create({ role: 'worker', worker: name }).server)

let number = 0
let spec_id = ''

/** Makes an active spec with tasks a, b and c, of which b waits for a, and a has a check. */
beforeEach(async () => {
  spec_id = `spec-${++number}`
  await maintainer().data('create_spec', {
    title: 'Search',
    mission: 'Documents are found.',
    spec_id,
    active: true,
    phases: [
      {
        id: 'phase-1',
        title: 'Parse',
        tasks: [
          { id: 'a', title: 'Write the parser', files: ['src/a.ts'], checks: [check] },
          { id: 'b', title: 'Write the words', files: ['src/b.ts'], blocked_by: ['a'] },
        ],
      },
      { id: 'phase-2', title: 'Index', tasks: [{ id: 'c', title: 'Write the index' }] },
    ],
  })
})

const check = { id: 'check-a', title: 'Run the tests', command: 'npm test' }
const on = (args: object) => ({ spec_id, ...args })

async function taskOf(task_id: string): Promise<Readonly<Record<string, unknown>>> {
  const { task } = await maintainer().data('get', on({ task_id }))
  return task as Readonly<Record<string, unknown>>
}

const metadataOf = async (task_id: string) =>
  (await taskOf(task_id)).metadata as Readonly<Record<string, unknown>>

async function lines(args: object = {}) {
  const { lines: all } = await maintainer().data('journal', on(args))
  return all as readonly Readonly<Record<string, unknown>>[]
}

describe('update_task', () => {
  it('changes what is given, and leaves the rest', async () => {
    const answer = await worker().data('update_task', {
      ...on({ task_id: 'a', title: 'Parse', files: ['x.ts', 'y.ts'], criteria: ['It parses.'] }),
      labels: ['core'],
      estimated_hours: 3,
      complexity: 'low',
    })
    expect(answer.changed).toHaveLength(7)
    expect(await taskOf('a')).toMatchObject({
      title: 'Parse',
      files: ['x.ts', 'y.ts'],
      metadata: { acceptance_criteria: ['It parses.'], labels: ['core'], estimated_hours: 3 },
    })
    expect(await lines()).toEqual([])
  })

  it('says that nothing changes if it is so already, and writes nothing', async () => {
    const before = await maintainer().data('get', on({}))
    const args = on({ task_id: 'c', title: 'Write the index' })
    const { notes } = await worker().outcome('update_task', args)
    expect(notes).toMatchObject({ warnings: [{ code: 'NOTHING_TO_DO' }] })
    expect(await maintainer().data('get', on({}))).toMatchObject({ version: before.version })
  })

  it.each([
    ['a', { criteria: ['Anything goes.'] }],
    ['a', { files: [] }],
    ['check-a', { command: 'true' }],
    ['check-a', { expected: '' }],
  ])('needs a maintainer for what %s promises once it was begun: %o', async (task_id, change) => {
    const bob = worker()
    await bob.data('start', on({ task_id: 'a' }))
    const refused = await bob.problem('update_task', on({ task_id, ...change }))
    expect(refused).toMatchObject({
      code: 'FORBIDDEN',
      details: { required_permission: 'foundry:maintain' },
    })
    await bob.data('update_task', on({ task_id, title: 'Another title' }))
    const reason = 'It was too strict.'
    await maintainer().data('update_task', on({ task_id, reason, ...change }))
    const [line] = await lines({ type: 'deviation' })
    expect(line).toMatchObject({ type: 'deviation', author: 'ada', task_id })
    expect(line?.text).toMatch(/^It was too strict\.\n.+: .+ → .+$/)
  })

  it.each(['release', 'fail', 'defer'])('needs one after %s too', async (move) => {
    const bob = worker()
    await bob.data('start', on({ task_id: 'a' }))
    await bob.data('set_state', on({ task_id: 'a', move, reason: 'Not now.' }))
    const refused = await bob.problem('update_task', on({ task_id: 'a', criteria: ['Less.'] }))
    expect(refused.code).toBe('FORBIDDEN')
  })

  it('needs one after the task was given on', async () => {
    await worker('bob').data('start', on({ task_id: 'a' }))
    foundry.advance(3_600_000)
    const eve = worker('eve')
    await eve.data('claim', on({ task_id: 'a' }))
    const refused = await eve.problem('update_task', on({ task_id: 'a', criteria: ['Less.'] }))
    expect(refused.code).toBe('FORBIDDEN')
  })

  it('lets no worker drop a review, begun or not', async () => {
    await maintainer().data('update_task', on({ task_id: 'a', needs_review: true }))
    const refused = await worker().problem('update_task', on({ task_id: 'a', needs_review: false }))
    expect(refused.code).toBe('FORBIDDEN')
  })

  it.each([
    [{ task_id: 'phase-1', criteria: ['x'] }, 'VALIDATION_ERROR', 'criteria'],
    [{ task_id: 'a', command: 'true' }, 'VALIDATION_ERROR', 'command'],
    [{ task_id: 'spec-root', title: 'x' }, 'VALIDATION_ERROR', 'title'],
    [{ task_id: 'a' }, 'MISSING_REQUIRED', 'title'],
    [{ task_id: 'zzz', title: 'x' }, 'TASK_NOT_FOUND', 'task_id'],
    [{ task_id: '__proto__', title: 'x' }, 'TASK_NOT_FOUND', 'task_id'],
    [{ task_id: 'a', files: ['../../etc/passwd'] }, 'VALIDATION_ERROR', 'files[0]'],
    [{ task_id: 'a', files: ['/etc/passwd'] }, 'VALIDATION_ERROR', 'files[0]'],
    [{ task_id: 'a', title: 'x', version: 'abcdefabcdef' }, 'VERSION_CONFLICT', 'version'],
  ])('refuses %o with %s', async (args, code, path) => {
    expect(await maintainer().problem('update_task', on(args))).toMatchObject({ code, path })
  })
})

describe('move_task', () => {
  it('moves a task with its subtree, and calls it what it is there', async () => {
    await maintainer().data('move_task', on({ task_id: 'a', parent_id: 'c' }))
    expect(await taskOf('a')).toMatchObject({
      type: 'subtask',
      parent_id: 'c',
      phase_id: 'phase-2',
    })
    expect(await taskOf('check-a')).toMatchObject({ phase_id: 'phase-2' })
    await maintainer().data('move_task', on({ task_id: 'a', parent_id: 'phase-1', position: 1 }))
    expect(await taskOf('a')).toMatchObject({ type: 'task' })
    expect(await taskOf('phase-1')).toMatchObject({ children: ['a', 'b'] })
  })

  it('changes the order, and so what is next', async () => {
    await maintainer().data('move_task', on({ task_id: 'phase-2', position: 1 }))
    expect(await worker().data('next', on({}))).toMatchObject({ tasks: [{ task_id: 'c' }] })
  })

  it.each([
    [{ task_id: 'a', parent_id: 'check-a' }, 'INVALID_PARENT'],
    [{ task_id: 'a', parent_id: 'a' }, 'INVALID_PARENT'],
    [{ task_id: 'a', parent_id: 'spec-root' }, 'INVALID_PARENT'],
    [{ task_id: 'phase-1', parent_id: 'phase-2' }, 'INVALID_PARENT'],
    [{ task_id: 'spec-root', parent_id: 'phase-1' }, 'INVALID_PARENT'],
    [{ task_id: 'a', position: 3 }, 'INVALID_POSITION'],
    [{ task_id: 'a' }, 'MISSING_REQUIRED'],
    [{ task_id: 'a', parent_id: 'nowhere' }, 'TASK_NOT_FOUND'],
  ])('refuses %o with %s', async (args, code) => {
    expect(await maintainer().problem('move_task', on(args))).toMatchObject({ code })
  })

  it('is in the journal if the task, or the one that a check is of, was begun', async () => {
    await worker().data('start', on({ task_id: 'a' }))
    const reason = 'It checks the index.'
    await maintainer().data('move_task', on({ task_id: 'check-a', parent_id: 'c', reason }))
    const [line] = await lines({ type: 'deviation' })
    expect(line).toMatchObject({ task_id: 'check-a', author: 'ada' })
    expect(line?.text).toBe('It checks the index.\nparent: "a" → "c"')
  })

  it('refuses a place in which the task would wait for itself', async () => {
    await maintainer().data('link_tasks', on({ task_id: 'phase-2', add: ['a'] }))
    const problem = await maintainer().problem(
      'move_task',
      on({ task_id: 'a', parent_id: 'phase-2' }),
    )
    expect(problem).toMatchObject({
      code: 'CIRCULAR_DEPENDENCY',
      details: { cycle_path: ['a', 'phase-2', 'a'] },
    })
    expect(await taskOf('a')).toMatchObject({ parent_id: 'phase-1' })
  })
})

describe('remove_task', () => {
  const agreed = { consent: 'granted' } as const

  it('asks first, and says what goes with it', async () => {
    const problem = await maintainer().problem('remove_task', on({ task_id: 'a', reason: 'Old.' }))
    expect(problem.message).toContain(
      "Remove 'Write the parser'? Parts under it that go too: 1. Tasks that lose a link: 1.",
    )
    expect(await taskOf('a')).toMatchObject({ title: 'Write the parser' })
  })

  it('removes a task with its parts and links, and keeps title and reason', async () => {
    const args = on({ task_id: 'a', reason: 'Nobody needs it.' })
    const answer = await maintainer().data('remove_task', args, agreed)
    expect(answer).toMatchObject({ removed: 2, unlinked: 1 })
    expect(await taskOf('b')).toMatchObject({ dependencies: { blocked_by: [] } })
    expect((await maintainer().problem('get', on({ task_id: 'check-a' }))).code).toBe(
      'TASK_NOT_FOUND',
    )
    const [line] = await lines({ task_id: 'a' })
    expect(line).toMatchObject({ title: 'Write the parser: removed', text: 'Nobody needs it.' })
  })

  it('is refused while somebody has it or a part of it', async () => {
    await worker().data('claim', on({ task_id: 'a' }))
    const args = on({ task_id: 'phase-1', reason: 'Old.' })
    const problem = await maintainer().problem('remove_task', args, agreed)
    expect(problem).toMatchObject({ code: 'CONFLICT', details: { holder: 'bob' } })
    foundry.advance(3_600_000)
    expect(await maintainer().data('remove_task', args, agreed)).toMatchObject({ removed: 4 })
  })

  it('never removes the spec itself, and is not for workers', async () => {
    const args = on({ task_id: 'spec-root', reason: 'All.' })
    expect((await maintainer().problem('remove_task', args, agreed)).code).toBe('INVALID_PARENT')
    expect((await worker().problem('remove_task', args, agreed)).code).toBe('FORBIDDEN')
  })
})

describe('link_tasks', () => {
  it('adds and removes links on both ends', async () => {
    await worker().data('link_tasks', on({ task_id: 'c', add: ['a', 'b', 'a'] }))
    expect(await taskOf('a')).toMatchObject({ dependencies: { blocks: ['b', 'c'] } })
    const answer = await maintainer().data('link_tasks', on({ task_id: 'c', remove: ['a'] }))
    expect(answer.blocked_by).toEqual(['b'])
    expect(await taskOf('a')).toMatchObject({ dependencies: { blocks: ['b'] } })
  })

  it('turns a link around in one call', async () => {
    const other = await maintainer().problem('link_tasks', on({ task_id: 'a', add: ['b'] }))
    expect(other).toMatchObject({ path: 'add', details: { cycle_path: ['a', 'b', 'a'] } })
    await maintainer().data('link_tasks', on({ task_id: 'b', remove: ['a'] }))
    await maintainer().data('link_tasks', on({ task_id: 'a', add: ['b'] }))
  })

  it.each([
    [{ add: ['a'] }, 'SELF_REFERENCE'],
    [{ add: ['nothing'] }, 'DEPENDENCY_NOT_FOUND'],
    [{ remove: ['c'] }, 'DEPENDENCY_NOT_FOUND'],
    [{}, 'MISSING_REQUIRED'],
  ])('refuses %o with %s', async (args, code) => {
    const problem = await maintainer().problem('link_tasks', on({ task_id: 'a', ...args }))
    expect(problem.code).toBe(code)
  })

  it('lets no worker choose its own order', async () => {
    const problem = await worker().problem('link_tasks', on({ task_id: 'b', remove: ['a'] }))
    expect(problem.code).toBe('FORBIDDEN')
  })
})

describe('add_requirements', () => {
  const requirement = { text: 'It is fast.', type: 'technical' }

  it('numbers them from where they ended', async () => {
    const add = (count: number) =>
      maintainer().outcome('add_requirements', {
        ...on({ task_id: 'a', requirements: Array.from({ length: count }, () => requirement) }),
      })
    expect(await add(2)).toMatchObject({ data: { ids: ['req-1', 'req-2'] } })
    expect(await add(1)).toMatchObject({ data: { ids: ['req-3'] } })
    expect(await add(48)).toMatchObject({ problems: [{ code: 'VALIDATION_ERROR' }] })
    expect((await metadataOf('a')).requirements).toHaveLength(3)
  })

  it('are for tasks only', async () => {
    const args = on({ task_id: 'phase-1', requirements: [requirement] })
    expect((await maintainer().problem('add_requirements', args)).code).toBe('VALIDATION_ERROR')
  })
})

describe('comment', () => {
  it('reaches the worker, who answers it once', async () => {
    const said = await maintainer().data('comment', on({ task_id: 'a', text: 'Mind the tabs.' }))
    const answer_to = said.comment_id
    const open = () => worker().data('prepare', on({ task_id: 'a' }))
    expect((await open()).comments).toEqual([`${String(answer_to)} ada: Mind the tabs.`])
    const answer = on({ task_id: 'a', text: 'Done.', answer_to })
    expect((await worker('eve').problem('comment', answer)).code).toBe('FORBIDDEN')
    await worker().data('claim', on({ task_id: 'a' }))
    await worker().data('comment', answer)
    expect((await open()).comments).toEqual([])
    expect((await worker().problem('comment', answer)).code).toBe('CONFLICT')
    expect((await metadataOf('a')).comments).toMatchObject([
      { author: 'ada', text: 'Mind the tabs.', answer: { author: 'bob', text: 'Done.' } },
    ])
  })

  it('is not the answer to nothing', async () => {
    const args = on({ task_id: 'a', text: 'Yes.', answer_to: 'nothing' })
    expect((await maintainer().problem('comment', args)).code).toBe('NOT_FOUND')
  })
})

describe('add_phases', () => {
  it('adds phases at a place, with tasks that wait for others of the call', async () => {
    const answer = await maintainer().data('add_phases', {
      ...on({ position: 2 }),
      phases: [
        { id: 'p', title: 'P', tasks: [{ id: 'd', title: 'D' }] },
        { id: 'q', title: 'Q', tasks: [{ id: 'e', title: 'E', blocked_by: ['D', 'a'] }] },
      ],
    })
    expect(answer.ids).toEqual(['p', 'd', 'q', 'e'])
    expect(await taskOf('e')).toMatchObject({ dependencies: { blocked_by: ['d', 'a'] } })
    expect(await taskOf('spec-root')).toMatchObject({
      children: ['phase-1', 'p', 'q', 'phase-2'],
    })
  })

  it('adds all or nothing', async () => {
    const phases = [{ title: 'P' }, { id: 'phase-1', title: 'Again' }]
    const problem = await maintainer().problem('add_phases', on({ phases }))
    expect(problem.code).toBe('DUPLICATE_ENTRY')
    expect(await taskOf('spec-root')).toMatchObject({ children: ['phase-1', 'phase-2'] })
  })
})

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ToolCaller, createToolCaller } from '../../testing/create-tool-caller.ts'
import { type TestFoundry, openFoundry } from '../../testing/open-foundry.ts'

let foundry: TestFoundry
let ada: ToolCaller
let bob: ToolCaller
beforeAll(async () => {
  foundry = await openFoundry()
  ada = createToolCaller(foundry.create().server)
  bob = createToolCaller(foundry.create({ role: 'worker', worker: 'bob' }).server)
})
afterAll(() => foundry.remove())

let number = 0
let spec_id = ''
beforeEach(async () => {
  spec_id = `spec-${++number}`
  await ada.data('create_spec', {
    title: 'Search',
    mission: 'Documents are found.',
    spec_id,
    active: true,
    constraints: ['No new dependency.'],
    phases: [
      {
        id: 'phase-1',
        title: 'Parse',
        tasks: [{ id: 'a', title: 'Write', criteria: ['Ein Café öffnet.'] }, { title: 'Two' }],
      },
    ],
  })
})

const on = (args: object = {}) => ({ spec_id, ...args })
const agreed = { consent: 'granted' } as const
const fileOf = () => join(foundry.folders.specs, 'active', `${spec_id}.json`)
type Rows = readonly Readonly<Record<string, unknown>>[]
const versions = async () => (await ada.data('spec_history', on())).versions as Rows
const versionNow = async () => String((await versions())[0]?.version)

describe('update_spec', () => {
  it('changes members, removes what is null, and keeps what nobody here knows', async () => {
    const text = await readFile(fileOf(), 'utf8')
    await writeFile(fileOf(), text.replace('"mission"', '"owner_team": "core",\n    "mission"'))
    const risks = [{ description: 'It grows.', likelihood: 'low' }]
    const answer = await ada.data('update_spec', on({ title: 'Find', constraints: null, risks }))
    expect(answer.changed).toEqual(['title', 'constraints', 'risks'])
    const { metadata, title } = await ada.data('get', on())
    expect(title).toBe('Find')
    expect(metadata).toMatchObject({ risks, owner_team: 'core', mission: 'Documents are found.' })
    expect(metadata).not.toHaveProperty('constraints')
    expect(await ada.data('get', on({ task_id: 'spec-root' }))).toMatchObject({
      task: { title: 'Find' },
    })
  })

  it('is for the version that was read', async () => {
    const version = await versionNow()
    await ada.data('update_spec', on({ title: 'One' }))
    const problem = await ada.problem('update_spec', on({ title: 'Two', version }))
    expect(problem).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { expected_version: version, current_version: await versionNow() },
    })
  })

  it('needs something to change, and a maintainer', async () => {
    expect((await ada.problem('update_spec', on())).code).toBe('MISSING_REQUIRED')
    expect((await bob.problem('update_spec', on({ title: 'x' }))).code).toBe('FORBIDDEN')
  })
})

describe('the history', () => {
  it('lists versions from the newest, in pages that neither repeat nor skip', async () => {
    for (const title of ['1', '2', '3', '4']) await ada.data('update_spec', on({ title }))
    const all = await versions()
    expect(all).toHaveLength(5)
    expect(all[0]?.replaced_at).toBeUndefined()
    const times = all.slice(1).map(({ replaced_at }) => String(replaced_at))
    expect(times).toEqual(times.toSorted().toReversed())
    const found: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await ada.outcome('spec_history', on({ limit: 2, cursor }))
      if (!page.ok) return expect.fail(JSON.stringify(page.problems))
      found.push(...(page.data as { readonly versions: Rows }).versions)
      cursor = page.notes?.page?.cursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(all)
  })

  it('shows what differs, by node and member, and nothing that is derived', async () => {
    await ada.data('update_task', on({ task_id: 'a', title: 'Write it', labels: ['core'] }))
    const { changes } = await ada.data('diff_spec', on())
    expect(changes).toEqual([
      { path: 'hierarchy.a.title', kind: 'changed', before: 'Write', after: 'Write it' },
      { path: 'hierarchy.a.metadata.labels', kind: 'added', after: ['core'] },
    ])
    const from = await versionNow()
    await ada.data('add_tasks', on({ parent_id: 'phase-1', tasks: [{ id: 'n', title: 'New' }] }))
    await ada.data('note', on({ text: 'Seen.' }))
    const added = await ada.data('diff_spec', on({ from }))
    expect(added.changes).toMatchObject([
      { path: 'hierarchy.phase-1.children', kind: 'changed' },
      { path: 'hierarchy.n', kind: 'added', after: 'New' },
      { path: 'journal.0', kind: 'added' },
    ])
    const back = await ada.data('diff_spec', on({ from: await versionNow(), to: from }))
    expect(back.changes).toMatchObject([{}, { kind: 'removed' }, { kind: 'removed' }])
  })

  it('has no difference to show of a spec that never changed', async () => {
    expect((await ada.problem('diff_spec', on())).code).toBe('VERSION_NOT_FOUND')
    const problem = await ada.problem('diff_spec', on({ from: '0123456789ab' }))
    expect(problem.code).toBe('VERSION_NOT_FOUND')
  })
})

describe('roll_back_spec', () => {
  const back = (to: string, args: object = {}) => on({ to, reason: 'A mistake.', ...args })

  it('asks first, with what is different', async () => {
    const to = await versionNow()
    await ada.data('update_spec', on({ title: 'Another' }))
    const problem = await ada.problem('roll_back_spec', back(to))
    expect(problem.message).toContain(`back to version ${to}? Differences: 2.`)
  })

  it('makes the old text current, and loses neither words, history nor leases', async () => {
    const to = await versionNow()
    const before = await readFile(fileOf(), 'utf8')
    await bob.data('start', on({ task_id: 'a' }))
    await ada.data('note', on({ text: 'Seen.' }))
    await ada.data('comment', on({ task_id: 'a', text: 'Mind the tabs.' }))
    await ada.data('update_task', on({ task_id: 'a', title: 'Wrong' }))
    const replaced = await versionNow()
    const answer = await ada.data('roll_back_spec', back(to), agreed)
    expect(answer).toMatchObject({ rolled_back_to: to, replaced })
    const after = JSON.parse(await readFile(fileOf(), 'utf8'))
    const { journal: _, last_updated: __, ...old } = JSON.parse(before)
    expect(after).toMatchObject(old)
    expect(after.journal).toMatchObject([
      { content: 'Seen.' },
      { title: `Rolled back to version ${to}`, content: 'A mistake.', author: 'ada' },
    ])
    expect((await versions()).map(({ version }) => version)).toContain(replaced)
    expect(await ada.data('get', on({ task_id: 'a' }))).toMatchObject({
      task: {
        state: 'in_progress',
        holder: 'bob',
        title: 'Write',
        metadata: { comments: [{ text: 'Mind the tabs.' }] },
      },
    })
    await ada.data('roll_back_spec', back(replaced), agreed)
    expect(await ada.data('get', on({ task_id: 'a' }))).toMatchObject({ task: { title: 'Wrong' } })
  })

  it.each([
    ['cut off', (text: string) => text.slice(0, text.length / 2)],
    ['in conflict', (text: string) => `<<<<<<< HEAD\n${text}=======\n{}\n>>>>>>> other\n`],
    ['empty', () => ''],
  ])('mends a file that is %s, and keeps it in the history', async (_, spoil) => {
    await ada.data('update_spec', on({ title: 'Another' }))
    const [, past] = await versions()
    const broken = spoil(await readFile(fileOf(), 'utf8'))
    await writeFile(fileOf(), broken)
    expect((await ada.problem('get', on())).code).toBe('INVALID_SPEC')
    expect(await readFile(fileOf(), 'utf8')).toBe(broken)
    const spoiled = await versionNow()
    await ada.data('roll_back_spec', back(String(past?.version)), agreed)
    expect(await ada.data('get', on())).toMatchObject({ title: 'Search' })
    expect((await versions()).map(({ version }) => version)).toContain(spoiled)
  })

  it('refuses what is current, unknown, or was changed meanwhile', async () => {
    const to = await versionNow()
    expect((await ada.problem('roll_back_spec', back(to), agreed)).code).toBe('CONFLICT')
    await ada.data('update_spec', on({ title: 'Another' }))
    const code = async (...args: Parameters<typeof back>) =>
      (await ada.problem('roll_back_spec', back(...args), agreed)).code
    expect(await code('0123456789ab')).toBe('VERSION_NOT_FOUND')
    expect(await code(to, { version: '0123456789ab' })).toBe('VERSION_CONFLICT')
    expect(await code(to, { spec_id: '../../etc/passwd' })).toBe('SPEC_NOT_FOUND')
  })
})

describe('search', () => {
  const hits = async (query: string, args: object = {}) =>
    (await ada.data('search', { query, ...args })).hits as Rows

  it('finds words whatever their case and accents, and shows where', async () => {
    expect(await hits('CAFE oeffnet', on())).toEqual([])
    expect(await hits('offnet CAFÉ', on())).toEqual([
      { spec_id, task_id: 'a', in: 'criteria', snippet: 'Ein Café öffnet.' },
    ])
  })

  it('finds lines of the journal, and specs by their mission', async () => {
    await ada.data('note', on({ text: `We chose a trie${number}.`, task_id: 'a' }))
    expect(await hits(`trie${number}`)).toMatchObject([{ spec_id, task_id: 'a', in: 'journal' }])
    const [first] = await hits('documents found', on())
    expect(first).toMatchObject({ in: 'description', snippet: 'Documents are found.' })
  })

  it('goes through all specs in pages, and names those that it could not read', async () => {
    const one = await ada.outcome('search', { query: 'parse', limit: 1 })
    const page = one.notes?.page
    expect(page).toMatchObject({ hasMore: true, total: number })
    const broken = join(foundry.folders.specs, 'pending', 'broken.json')
    await writeFile(broken, '{')
    const { notes } = await ada.outcome('search', { query: 'parse' })
    expect(notes?.warnings).toMatchObject([
      {
        code: 'SPECS_NOT_SEARCHED',
        message: 'Unreadable and not searched: 1, such as broken.',
      },
    ])
    await rm(broken)
  })

  it('cuts a long text around the word', async () => {
    const text = `${'before '.repeat(50)}needle${' after'.repeat(50)}`
    await ada.data('note', on({ text }))
    const [hit] = await hits('needle', on())
    expect(String(hit?.snippet).length).toBeLessThan(150)
    expect(hit?.snippet).toMatch(/^…[^]*needle[^]*…$/)
  })
})

describe('journal', () => {
  it('is read from its newest line, by task and type, in pages', async () => {
    for (const text of ['one', 'two', 'three']) {
      await ada.data('note', on({ text, task_id: 'a', type: 'decision' }))
    }
    await ada.data('note', on({ text: 'four' }))
    const texts = async (args: object) =>
      ((await ada.data('journal', on(args))).lines as Rows).map(({ text }) => text)
    expect(await texts({})).toEqual(['four', 'three', 'two', 'one'])
    expect(await texts({ task_id: 'a' })).toEqual(['three', 'two', 'one'])
    expect(await texts({ type: 'note' })).toEqual(['four'])
    const { notes } = await ada.outcome('journal', on({ limit: 3 }))
    expect(await texts({ limit: 3, cursor: notes?.page?.cursor })).toEqual(['one'])
    expect((await ada.problem('journal', on({ task_id: 'zzz' }))).code).toBe('TASK_NOT_FOUND')
  })
})

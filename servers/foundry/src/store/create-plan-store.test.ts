import { chmod, copyFile, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withJournal } from '../spec/with-journal.ts'
import { smallSpec } from '../testing/small-spec.ts'
import { createPlanStore } from './create-plan-store.ts'
import type { Folders } from './find-folders.ts'
import type { Plan, PlanStore } from './plan-store.ts'

let folder = ''
let folders: Folders
let store: PlanStore
let seconds = 0

const createStore = (where: Folders = folders) =>
  createPlanStore(where, () => new Date(Date.UTC(2026, 0, 1) + ++seconds * 1000))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foundry-store-'))
  folders = { root: folder, specs: join(folder, 'specs'), state: join(folder, 'state') }
  store = createStore()
})
afterEach(async () => {
  await chmod(join(folder, 'specs', 'active'), 0o755).catch(() => {})
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const spec = smallSpec(['a', 'b'])
const pathOf = (stage: string, id = 'small') => join(folders.specs, stage, `${id}.json`)
const note = ({ spec: before }: Plan) => ({
  spec: withJournal(before, {
    timestamp: '2026-01-01T00:00:00Z',
    entry_type: 'note',
    title: 'Note',
    content: `Line ${before.journal?.length ?? 0}`,
    author: 'ada',
  }),
  answer: undefined,
})
const withCode = (code: string) => expect.objectContaining({ code })

describe('a store', () => {
  it('refuses a change that was made for an older text, and names both versions', async () => {
    const { version } = await store.create(spec, 'active')
    const { version: current } = await store.edit('small', note, { version })
    await expect(store.edit('small', note, { version })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      options: { details: { expected_version: version, current_version: current } },
    })
    expect((await store.read('small')).spec.journal).toHaveLength(1)
  })

  it('sees what another process wrote, and its own changes stay whole', async () => {
    await store.create(spec, 'active')
    const other = createStore()
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? other : store).edit('small', note)),
    )
    const { journal = [] } = (await store.read('small')).spec
    const lines = Array.from({ length: 10 }, (_, at) => `Line ${at}`)
    expect(journal.map(({ content }) => content)).toEqual(lines)
  })

  it('changes neither of two files with one id', async () => {
    await store.create(spec, 'active')
    await store.create({ ...spec, spec_id: 'other' }, 'pending')
    await copyFile(pathOf('active'), pathOf('pending'))
    const texts = () => Promise.all(['active', 'pending'].map((one) => readFile(pathOf(one))))
    const before = await texts()
    for (const work of [
      () => store.read('small'),
      () => store.edit('small', note),
      () => store.move('small', 'archived'),
      () => store.create(spec, 'active'),
    ]) {
      await expect(work()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: "Spec 'small' is in two folders: active and pending.",
      })
    }
    expect(await texts()).toEqual(before)
    expect((await store.read('other')).stage).toBe('pending')
  })

  it('keeps what it replaces without a copy: it is the very same file', async () => {
    const { version } = await store.create(spec, 'active')
    const before = await stat(pathOf('active'))
    const text = await readFile(pathOf('active'), 'utf8')
    await store.edit('small', note)
    const [name = ''] = await readdir(join(folders.state, 'history', 'small'))
    const kept = join(folders.state, 'history', 'small', name)
    expect((await stat(kept)).ino).toBe(before.ino)
    expect(await readFile(kept, 'utf8')).toBe(text)
    const { past, version: current } = await store.history('small')
    expect(past).toMatchObject([{ version }])
    expect((await store.readVersion('small', version)).journal).toHaveLength(0)
    expect((await store.readVersion('small', current)).journal).toHaveLength(1)
  })

  it('keeps versions in their order, even if a clock stands still or goes back', async () => {
    const { version: first } = await store.create(spec, 'active')
    const versions = [first]
    for (let time = 0; time < 5; time++) {
      seconds -= 3
      versions.unshift((await store.edit('small', note)).version)
    }
    const { version, past } = await store.history('small')
    expect([version, ...past.map((one) => one.version)]).toEqual(versions)
  })

  it('keeps a hundred versions', async () => {
    await store.create(spec, 'active')
    for (let time = 0; time < 103; time++) await store.edit('small', note)
    expect((await store.history('small')).past).toHaveLength(100)
  })

  it('writes only what changed, and keeps members that nobody here knows', async () => {
    await store.create(spec, 'active')
    const text = await readFile(pathOf('active'), 'utf8')
    const strange = text.replace('"title": "Do a"', '"weird":  1.0e2,\n      "title": "Do a"')
    await writeFile(pathOf('active'), strange)
    await store.edit('small', note)
    const lines = (await readFile(pathOf('active'), 'utf8')).split('\n')
    const same = strange.split('\n').filter((line) => lines.includes(line))
    expect(strange.split('\n').length - same.length).toBeLessThanOrEqual(2)
    expect(lines).toContain('      "weird":  1.0e2,')
  })

  it('writes nothing if an edit changes nothing or fails', async () => {
    await store.create(spec, 'active')
    const { mtimeMs } = await stat(pathOf('active'))
    await store.edit('small', () => ({ answer: 1 }))
    const failing = store.edit('small', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect((await stat(pathOf('active'))).mtimeMs).toBe(mtimeMs)
    expect((await store.history('small')).past).toEqual([])
  })

  it('lists what it can read, and says of the rest why not', async () => {
    await store.create(spec, 'active')
    await writeFile(pathOf('active', 'broken'), '{ "spec_id": ')
    await writeFile(join(folders.specs, 'active', 'notes.txt'), 'x')
    const { plans, unreadable } = await store.list()
    expect(plans.map(({ spec_id }) => spec_id)).toEqual(['small'])
    expect(unreadable).toMatchObject([{ spec_id: 'broken', stage: 'active' }])
    expect(unreadable[0]?.message).toContain('cannot be used')
  })

  it.each(['../small', '..', '.', 'a/b', '/etc/passwd', '', 'a\0b', '__proto__', 'x'.repeat(129)])(
    'has no spec by the id %j, and makes no file for it',
    async (id) => {
      await store.create(spec, 'active')
      for (const work of [
        () => store.read(id),
        () => store.edit(id, note),
        () => store.history(id),
        () => store.readText(id),
        () => store.move(id, 'archived'),
      ]) {
        await expect(work()).rejects.toEqual(withCode('SPEC_NOT_FOUND'))
      }
      await expect(store.create({ ...spec, spec_id: id }, 'active')).rejects.toEqual(
        withCode('INVALID_FORMAT'),
      )
      expect(await readdir(folder)).toEqual(['specs', 'state'])
      expect(await readdir(folders.state)).toEqual(['locks'])
    },
  )

  it('does not take an id twice, in whatever stage', async () => {
    await store.create(spec, 'archived')
    await expect(store.create(spec, 'active')).rejects.toEqual(withCode('DUPLICATE_ENTRY'))
  })

  it('moves a spec with all it has, along the table only', async () => {
    const { version } = await store.create(spec, 'pending')
    expect(await store.move('small', 'active')).toMatchObject({ stage: 'active', version })
    await expect(stat(pathOf('pending'))).rejects.toThrow('ENOENT')
    await store.move('small', 'archived')
    await expect(store.move('small', 'completed')).rejects.toEqual(withCode('CONFLICT'))
  })

  it('says so if its disk cannot be written', async () => {
    // No user may make a folder there, not even root.
    const where = { ...folders, specs: '/sys/foundry-specs' }
    const failing = createStore(where).create(spec, 'active')
    await expect(failing).rejects.toEqual(withCode('STORAGE_FAILED'))
    const locks = createStore({ ...folders, state: '/sys/foundry-state' })
    await expect(locks.create(spec, 'active')).rejects.toEqual(withCode('STORAGE_FAILED'))
  })

  it.skipIf(process.getuid?.() === 0)('changes nothing in a folder that is read only', async () => {
    await store.create(spec, 'active')
    const before = await readFile(pathOf('active'), 'utf8')
    await chmod(join(folders.specs, 'active'), 0o555)
    await expect(store.edit('small', note)).rejects.toEqual(withCode('STORAGE_FAILED'))
    expect(await readFile(pathOf('active'), 'utf8')).toBe(before)
    expect((await createStore().read('small')).spec.journal).toEqual([])
  })
})

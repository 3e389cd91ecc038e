import {
  appendFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Archive } from '../../archive/archive.ts'
import { type FileArchiveOptions, createFileArchive } from './create-file-archive.ts'
import { toArchiveFolder } from './to-archive-folder.ts'

const ada = { owner: 'ada' }
const bob = { owner: 'bob' }
const long = 'A text that is long enough to be compressed. '.repeat(1_000)
const minute = 60_000

let scratch = ''
let folder = ''
let count = 0

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'archive-'))
})
beforeEach(() => {
  folder = join(scratch, String(count++))
})
afterAll(() => rm(scratch, { recursive: true, maxRetries: 5 }))

const open = (options?: FileArchiveOptions) =>
  createFileArchive({ folder, sweepEveryMs: Infinity, ...options })
const textOf = async (archive: Archive, hash: string, owner = ada) =>
  new TextDecoder().decode((await archive.get(hash, owner))?.content)

/** The files that hold a content, one name for each owner. */
async function pathsOf(hash: string): Promise<readonly string[]> {
  const inner = join(folder, hash.charAt(7), hash.charAt(8))
  const names = await readdir(inner)
  return names.filter((name) => name.startsWith(hash.slice(7))).map((name) => join(inner, name))
}

describe('a folder of an archive', () => {
  it('is made with the first content, and not to look for any', async () => {
    const archive = open()
    expect([
      await archive.get(`sha256:${'a'.repeat(64)}`, ada),
      await archive.sweep(),
      (await archive.stats()).contents,
    ]).toEqual([undefined, { expired: 0, evicted: 0 }, 0])
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is for its owner only, with all that is in it', async () => {
    const archive = createFileArchive({ folder })
    const hash = await archive.put('x', ada)
    await vi.waitFor(() => stat(join(folder, 'swept')))
    const [path = ''] = await pathsOf(hash)
    const modeOf = async (one: string) => (await stat(one)).mode & 0o777
    const folders = [folder, join(folder, 'tmp'), join(path, '../..'), join(path, '..')]
    for (const one of folders) expect(await modeOf(one), one).toBe(0o700)
    for (const one of [path, join(folder, 'swept')]) expect(await modeOf(one), one).toBe(0o600)
  })

  it('names no owner, and has one file for one content', async () => {
    const archive = open()
    const hash = await archive.put(long, ada)
    await archive.put(long, bob)
    const paths = await pathsOf(hash)
    expect(paths).toHaveLength(2)
    expect(paths.join()).not.toMatch(/ada|bob/)
    const [one, two] = await Promise.all(paths.map((path) => stat(path)))
    expect(one?.ino).toBe(two?.ino)
    expect([one?.nlink, two?.nlink]).toEqual([2, 2])
  })

  it('is found by the next process', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
    const hash = await open().put(long, { ...ada, type })
    expect(await open().get(hash, ada)).toMatchObject({ hash, type })
  })

  it('may go while the archive is open', async () => {
    const archive = open()
    const hash = await archive.put('x', ada)
    await rm(folder, { recursive: true })
    expect(await archive.get(hash, ada)).toBeUndefined()
    await archive.put('x', ada)
    expect(await textOf(archive, hash)).toBe('x')
  })

  it('may contain files of other programs', async () => {
    const archive = open()
    const hash = await archive.put('x', ada)
    const [path = ''] = await pathsOf(hash)
    const digits = hash.slice(7)
    const foreign = ['readme.txt', `${digits}.txt`, `${digits}.${'0'.repeat(64)}.nonsense`]
    for (const name of foreign) await writeFile(join(path, '..', name), 'not ours')
    await mkdir(join(folder, 'zz'))
    expect(await archive.stats()).toMatchObject({ contents: 1, references: 1 })
    await archive.sweep()
    expect(await readdir(join(path, '..'))).toHaveLength(4)
  })

  it('makes no second file for content that is there, and leaves nothing beside it', async () => {
    const archive = open()
    const hash = await archive.put(long, ada)
    const { ino } = await stat((await pathsOf(hash))[0] ?? '')
    await archive.put(long, { ...ada, ttlMs: 60 * minute * 24 * 300 })
    const [path = '', ...others] = await pathsOf(hash)
    expect((await stat(path)).ino).toBe(ino)
    expect(others).toEqual([])
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  it('that cannot be written gives an error without a path', async () => {
    await writeFile(folder, 'a file')
    await expect(open().put('x', ada)).rejects.toMatchObject({
      name: 'ArchiveError',
      reason: 'unavailable',
      message: expect.stringMatching(/^The archive cannot be read or written \(E[A-Z]+\)\.$/),
    })
  })
})

describe('a file of an archive', () => {
  it.each<[string, (path: string) => Promise<void>]>([
    [
      'has a flipped bit',
      async (path) => {
        const bytes = await readFile(path)
        await writeFile(path, bytes.with(bytes.length - 3, (bytes.at(-3) ?? 0) ^ 16))
      },
    ],
    ['is cut short', async (path) => truncate(path, (await stat(path)).size - 1)],
    ['is empty', (path) => truncate(path, 0)],
    [
      'is another one',
      async (path) => {
        const [other = ''] = await pathsOf(await open().put('other', ada))
        await rename(other, path)
      },
    ],
    [
      'has grown beyond what an entry may have',
      async (path) => {
        await truncate(path, 0)
        await appendFile(path, Uint8Array.of(0))
        await truncate(path, 68_000_000_000)
      },
    ],
  ])('is set aside when it %s', async (_, damage) => {
    const archive = open()
    for (const content of ['short', long]) {
      const hash = await archive.put(content, ada)
      const [path = ''] = await pathsOf(hash)
      await damage(path)
      for (const _ of [1, 2])
        await expect(archive.get(hash, ada)).rejects.toMatchObject({ reason: 'corrupt' })
      expect(await pathsOf(hash)).toEqual([expect.stringMatching(/\.q$/)])
      await archive.put(content, ada)
      expect(await textOf(archive, hash)).toBe(content)
    }
  })

  it('is read whole though it is removed meanwhile', async () => {
    const reader = open()
    const other = open()
    for (let round = 0; round < 20; round++) {
      const hash = await reader.put(long, ada)
      const reads = Array.from({ length: 5 }, () => textOf(reader, hash))
      await other.delete(hash, ada)
      for (const text of await Promise.all(reads)) expect(['', long]).toContain(text)
    }
  })
})

describe('what a dead writer left', () => {
  it('is swept after an hour, and not before', async () => {
    const archive = open()
    await archive.put('x', ada)
    const leave = async (name: string, minutesAgo: number) => {
      await writeFile(join(folder, 'tmp', name), 'half')
      const time = new Date(Date.now() - minutesAgo * minute)
      await utimes(join(folder, 'tmp', name), time, time)
    }
    await leave('old', 61)
    await leave('young', 59)
    await archive.sweep()
    expect(await readdir(join(folder, 'tmp'))).toEqual(['young'])
  })
})

describe('processes that share a folder', () => {
  it('sweep it in turn', async () => {
    const start = Date.now()
    // Each has its own clock, because the sweep of one may still run when the next begins.
    const openAt = (minutes: number) =>
      open({ now: () => start + minutes * minute, sweepEveryMs: 10 * minute })
    await openAt(0).put('old', { ...ada, ttlMs: minute })
    await vi.waitFor(() => stat(join(folder, 'swept')))
    await openAt(9).put('young', ada)
    expect(await open().stats()).toMatchObject({ references: 2 })
    await openAt(11).put('third', ada)
    await vi.waitFor(async () => expect(await open().stats()).toMatchObject({ references: 2 }))
  })
})

describe('the folder of archives that name none', () => {
  it.each([
    [{}, 'linux', '/home/ada/.cache/toolaccord/archive'],
    [{ XDG_CACHE_HOME: '/var/cache' }, 'linux', '/var/cache/toolaccord/archive'],
    [{ XDG_CACHE_HOME: 'relative' }, 'linux', '/home/ada/.cache/toolaccord/archive'],
    [{}, 'darwin', '/home/ada/Library/Caches/toolaccord/archive'],
    [{ LOCALAPPDATA: '/local' }, 'win32', '/local/toolaccord/archive'],
  ])('with %o on %s is %s', (env, platform, expected) => {
    expect(toArchiveFolder(env, platform, '/home/ada')).toBe(expected)
  })
})

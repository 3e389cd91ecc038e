import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileArchive } from '../node/archive/create-file-archive.ts'
import { isText, readArchive } from './read-archive.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-archive-'))
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

const toHolder = (id: string, scopes: readonly string[] = []) =>
  ({ face: 'rest', caller: { id, scopes } }) as const
const ada = toHolder('ada')
const bob = toHolder('bob')

const open = () => createFileArchive({ folder: join(folder, 'archive') })

describe('readArchive', () => {
  it('gives what its owner put, and to others says only that nothing is there', async () => {
    const hash = await open().put('kept', { owner: 'caller:ada' })
    expect(new TextDecoder().decode((await readArchive(open(), hash, ada)).content)).toBe('kept')
    for (const [asked, holder] of [
      [hash, bob],
      [`sha256:${'0'.repeat(64)}`, ada],
    ] as const) {
      await expect(readArchive(open(), asked, holder)).rejects.toMatchObject({
        name: 'Refusal',
        reason: 'not_found',
        problem: { path: 'hash', hint: 'Call the tool again that gave the hash.' },
      })
    }
  })

  it('refuses what is not a hash', async () => {
    await expect(readArchive(open(), '../../etc/passwd', ada)).rejects.toMatchObject({
      reason: 'invalid_argument',
      problem: { path: 'hash' },
    })
  })

  it('gives what needs scopes only to holders of all of them', async () => {
    const scopes = ['a:read', 'b:read']
    const hash = await open().put('kept', { owner: 'caller:ada', scopes })
    const entry = await readArchive(open(), hash, toHolder('ada', ['b:read', 'a:read', 'more']))
    expect(entry.scopes).toEqual(scopes)
    await expect(readArchive(open(), hash, toHolder('ada', ['a:read']))).rejects.toMatchObject({
      reason: 'forbidden',
      problem: { details: { required_scopes: scopes, missing_scopes: ['b:read'] } },
    })
  })

  it('gives what needs scopes to whoever started the process, and to no other nobody', async () => {
    const hash = await open().put('kept', { owner: 'anyone', scopes: ['a:read'] })
    for (const holder of [{ face: 'cli' }, { face: 'mcp', isLocal: true }] as const) {
      expect((await readArchive(open(), hash, holder)).scopes).toEqual(['a:read'])
    }
    await expect(readArchive(open(), hash, { face: 'rest' })).rejects.toMatchObject({
      reason: 'unauthenticated',
    })
  })

  it('gives no damaged content, and says that it is set aside, until it is put again', async () => {
    const content = Array.from({ length: 1_000 }, (_, index) => (index * 7_919) % 9_973).join()
    const hash = await open().put(content, { owner: 'caller:ada' })
    const entries = (await readdir(join(folder, 'archive'), { recursive: true })).filter((name) =>
      name.includes(hash.slice(-20)),
    )
    expect(entries).toHaveLength(1)
    const file = join(folder, 'archive', entries[0] ?? '')
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(0, bytes.length / 2, bytes.length / 2 + 8))
    const refused = {
      reason: 'internal',
      problem: {
        message: `The content of ${hash} is damaged and was set aside.`,
        hint: expect.stringContaining('anew'),
      },
    }
    await expect(readArchive(open(), hash, ada)).rejects.toMatchObject(refused)
    await expect(readArchive(open(), hash, ada)).rejects.toMatchObject(refused)
    await open().put(content, { owner: 'caller:ada' })
    expect((await readArchive(open(), hash, ada)).content).toHaveLength(content.length)
  })
})

describe('isText', () => {
  it.each([
    ['application/json', true],
    ['application/vnd.toolaccord.items+json', true],
    ['text/html', true],
    ['image/svg+xml', true],
    ['image/png', false],
    ['application/octet-stream', false],
  ])('is for %s: %s', (type, expected) => {
    expect(isText(type)).toBe(expected)
  })
})

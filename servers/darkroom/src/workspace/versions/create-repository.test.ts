import { appendFile, mkdtemp, readFile, readdir, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLocks } from '../../disk/create-locks.ts'
import { hashText } from './create-objects.ts'
import { createRepository } from './create-repository.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repository-'))
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

const open = () =>
  createRepository(folder, { locks: createLocks(), now: () => new Date('2026-01-02T03:04:05Z') })
const adding = (text: string) => (before: string) => `${before}${text}`

async function begin() {
  const repository = open()
  await repository.begin('base')
  return repository
}

describe('a repository', () => {
  it('keeps every snapshot by its content, and finds it after a restart', async () => {
    const repository = await begin()
    const first = await repository.edit('one', adding('+1'))
    expect(first).toEqual({ hash: hashText('base+1'), text: 'base+1' })
    expect(await open().head()).toEqual(first)
    expect(await open().read(hashText('base'))).toBe('base')
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  it('writes what was done into the log, the newest first', async () => {
    const repository = await begin()
    await repository.edit('one', adding('+1'))
    await repository.edit(null, (text) => text)
    const base = hashText('base')
    const one = hashText('base+1')
    const main = 'refs/heads/main'
    const common = { timestamp: '2026-01-02T03:04:05.000Z', metadata: {} }
    expect(await repository.log(10)).toEqual([
      { ...common, op: 'snapshot', hash: one, ref: main, parent: one, label: null },
      { ...common, op: 'snapshot', hash: one, ref: main, parent: base, label: 'one' },
      { ...common, op: 'tag', hash: base, ref: 'refs/tags/baseline', parent: base, label: null },
      { ...common, op: 'snapshot', hash: base, ref: main, parent: null, label: 'baseline' },
    ])
    expect(await repository.log(1)).toHaveLength(1)
    const [line] = (await readFile(join(folder, 'log.jsonl'), 'utf8')).split('\n')
    expect(Object.keys(JSON.parse(line ?? ''))).toEqual([
      'hash',
      'label',
      'metadata',
      'op',
      'parent',
      'ref',
      'timestamp',
    ])
  })

  it('writes nothing when nothing is changed', async () => {
    const repository = await begin()
    expect(await repository.edit('none', () => null)).toEqual({
      hash: hashText('base'),
      text: 'base',
    })
    expect(await repository.log(10)).toHaveLength(2)
  })

  it('has branches that move alone, and stays on its branch when another is made', async () => {
    const repository = await begin()
    expect(await repository.branch('warm', 'HEAD')).toBe('refs/heads/warm')
    await repository.edit('on main', adding('+m'))
    await repository.checkout('warm')
    await repository.edit('on warm', adding('+w'))
    expect((await repository.resolve('main')).hash).toBe(hashText('base+m'))
    expect(await repository.resolve('warm')).toEqual({ hash: hashText('base+w'), branch: 'warm' })
    await expect(repository.branch('warm', 'HEAD')).rejects.toMatchObject({
      code: 'versioning_error',
      details: { ref: 'refs/heads/warm' },
    })
    await expect(repository.branch('cold', 'nowhere')).rejects.toMatchObject({
      code: 'versioning_error',
      path: 'from_',
    })
  })

  it('detaches HEAD at a tag or hash, and makes no snapshot before there is a branch', async () => {
    const repository = await begin()
    await repository.edit('one', adding('+1'))
    await repository.checkout('baseline')
    expect((await repository.head())?.text).toBe('base')
    await expect(repository.edit('lost', adding('+lost'))).rejects.toMatchObject({
      code: 'versioning_error',
      hint: expect.stringContaining('branch'),
      details: { head_hash: hashText('base') },
    })
    await repository.branch('again', 'HEAD')
    await repository.checkout('again')
    expect((await repository.edit('found', adding('+found'))).text).toBe('base+found')
    expect((await repository.checkout(hashText('base+1').slice(0, 8))).text).toBe('base+1')
  })

  it('has tags that never move', async () => {
    const repository = await begin()
    await repository.tag('keeper', undefined)
    await repository.edit('one', adding('+1'))
    expect((await repository.resolve('keeper')).hash).toBe(hashText('base'))
    await expect(repository.tag('keeper', undefined)).rejects.toMatchObject({
      code: 'versioning_error',
    })
    await expect(repository.tag('other', 'f'.repeat(64))).rejects.toMatchObject({
      code: 'versioning_error',
      path: 'hash',
    })
  })

  it('resolves a branch before a tag before a hash, and full names', async () => {
    const repository = await begin()
    await repository.edit('one', adding('+1'))
    await repository.tag('x', 'baseline')
    await repository.branch('x', 'HEAD')
    expect((await repository.resolve('x')).hash).toBe(hashText('base+1'))
    expect((await repository.resolve('refs/tags/x')).hash).toBe(hashText('base'))
    await repository.branch(hashText('base').slice(0, 6), 'HEAD')
    expect((await repository.resolve(hashText('base').slice(0, 6))).hash).toBe(hashText('base+1'))
    expect((await repository.resolve(hashText('base').slice(0, 7))).hash).toBe(hashText('base'))
    for (const text of [
      'abc',
      '../HEAD',
      'refs/heads/../../HEAD',
      'refs/heads/',
      '',
      'x~0x',
      'x/y',
    ])
      await expect(repository.resolve(text), text).rejects.toMatchObject({
        code: 'versioning_error',
      })
  })

  it('goes back by moves from any name of a snapshot', async () => {
    const repository = await begin()
    await repository.edit('one', adding('+1'))
    await repository.edit('two', adding('+2'))
    for (const [text, state] of [
      ['HEAD~', 'base+1'],
      ['HEAD~1', 'base+1'],
      ['main~2', 'base'],
      [`${hashText('base+1').slice(0, 6)}~1`, 'base'],
      ['HEAD~0', 'base+1+2'],
    ]) {
      expect((await repository.resolve(text ?? '')).hash, text).toBe(hashText(state ?? ''))
    }
    await expect(repository.resolve('HEAD~3', 'hash_a')).rejects.toMatchObject({
      code: 'versioning_error',
      path: 'hash_a',
      message: expect.stringContaining('beyond the first'),
    })
    await expect(repository.resolve('nope~1')).rejects.toMatchObject({
      code: 'versioning_error',
      details: { ref: 'nope' },
    })
  })

  it('lists the branches and tags if a name is not known', async () => {
    const repository = await begin()
    await repository.branch('warm', 'HEAD')
    await expect(repository.resolve('warn')).rejects.toMatchObject({
      hint: expect.stringMatching(/^Did you mean 'warm'\? Branches: main, warm\. Tags: baseline\./),
    })
    await repository.checkout('baseline')
    await expect(repository.edit('lost', adding('+1'))).rejects.toMatchObject({
      hint: expect.stringContaining('main, warm'),
    })
    await expect(repository.branch('warm', 'HEAD')).rejects.toMatchObject({
      message: `There is already a branch 'warm', at ${hashText('base').slice(0, 12)}.`,
    })
  })

  it('does not guess between hashes that begin alike', async () => {
    const repository = await begin()
    const seen = new Map<string, string>()
    let number = 0
    let twin: string | undefined
    // By the birthday paradox, a few hundred texts are enough for two that share four digits.
    while (twin === undefined) {
      const text = `text ${number++}`
      const start = hashText(text).slice(0, 4)
      if (seen.has(start)) twin = start
      else seen.set(start, text)
    }
    await repository.edit('a', () => seen.get(twin) ?? '')
    await repository.edit('b', () => `text ${number - 1}`)
    await expect(repository.resolve(twin, 'hash_a')).rejects.toMatchObject({
      code: 'versioning_error',
      path: 'hash_a',
      message: expect.stringContaining('2 hashes'),
    })
  })

  it('resets to the baseline, and to main from a detached HEAD', async () => {
    const repository = await begin()
    await repository.edit('one', adding('+1'))
    await repository.checkout(hashText('base+1'))
    expect((await repository.reset()).text).toBe('base')
    expect(await repository.resolve('HEAD')).toEqual({ hash: hashText('base'), branch: 'main' })
    expect((await repository.log(1))[0]).toMatchObject({ op: 'reset', parent: hashText('base+1') })
    expect((await repository.checkout(hashText('base+1'))).text).toBe('base+1')
  })

  it('undoes and redoes moves on the branch', async () => {
    const repository = await begin()
    await repository.edit('one', adding('+1'))
    await repository.edit('two', adding('+2'))
    expect((await repository.reset('HEAD~1')).text).toBe('base+1')
    expect(await repository.resolve('HEAD')).toEqual({ hash: hashText('base+1'), branch: 'main' })
    expect((await repository.edit('three', adding('+3'))).text).toBe('base+1+3')
    await expect(repository.reset('redo')).rejects.toMatchObject({
      code: 'versioning_error',
      message: 'There is no move to redo.',
    })
    expect((await repository.reset('HEAD~1')).text).toBe('base+1')
    expect((await repository.log(1))[0]).toMatchObject({
      op: 'reset',
      metadata: { asked: 'HEAD~1' },
    })
    expect((await repository.reset('HEAD~1')).text).toBe('base')
    await expect(repository.reset('HEAD~1')).rejects.toMatchObject({ code: 'versioning_error' })
    expect((await repository.reset('redo')).text).toBe('base+1')
    expect((await repository.reset('redo')).text).toBe('base+1+3')
    await repository.reset()
    expect((await repository.resolve('redo')).hash).toBe(hashText('base+1'))
    await expect(repository.branch('redo', 'HEAD')).rejects.toMatchObject({
      code: 'invalid_input',
      path: 'name',
    })
    await repository.checkout('baseline')
    await expect(repository.reset('main')).rejects.toMatchObject({
      code: 'versioning_error',
      details: { head_hash: hashText('base') },
    })
  })
})

describe('a repository whose process was killed', () => {
  const line = (entry: object) =>
    appendFile(
      join(folder, 'log.jsonl'),
      `${JSON.stringify({ timestamp: 't', parent: null, label: null, metadata: {}, ...entry })}\n`,
    )

  it('completes what its last line says', async () => {
    const repository = await begin()
    await repository.edit('one', adding('+1'))
    await line({ op: 'snapshot', hash: hashText('base'), ref: 'refs/heads/main' })
    expect((await open().edit('two', adding('+2'))).text).toBe('base+2')
    await line({ op: 'checkout', hash: hashText('base+1'), ref: null })
    await expect(open().edit('three', adding('+3'))).rejects.toMatchObject({
      code: 'versioning_error',
    })
    await line({ op: 'reset', hash: hashText('base'), ref: 'refs/heads/main' })
    expect((await open().edit('four', adding('+4'))).text).toBe('base+4')
  })

  it('drops its last line if the snapshot was not written', async () => {
    const repository = await begin()
    await line({ op: 'snapshot', hash: 'f'.repeat(64), ref: 'refs/heads/main' })
    await appendFile(join(folder, 'log.jsonl'), '{"op": "snapsh')
    await writeFile(join(folder, 'tmp', 'left over'), 'half')
    expect((await open().edit('one', adding('+1'))).text).toBe('base+1')
    expect((await repository.log(10)).map(({ hash }) => hash)).toEqual([
      hashText('base+1'),
      hashText('base'),
      hashText('base'),
    ])
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  it('follows nothing that leads out of its folder', async () => {
    const repository = await begin()
    await line({ op: 'snapshot', hash: hashText('base'), ref: 'refs/heads/../../../outside' })
    expect((await repository.edit('one', adding('+1'))).text).toBe('base+1')
    await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/../../../outside')
    await expect(repository.head()).rejects.toMatchObject({ code: 'versioning_error' })
    await expect(repository.edit('two', adding('+2'))).rejects.toMatchObject({
      code: 'versioning_error',
    })
  })

  it('names a damaged or missing snapshot, and can still be reset', async () => {
    const repository = await begin()
    const { hash } = await repository.edit('one', adding('+1'))
    const path = join(folder, 'objects', hash.slice(0, 2), hash.slice(2))
    await writeFile(path, 'something else')
    await expect(repository.head()).rejects.toMatchObject({
      code: 'versioning_error',
      message: expect.stringContaining('damaged'),
    })
    await unlink(path)
    await expect(repository.read(hash)).rejects.toMatchObject({
      code: 'versioning_error',
      message: expect.stringContaining('missing'),
    })
    await writeFile(join(folder, 'HEAD'), 'nonsense')
    expect((await repository.reset()).text).toBe('base')
    // An acknowledged operation stays in the log, even if its snapshot is lost.
    expect((await repository.log(3)).map(({ op }) => op)).toEqual(['reset', 'snapshot', 'tag'])
    expect((await repository.head())?.text).toBe('base')
  })
})

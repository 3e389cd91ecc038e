import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FoundryError } from '../../errors/foundry-error.ts'
import { createGit } from '../git/create-git.ts'
import { type Repository, openRepository } from '../testing/open-repository.ts'
import { changedFiles } from './changed-files.ts'
import { hashFiles, toFileTree } from './hash-files.ts'
import { toFilePattern } from './to-file-pattern.ts'

let repository: Repository
let outside: Repository

beforeEach(() => {
  repository = openRepository()
  outside = openRepository()
})

afterEach(() => {
  repository.remove()
  outside.remove()
})

const pathsOf = async (...paths: string[]) =>
  (await hashFiles(repository.root, paths)).files.map(({ path }) => path)

const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

describe('the tree of a task', () => {
  it('has the SHA-256 of each named file, and says which are missing', async () => {
    repository.write('src/a.ts', 'abc')
    const { hash, files } = await hashFiles(repository.root, ['src/b.ts', './src//a.ts'])
    expect(files).toEqual([
      { path: 'src/a.ts', hash: abc },
      { path: 'src/b.ts', hash: 'missing' },
    ])
    expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/)
  })

  it('has all files of a folder, but not those of git, packages and specs', async () => {
    repository.write('lib/deep/er/a.ts', 'a')
    repository.write('lib/node_modules/b/index.js', 'b')
    repository.write('lib/.hidden', 'c')
    repository.write('specs/active/x.json', '{}')
    expect(await pathsOf('lib')).toEqual(['lib/.hidden', 'lib/deep/er/a.ts'])
    expect(await pathsOf('.')).toEqual(['lib/.hidden', 'lib/deep/er/a.ts'])
    expect(await pathsOf('lib/', 'lib/deep')).toEqual(['lib/.hidden', 'lib/deep/er/a.ts'])
  })

  it('has what a glob matches', async () => {
    for (const path of ['src/a.ts', 'src/a.test.ts', 'src/x/b.ts', 'c.ts', 'specs/d.ts']) {
      repository.write(path, path)
    }
    expect(await pathsOf('src/*.ts')).toEqual(['src/a.test.ts', 'src/a.ts'])
    expect(await pathsOf('**/*.ts')).toEqual(['c.ts', 'src/a.test.ts', 'src/a.ts', 'src/x/b.ts'])
    expect(await pathsOf('src/**')).toEqual(['src/a.test.ts', 'src/a.ts', 'src/x/b.ts'])
    expect(await pathsOf('src/?.ts', 'nothing/*.ts')).toEqual(['src/a.ts'])
  })

  it('takes names with line feeds, spaces and letters of every kind', async () => {
    const names = ['a\nb.txt', 'ünï — 日本.ts', 'with space', 'quote\'".x', '-rf', '$(touch x)']
    for (const name of names) repository.write(name, name)
    const git = createGit(repository.root)
    const tree = await hashFiles(repository.root, [], { listTracked: git.listFiles })
    expect(tree.files.map(({ path }) => path)).toEqual(names.toSorted())
    expect(tree.files.some(({ hash }) => hash === 'missing')).toBe(false)
    expect(await pathsOf('a\nb.txt')).toEqual(['a\nb.txt'])
  })

  it.each(['../x', 'a/../../x', '/etc/passwd', 'a\0b', '', 'C:\\x', '..\\x', 'x'.repeat(1025)])(
    'refuses what is not a path in the repository',
    async (path) => {
      const refused = await hashFiles(repository.root, [path]).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(FoundryError)
      expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' })
    },
  )

  it('has limits for files and for bytes', async () => {
    for (let n = 0; n < 6; n += 1) repository.write(`a/${n}`, 'x'.repeat(100))
    const { root } = repository
    await expect(hashFiles(root, ['a'], { maxFiles: 5 })).rejects.toThrow('more than 5 files')
    await expect(hashFiles(root, ['a'], { maxBytes: 599 })).rejects.toThrow('too large together')
    expect((await hashFiles(root, ['a'], { maxFiles: 6, maxBytes: 600 })).files).toHaveLength(6)
    const many = Array.from({ length: 1001 }, (_, n) => `f${n}`)
    await expect(hashFiles(root, many)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  it('does not say where the root is if it cannot be opened', async () => {
    const gone = join(repository.root, 'gone')
    const error = await hashFiles(gone, []).catch((problem: unknown) => problem)
    expect(error).toMatchObject({ code: 'STORAGE_FAILED' })
    expect(JSON.stringify(error) + String(error)).not.toContain(gone)
  })
})

describe('links and other things that are not files', () => {
  it('are never followed out of the root', async () => {
    outside.write('secret.txt', 'abc')
    symlinkSync(outside.root, join(repository.root, 'out'))
    symlinkSync(join(outside.root, 'secret.txt'), join(repository.root, 'file'))
    const before = await hashFiles(repository.root, ['out', 'out/secret.txt', 'out/*.txt', 'file'])
    outside.write('secret.txt', 'changed')
    const after = await hashFiles(repository.root, ['out', 'out/secret.txt', 'out/*.txt', 'file'])
    expect(after).toEqual(before)
    expect(before.files.map(({ path }) => path)).toEqual(['file', 'out', 'out/secret.txt'])
    for (const { hash } of before.files) expect(hash).toMatch(/^link(:[0-9a-f]{64})?$/)
  })

  it('change if they point elsewhere, or if the file in the root changes', async () => {
    const link = join(repository.root, 'link')
    repository.write('a', '1')
    repository.write('b', '1')
    const hash = async () => (await hashFiles(repository.root, ['link'])).hash
    symlinkSync('a', link)
    const first = await hash()
    repository.write('a', '2')
    const second = await hash()
    rmSync(link)
    symlinkSync('b', link)
    const third = await hash()
    expect(new Set([first, second, third]).size).toBe(3)
  })

  it('are named, and waited for by nobody: circles, broken links and pipes', async () => {
    symlinkSync('loop', join(repository.root, 'loop'))
    symlinkSync('nowhere', join(repository.root, 'broken'))
    mkdirSync(join(repository.root, 'dir'))
    symlinkSync('..', join(repository.root, 'dir/up'))
    execFileSync('mkfifo', [join(repository.root, 'pipe')])
    const { files } = await hashFiles(repository.root, ['.'])
    expect(files.map(({ path, hash }) => `${path} ${hash.slice(0, 5)}`)).toEqual([
      'broken link:',
      'dir/up link:',
      'loop link:',
      'pipe speci',
    ])
  })
})

describe('all files of a repository', () => {
  const all = async () => {
    const { listFiles } = createGit(repository.root)
    const tree = await hashFiles(repository.root, [], { listTracked: listFiles })
    return tree.files.map(({ path, hash }) => (hash === 'missing' ? `${path} missing` : path))
  }

  it('are those that git has or would take, without the specs', async () => {
    repository.write('.gitignore', 'dist\n')
    repository.write('kept.ts', '1')
    repository.write('removed.ts', '1')
    repository.write('specs/active/x.json', '{}')
    repository.commit('first')
    repository.write('dist/out.js', '1')
    repository.write('new.ts', '1')
    rmSync(join(repository.root, 'removed.ts'))
    expect(await all()).toEqual(['.gitignore', 'kept.ts', 'new.ts', 'removed.ts missing'])
  })

  it('include those of submodules and of repositories that are not added yet', async () => {
    outside.write('inner.ts', '1')
    outside.commit('inner')
    const allow = ['-c', 'protocol.file.allow=always']
    repository.git(...allow, 'submodule', '--quiet', 'add', outside.root, 'sub')
    repository.git('clone', '--quiet', outside.root, 'nested')
    expect(await all()).toEqual(['.gitmodules', 'nested/inner.ts', 'sub/inner.ts'])
    repository.commit('add')
    repository.git('submodule', '--quiet', 'deinit', '--force', 'sub')
    expect(await all()).toEqual(['.gitmodules', 'nested/inner.ts'])
  })

  it('are all files under the root if there is no repository', async () => {
    rmSync(join(repository.root, '.git'), { recursive: true })
    repository.write('a', '1')
    repository.write('node_modules/b', '1')
    expect(await all()).toEqual(['a'])
  })
})

describe('the files that changed', () => {
  it('are named by what happened to them', () => {
    const before = toFileTree([
      { path: 'same', hash: '1' },
      { path: 'edited', hash: '1' },
      { path: 'gone', hash: '1' },
      { path: 'planned', hash: 'missing' },
    ])
    const after = toFileTree([
      { path: 'gone', hash: 'missing' },
      { path: 'edited', hash: '2' },
      { path: 'same', hash: '1' },
      { path: 'planned', hash: '3' },
    ])
    const changes = { added: ['planned'], removed: ['gone'], modified: ['edited'] }
    expect(changedFiles(before, after)).toEqual(changes)
  })

  it('are none exactly if the content is the same, in whichever order files come', () => {
    const hash = fc.constantFrom('missing', 'x', 'y')
    const tree = fc.dictionary(fc.constantFrom('a', 'b', 'c'), hash)
    const toTree = (files: Record<string, string>) =>
      toFileTree(Object.entries(files).map(([path, hash]) => ({ path, hash })))
    fc.assert(
      fc.property(tree, tree, (one, two) => {
        const changes = changedFiles(toTree(one), toTree(two))
        const isSame = Object.values(changes).every((list) => list.length === 0)
        const present = (files: Record<string, string>) =>
          Object.entries(files)
            .filter(([, value]) => value !== 'missing')
            .toSorted()
        expect(isSame).toBe(JSON.stringify(present(one)) === JSON.stringify(present(two)))
        const reversed = toFileTree(toTree(one).files.toReversed())
        expect(reversed).toEqual(toTree(one))
      }),
    )
  })
})

describe('a pattern for files', () => {
  it('matches what a regular expression of the same meaning matches', () => {
    const part = fc.constantFrom('a', 'b', 'ab', '*', 'a*', '*b', '?', '**')
    const name = fc.constantFrom('a', 'b', 'ab', 'aab', 'c')
    const toSource = (parts: readonly string[]) =>
      parts
        .map((one) => {
          if (one === '**') return '(?:[^/]+/)*'
          return `${one.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}/`
        })
        .join('')
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }).filter((parts) => /[*?]/.test(parts.join())),
        fc.array(name, { minLength: 1, maxLength: 5 }),
        (parts, names) => {
          const expected = new RegExp(`^${toSource(parts)}$`).test(`${names.join('/')}/`)
          expect(toFilePattern(parts.join('/')).matches(names.join('/'))).toBe(expected)
        },
      ),
    )
  })

  it('is matched in few steps, whatever it is', () => {
    const pattern = toFilePattern(`${'*a'.repeat(200)}b`)
    expect(pattern.matches('a'.repeat(1000))).toBe(false)
    expect(toFilePattern('**/a/'.repeat(100) + 'b').matches('a/'.repeat(300) + 'c')).toBe(false)
  })
})

describe('a file that cannot be read', () => {
  it.skipIf(process.getuid?.() === 0)('is a problem that names it from the root', async () => {
    writeFileSync(join(repository.root, 'locked'), 'x')
    chmodSync(join(repository.root, 'locked'), 0)
    const error = await hashFiles(repository.root, ['locked']).catch((problem: unknown) => problem)
    expect(error).toMatchObject({ code: 'STORAGE_FAILED' })
    expect(String(error)).not.toContain(repository.root)
  })
})

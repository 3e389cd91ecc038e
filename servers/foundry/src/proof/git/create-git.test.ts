import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashFiles } from '../files/hash-files.ts'
import { type Repository, openRepository } from '../testing/open-repository.ts'
import { createGit } from './create-git.ts'
import type { Git } from './git.ts'
import { namesTask } from './names-task.ts'

let repository: Repository
let git: Git
let aside: string

beforeEach(() => {
  repository = openRepository()
  git = createGit(repository.root)
  aside = mkdtempSync(join(tmpdir(), 'foundry-aside-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  repository.remove()
  rmSync(aside, { recursive: true, force: true })
})

/** Every fact, to show that none of them does what it must not do. */
const askEverything = async (one: Git, commit: string) => ({
  root: await one.findRoot(),
  common: await one.commonDir(),
  main: await one.mainWorktree(),
  head: await one.head(),
  clean: await one.isClean(['a.ts']),
  diff: await one.diffSince(commit, ['a.ts', 'src/**'], 10_000),
  commits: await one.commitsFor({ taskId: 'task-1-1', paths: ['a.ts'], since: '2020-01-01' }),
  changed: await one.filesChangedSince(commit),
  files: await one.listFiles(),
})

describe('facts about a repository', () => {
  it('say where it is and which commit is checked out', async () => {
    expect(await git.head()).toBeUndefined()
    const first = repository.commit('first')
    expect(await git.head()).toBe(first)
    expect(await git.findRoot()).toBe(repository.root)
    expect(await git.commonDir()).toBe(join(repository.root, '.git'))
    expect(await git.mainWorktree()).toBe(repository.root)
  })

  it('are those of the whole repository in each of its worktrees', async () => {
    repository.commit('first')
    const tree = join(aside, 'wörk\ntree')
    repository.git('worktree', 'add', '--quiet', '-b', 'other', tree)
    const other = createGit(tree)
    expect(await other.findRoot()).toBe(tree)
    expect(await other.commonDir()).toBe(join(repository.root, '.git'))
    expect(await other.mainWorktree()).toBe(repository.root)
  })

  it('say that a bare repository has no worktree, and its worktrees have no main one', async () => {
    const first = repository.commit('first')
    const bare = join(repository.root, 'bare.git')
    repository.git('clone', '--quiet', '--bare', '.', bare)
    const facts = await askEverything(createGit(bare), first)
    expect(facts).toMatchObject({ common: bare, head: first })
    expect(facts).toMatchObject({ root: undefined, main: undefined, clean: undefined })
    const tree = join(aside, 'tree')
    repository.git('--git-dir', bare, 'worktree', 'add', '--quiet', tree)
    expect(await createGit(tree).commonDir()).toBe(bare)
    expect(await createGit(tree).mainWorktree()).toBeUndefined()
  })

  it('are those of the submodule in its folder', async () => {
    repository.write('inner.ts', '1')
    repository.commit('inner')
    const outer = openRepository()
    try {
      const allow = ['-c', 'protocol.file.allow=always']
      outer.git(...allow, 'submodule', '--quiet', 'add', repository.root, 'sub')
      const sub = createGit(join(outer.root, 'sub'))
      expect(await sub.findRoot()).toBe(join(outer.root, 'sub'))
      expect(await sub.mainWorktree()).toBe(join(outer.root, 'sub'))
      expect(await sub.commonDir()).toBe(join(outer.root, '.git/modules/sub'))
    } finally {
      outer.remove()
    }
  })

  it('are unknown without a repository, without a folder and without git', async () => {
    const commit = 'a'.repeat(40)
    const nothing = await askEverything(createGit(aside), commit)
    expect(new Set(Object.values(nothing))).toEqual(new Set([undefined]))
    const gone = await askEverything(createGit(join(aside, 'gone')), commit)
    expect(new Set(Object.values(gone))).toEqual(new Set([undefined]))
    vi.stubEnv('PATH', aside)
    const without = await askEverything(git, commit)
    expect(new Set(Object.values(without))).toEqual(new Set([undefined]))
  })
})

describe('what changed', () => {
  it('is named since a commit: edited, removed, renamed and new files', async () => {
    for (const path of ['same.ts', 'edited.ts', 'removed.ts', 'old\nname.ts']) {
      repository.write(path, `${path}\n`)
    }
    const start = repository.commit('start')
    repository.write('edited.ts', 'other\n')
    repository.git('rm', '--quiet', 'removed.ts')
    repository.git('mv', 'old\nname.ts', 'new name ü.ts')
    repository.commit('work')
    repository.write('untracked.ts', 'x')
    expect(await git.filesChangedSince(start)).toEqual([
      'edited.ts',
      'new name ü.ts',
      'old\nname.ts',
      'removed.ts',
      'untracked.ts',
    ])
    expect(await git.filesChangedSince('b'.repeat(40))).toBeUndefined()
  })

  it('is asked of some paths only', async () => {
    repository.write('src/a.ts', '1\n')
    repository.write('*.ts', '1\n')
    const start = repository.commit('start')
    expect(await git.isClean()).toBe(true)
    repository.write('src/a.ts', '2\n')
    repository.write('src/new.ts', '2\n')
    expect(await git.isClean()).toBe(false)
    expect(await git.isClean(['docs'])).toBe(true)
    expect(await git.isClean(['src/*.ts'])).toBe(false)
    const diff = await git.diffSince(start, ['src'], 10_000)
    expect(diff).toMatchObject({ isCut: false, untracked: ['src/new.ts'] })
    expect(diff?.text).toContain('-1\n+2\n')
    expect(diff?.text).toContain('--- /dev/null\n+++ b/src/new.ts\n')
    expect(await git.diffSince(start, ['docs'], 10_000)).toMatchObject({ text: '', untracked: [] })
  })

  it('is cut to the bytes that were asked for, never within a character', async () => {
    repository.write('a.ts', '')
    const start = repository.commit('start')
    repository.write('a.ts', 'é\n'.repeat(5000))
    const diff = await git.diffSince(start, [], 1001)
    expect(diff?.isCut).toBe(true)
    expect(Buffer.byteLength(diff?.text ?? '')).toBeLessThanOrEqual(1001)
    expect(diff?.text).not.toContain('\uFFFD')
  })

  it('shows as many new files as there is room for', async () => {
    const start = repository.commit('start')
    for (let n = 0; n < 20; n += 1) repository.write(`-new ${n}`, 'x\n'.repeat(20))
    const diff = await git.diffSince(start, [], 1000)
    expect(diff?.isCut).toBe(true)
    expect(diff?.untracked).toHaveLength(20)
    expect(Buffer.byteLength(diff?.text ?? '')).toBeLessThanOrEqual(1000)
    expect((await git.diffSince(start, [], 100_000))?.text.match(/^\+x$/gm)).toHaveLength(400)
  })

  it('is told from the folder that was asked about', async () => {
    repository.write('app/a.ts', '1')
    repository.write('b.ts', '1')
    const start = repository.commit('start')
    repository.write('app/a.ts', '2')
    repository.write('b.ts', '2')
    const app = createGit(join(repository.root, 'app'))
    expect(await app.filesChangedSince(start)).toEqual(['a.ts'])
    expect(await app.listFiles()).toEqual(['a.ts'])
  })

  it.each(['--output=x', 'HEAD', 'main', '', 'ABCDEF0'])(
    'is not asked since %j',
    async (commit) => {
      await expect(git.filesChangedSince(commit)).rejects.toThrow('The commit is not a hash.')
      await expect(git.diffSince(commit, [], 10)).rejects.toThrow('The commit is not a hash.')
    },
  )
})

describe('the commits of a task', () => {
  it('are those that name it, and those that touch its files', async () => {
    repository.write('a.ts', '1')
    const named = repository.commit('Write the parser\n\nfoundry: task-1-1')
    repository.commit('Mention task-1-10 and my-task-1-1 and task-1-1-abcd')
    repository.write('src/b.ts', '1')
    const touching = repository.commit('Touch a file')
    const byName = await git.commitsFor({ taskId: 'task-1-1' })
    expect(byName?.map(({ hash }) => hash)).toEqual([named])
    expect(byName?.[0]).toMatchObject({
      subject: 'Write the parser',
      author: 'Ada',
      files: ['a.ts'],
    })
    const both = await git.commitsFor({ taskId: 'task-1-1', paths: ['src'] })
    expect(new Set(both?.map(({ hash }) => hash))).toEqual(new Set([named, touching]))
    const files = await git.commitsFor({ paths: ['src/*.ts'] })
    expect(files?.map(({ hash }) => hash)).toEqual([touching])
    expect(await git.commitsFor({ since: '2999-01-01T00:00:00Z' })).toEqual([])
    expect(await git.commitsFor({ limit: 1 })).toHaveLength(1)
  })

  it('are read whatever their messages and files are called', async () => {
    const messages = ['', 'ünï\n\ntwo\n\nthree', `x ${'a'.repeat(40)}`]
    for (const [index, message] of messages.entries()) {
      repository.write(`\nstrange ${index}\n`, message)
      repository.write('a'.repeat(40), message)
      repository.git('add', '--all')
      repository.git('commit', '--quiet', '--allow-empty-message', '-m', message)
    }
    const commits = await git.commitsFor({})
    expect(commits?.map(({ message }) => message.trim()).toReversed()).toEqual(messages)
    expect(commits?.[0]?.files).toEqual(['\nstrange 2\n', 'a'.repeat(40)])
  })

  it('are not asked since something that is not a time', async () => {
    await expect(git.commitsFor({ since: 'yesterday; rm' })).rejects.toThrow('not in ISO 8601')
  })

  it('name it as a whole word', () => {
    expect(namesTask('task-1-1', 'task-1-1')).toBe(true)
    expect(namesTask('(task-1-1): done. task-1-10', 'task-1-1')).toBe(true)
    expect(namesTask('task-1-10 xtask-1-1 task-1-1-2', 'task-1-1')).toBe(false)
  })
})

describe('asking git', () => {
  it('runs nothing that the settings of the repository name', async () => {
    repository.write('.gitattributes', '* filter=evil diff=evil\nb.ts filter=e=vil\n')
    repository.write('a.ts', '1\n')
    repository.write('b.ts', '1\n')
    const start = repository.commit('start')
    const trace = join(aside, 'ran')
    const script = join(aside, 'evil.sh')
    writeFileSync(script, `#!/bin/sh\necho "$0 $@" >> '${trace}'\ncat\n`)
    chmodSync(script, 0o755)
    mkdirSync(join(repository.root, '.git/hooks'), { recursive: true })
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction']) {
      writeFileSync(join(repository.root, '.git/hooks', hook), `#!/bin/sh\nexec '${script}'\n`)
      chmodSync(join(repository.root, '.git/hooks', hook), 0o755)
    }
    const keys = ['core.fsmonitor', 'core.pager', 'core.sshCommand', 'diff.external', 'gpg.program']
    const drivers = ['diff.evil.command', 'diff.evil.textconv', 'filter.evil.clean']
    const more = [
      'filter.evil.smudge',
      'filter.evil.process',
      'filter.e=vil.clean',
      'pager.diff',
      'pager.log',
    ]
    for (const key of [...keys, ...drivers, ...more]) repository.git('config', key, script)
    repository.git('config', 'log.showSignature', 'true')
    repository.git('config', 'filter.evil.required', 'true')
    rmSync(trace, { force: true })
    repository.write('a.ts', '2\n')
    repository.write('b.ts', '2\n')
    repository.write('src/new.ts', '2\n')
    const facts = await askEverything(git, start)
    expect(facts.clean).toBe(false)
    expect(facts.diff?.text).toContain('-1\n+2\n')
    expect(facts.changed).toEqual(['a.ts', 'b.ts', 'src/new.ts'])
    expect(facts.diff?.text).toContain('+++ b/src/new.ts')
    expect(existsSync(trace)).toBe(false)
  })

  it('is not led elsewhere by variables of git', async () => {
    repository.commit('first')
    vi.stubEnv('GIT_DIR', aside)
    vi.stubEnv('GIT_WORK_TREE', aside)
    vi.stubEnv('GIT_EXTERNAL_DIFF', 'false')
    expect(await git.findRoot()).toBe(repository.root)
  })

  it('uses only subcommands that read, and changes not one byte', async () => {
    repository.write('a.ts', '1\n')
    const start = repository.commit('start')
    repository.write('a.ts', '2\n')
    const real = repository.git('--exec-path')
    const log = join(aside, 'log')
    const shim = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec '${join(real, 'git')}' "$@"\n`
    writeFileSync(join(aside, 'git'), shim)
    chmodSync(join(aside, 'git'), 0o755)
    vi.stubEnv('PATH', `${aside}${delimiter}${process.env.PATH}`)
    const inside = join(repository.root, '.git')
    const before = await hashFiles(inside, ['.'])
    await askEverything(git, start)
    expect(await hashFiles(inside, ['.'])).toEqual(before)
    const calls = readFileSync(log, 'utf8').trim().split('\n')
    const used = calls.map((call) => call.replace(/^--no-pager (-c \S* ?)*/, '').split(' '))
    expect(new Set(used.map(([command]) => command))).toEqual(
      new Set(['rev-parse', 'status', 'diff', 'log', 'ls-files', 'config']),
    )
    const settings = used.filter(([command]) => command === 'config')
    for (const [, ...args] of settings) expect(args).toContain('--get-regexp')
  })

  it('is done in one place of the whole server', () => {
    const src = join(import.meta.dirname, '../..')
    const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\btesting\b|^demo\b/.test(path))
      .filter((path) => /\(\s*'git'/.test(readFileSync(join(src, path), 'utf8')))
    // The command init sets the merge driver, because a person asks for it; the agents of the
    // demonstration commit, as agents do.
    expect(sources.toSorted()).toEqual([
      join('desk', 'init.ts'),
      join('proof', 'git', 'run-git.ts'),
    ])
  })
})

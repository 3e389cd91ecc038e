import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFolders } from './find-folders.ts'

const run = promisify(execFile)
let folder = ''
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'foundry-folders-')))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const settings = ['user.name=Ada', 'user.email=ada@example.org', 'protocol.file.allow=always']
const git = (cwd: string, ...args: readonly string[]) =>
  run('git', [...settings.flatMap((one) => ['-c', one]), ...args], { cwd })

async function makeRepository(name: string): Promise<string> {
  const path = join(folder, name)
  await run('git', ['init', '--quiet', path])
  await writeFile(join(path, 'README.md'), 'x')
  await git(path, 'add', '.')
  await git(path, 'commit', '--quiet', '-m', 'First')
  return path
}

const find = (here: string, env: object = {}, specs?: string) =>
  findFolders({ here, env: { HOME: join(folder, 'home'), ...env }, specs })

describe('the folders of a plan', () => {
  it('are those of the repository, wherever in it a program is started', async () => {
    const root = await makeRepository('one')
    await mkdir(join(root, 'src', 'deep'), { recursive: true })
    const folders = { root, specs: join(root, 'specs'), state: join(root, '.git', 'foundry') }
    expect(await find(root)).toEqual(folders)
    expect(await find(join(root, 'src', 'deep'))).toEqual(folders)
  })

  it('are the same in all worktrees, and checks run in the own one', async () => {
    const main = await makeRepository('main')
    const other = join(folder, 'other')
    await git(main, 'worktree', 'add', '--quiet', other)
    expect(await find(other)).toEqual({
      root: other,
      specs: join(main, 'specs'),
      state: join(main, '.git', 'foundry'),
    })
  })

  it('are its own in a submodule', async () => {
    const outer = await makeRepository('outer')
    const inner = await makeRepository('inner')
    await git(outer, 'submodule', '--quiet', 'add', inner, 'part')
    const root = join(outer, 'part')
    expect(await find(root)).toEqual({
      root,
      specs: join(root, 'specs'),
      state: join(outer, '.git', 'modules', 'part', 'foundry'),
    })
  })

  it('are in the worktree if the repository is bare', async () => {
    const source = await makeRepository('source')
    await git(folder, 'clone', '--quiet', '--bare', source, 'bare.git')
    const tree = join(folder, 'tree')
    await git(join(folder, 'bare.git'), 'worktree', 'add', '--quiet', tree)
    expect(await find(tree)).toEqual({
      root: tree,
      specs: join(tree, 'specs'),
      state: join(folder, 'bare.git', 'foundry'),
    })
  })

  it('need no git: the state is then in the home folder, one for each folder of specs', async () => {
    const here = join(folder, 'plain', 'deep')
    await mkdir(here, { recursive: true })
    await mkdir(join(folder, 'plain', 'specs'))
    const { root, specs, state } = await find(here)
    expect({ root, specs }).toEqual({
      root: join(folder, 'plain'),
      specs: join(folder, 'plain', 'specs'),
    })
    expect(state).toMatch(new RegExp(`^${folder}/home/.local/state/foundry/[0-9a-f]{16}$`))
    const elsewhere = await find(here, {}, '../other')
    expect(elsewhere.specs).toBe(join(folder, 'plain', 'other'))
    expect(elsewhere.state).not.toBe(state)
    const xdg = await find(here, { XDG_STATE_HOME: join(folder, 'xdg') })
    expect(xdg.state.startsWith(join(folder, 'xdg', 'foundry'))).toBe(true)
  })

  it('are those that the option names, then the variable', async () => {
    const root = await makeRepository('one')
    const env = { FOUNDRY_SPECS: 'by-variable' }
    expect((await find(root, env)).specs).toBe(join(root, 'by-variable'))
    expect((await find(root, env, 'by-option')).specs).toBe(join(root, 'by-option'))
  })
})

import { dirname, join } from 'node:path'
import { FoundryError } from '../../errors/foundry-error.ts'
import { toFilePattern } from '../files/to-file-pattern.ts'
import type { Commit, CommitQuery, Diff, Git } from './git.ts'
import { namesTask } from './names-task.ts'
import { type GitOptions, type GitOutput, type GitReader, runGit } from './run-git.ts'
import { commitFormat, toCommits } from './to-commits.ts'

/** What no difference may run: other programs, converters, or git in a submodule. */
const plainDiff = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--ignore-submodules=dirty',
  // Paths are those from the given folder, which need not be the root of the worktree.
  '--relative',
]

/** The difference between nothing and a file that git does not have yet. */
const newFile = ['--no-index', '--no-ext-diff', '--no-textconv', '--no-color']

/** How many new files a difference shows. */
const mostNewFiles = 50

/** How deep submodules are looked into. */
const maxDepth = 4

/** Creates the facts about the repository that a folder is in. It only reads. */
export function createGit(root: string): Git {
  const ask = async (command: GitReader, args: readonly string[], options?: GitOptions) =>
    (await runGit(root, command, args, options))?.text
  const line = async (command: GitReader, args: readonly string[]) =>
    (await ask(command, args))?.replace(/\n$/, '')
  const names = async (command: GitReader, args: readonly string[], options?: GitOptions) =>
    splitNames(await ask(command, args, options))

  // The settings may name programs that change files on their way into git.
  const withoutFilters = async (): Promise<GitOptions> => ({ config: await filtersOff(names) })
  const commonDir = () => line('rev-parse', ['--path-format=absolute', '--git-common-dir'])
  const findRoot = () => line('rev-parse', ['--path-format=absolute', '--show-toplevel'])
  const untracked = (paths: readonly string[]) =>
    names('ls-files', ['-z', '--others', '--exclude-standard', '--', ...paths])

  return {
    findRoot,
    commonDir,
    head: () => line('rev-parse', ['--verify', '--quiet', 'HEAD^{commit}']),

    async mainWorktree() {
      const common = await commonDir()
      const own = await line('rev-parse', ['--path-format=absolute', '--git-dir'])
      if (common === undefined || own === common) return findRoot()
      const first = createGit(dirname(common))
      // The folder around a bare repository may be in another repository.
      return (await first.commonDir()) === common ? first.findRoot() : undefined
    },

    async isClean(paths = []) {
      const flags = ['--porcelain', '-z', '--untracked-files=all', '--ignore-submodules=dirty']
      const args = [...flags, '--no-renames', '--', ...toPathspecs(paths)]
      const options = await withoutFilters()
      const status = await runGit(root, 'status', args, { ...options, maxBytes: 1024 })
      return status === undefined ? undefined : status.text === ''
    },

    async diffSince(commit, paths, maxBytes) {
      const specs = toPathspecs(paths)
      const args = [...plainDiff, toCommitArgument(commit), '--', ...specs]
      const options = await withoutFilters()
      const diff = await runGit(root, 'diff', args, { ...options, maxBytes })
      if (diff === undefined) return undefined
      const added = (await untracked(specs)) ?? []
      return withNewFiles({ ...diff, untracked: added }, maxBytes, (path, room) =>
        runGit(root, 'diff', [...newFile, '--', '/dev/null', path], {
          ...options,
          maxBytes: room,
          answers: [1],
        }),
      )
    },

    async commitsFor({ taskId, paths, since, limit = 1000 }: CommitQuery) {
      const flags = ['-z', '--name-only', '--no-renames', '--no-show-signature', '--no-mailmap']
      const args = [...flags, ...plainDiff, `--format=${commitFormat}`, `--max-count=${limit}`]
      const start = since === undefined ? 0 : toTime(since)
      if (start > 0) args.push(`--since=@${Math.floor(start / 1000)}`)
      const find = async (more: readonly string[]) => {
        const text = await ask('log', [...args, ...more])
        if (text === undefined) return undefined
        // Git takes a time that it cannot read as none at all.
        return toCommits(text).filter(({ at }) => Date.parse(at) >= start - 1000)
      }
      if (taskId === undefined) return find(['--', ...toPathspecs(paths ?? [])])
      const naming = await find(['--fixed-strings', `--grep=${taskId}`])
      const exact = naming?.filter(({ message }) => namesTask(message, taskId))
      if (paths === undefined || paths.length === 0) return exact
      const touching = await find(['--', ...toPathspecs(paths)])
      return exact && touching && union(exact, touching).slice(0, limit)
    },

    async filesChangedSince(commit) {
      const args = ['-z', '--name-only', '--no-renames', ...plainDiff, toCommitArgument(commit)]
      const changed = await names('diff', [...args, '--'], await withoutFilters())
      const added = await untracked([])
      return changed && added && [...new Set([...changed, ...added])].toSorted()
    },

    async listFiles() {
      return listRepository(root, maxDepth)
    },
  }
}

type DiffNewFile = (path: string, room: number) => Promise<GitOutput | undefined>

/** Adds new files to a difference for as long as there is room. */
async function withNewFiles(diff: Diff, maxBytes: number, show: DiffNewFile): Promise<Diff> {
  let { text, isCut } = diff
  // A repository in the repository has a slash, and is not shown.
  const files = diff.untracked.filter((path) => !path.endsWith('/'))
  for (const path of files.slice(0, mostNewFiles)) {
    const room = maxBytes - Buffer.byteLength(text)
    if (isCut || room <= 0) return { ...diff, text, isCut: true }
    const shown = await show(path, room)
    text += shown?.text ?? ''
    isCut = shown?.isCut ?? false
  }
  return { ...diff, text, isCut: isCut || files.length > mostNewFiles }
}

async function listRepository(root: string, depth: number): Promise<string[] | undefined> {
  const others = ['-z', '--others', '--exclude-standard']
  const added = splitNames((await runGit(root, 'ls-files', others))?.text)
  const staged = splitNames((await runGit(root, 'ls-files', ['-z', '--stage']))?.text)
  if (added === undefined || staged === undefined) return undefined
  const entries = [...staged.map(toStaged), ...added.map(toAdded)]
  const files = new Set(entries.filter(({ isFolder }) => !isFolder).map(({ path }) => path))
  const folders = new Set(entries.filter(({ isFolder }) => isFolder).map(({ path }) => path))
  if (depth === 0) return [...files].toSorted()
  for (const folder of folders) {
    const inner = (await listRepository(join(root, folder), depth - 1)) ?? []
    for (const file of inner) files.add(`${folder}/${file}`)
  }
  return [...files].toSorted()
}

/** Reads a line such as `100644 <hash> 0<tab>path`; the mode of a submodule is 160000. */
const toStaged = (line: string) => ({
  path: line.slice(line.indexOf('\t') + 1),
  isFolder: line.startsWith('160000'),
})

/** Git names a new repository in the repository with a slash at the end, and looks no further. */
const toAdded = (name: string) => ({ path: name.replace(/\/$/, ''), isFolder: name.endsWith('/') })

type AskNames = (
  command: GitReader,
  args: readonly string[],
) => Promise<readonly string[] | undefined>

async function filtersOff(names: AskNames): Promise<Record<string, string>> {
  const keys = (await names('config', ['-z', '--name-only', '--get-regexp', '^filter\\.'])) ?? []
  return Object.fromEntries(keys.map((key) => [key, key.endsWith('.required') ? 'false' : '']))
}

function splitNames(text: string | undefined): readonly string[] | undefined {
  return text?.split('\0').filter((name) => name !== '')
}

function union(some: readonly Commit[], others: readonly Commit[]): readonly Commit[] {
  const byHash = new Map([...some, ...others].map((commit) => [commit.hash, commit]))
  return [...byHash.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

function toPathspecs(paths: readonly string[]): readonly string[] {
  return paths.map(toFilePattern).map(({ path, isGlob }) => {
    if (path === '') return '.'
    return isGlob ? `:(glob)${path}` : `:(literal)${path}`
  })
}

/** A name could be read as an option, so only hashes are taken. */
function toCommitArgument(commit: string): string {
  if (/^[0-9a-f]{7,64}$/.test(commit)) return commit
  throw new FoundryError('VALIDATION_ERROR', 'The commit is not a hash.', {
    path: 'commit',
    hint: 'Give 7 to 64 hexadecimal digits in lower case.',
  })
}

function toTime(time: string): number {
  const at = Date.parse(time)
  if (!Number.isNaN(at)) return at
  throw new FoundryError('VALIDATION_ERROR', 'The time is not in ISO 8601.', {
    path: 'since',
    hint: "Give a time such as '2026-01-31T12:00:00Z'.",
  })
}

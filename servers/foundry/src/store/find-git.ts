import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** Where git keeps a repository, and where its files are. */
export interface GitFolders {
  /** The folder of the worktree that was found. */
  readonly worktree: string
  /** What all worktrees of the repository share. */
  readonly common: string
  /** The first worktree; undefined if the repository is bare. */
  readonly main: string | undefined
}

/** Finds the repository of a folder, by git's files alone; undefined if there is none. */
export async function findGit(folder: string): Promise<GitFolders | undefined> {
  const worktree = await findUpwards(resolve(folder), '.git')
  if (worktree === undefined) return undefined
  const dotGit = join(worktree, '.git')
  if ((await stat(dotGit)).isDirectory()) return { worktree, common: dotGit, main: worktree }
  const gitFolder = await linkedFolder(dotGit)
  if (gitFolder === undefined) return undefined
  const common = await commonFolder(gitFolder)
  const main = basename(common) === '.git' ? dirname(common) : undefined
  // The git folder of a submodule is its own, and lies in that of the outer repository.
  return { worktree, common, main: common === gitFolder ? worktree : main }
}

/** Finds the nearest folder that has an entry of this name. */
export async function findUpwards(folder: string, name: string): Promise<string | undefined> {
  if (await exists(join(folder, name))) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : findUpwards(parent, name)
}

/** In a worktree `.git` is a file that names the folder. */
async function linkedFolder(file: string): Promise<string | undefined> {
  const named = /^gitdir: (.+)$/m.exec(await readFile(file, 'utf8'))?.[1]
  return named === undefined ? undefined : resolve(dirname(file), named.trim())
}

async function commonFolder(gitFolder: string): Promise<string> {
  try {
    const named = await readFile(join(gitFolder, 'commondir'), 'utf8')
    return resolve(gitFolder, named.trim())
  } catch {
    return gitFolder
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}

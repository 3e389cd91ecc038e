import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createGit, type RunGit } from './create-git.ts'
import { projectFiles } from './project-files.ts'
import { writeFiles } from './write-files.ts'

/** A repository with worktrees. */
export interface Repository {
  /** The worktree of the main branch, which has the specs. */
  readonly main: string
  readonly git: RunGit
  /** Adds a worktree on a branch of its own, and returns its folder. */
  addWorktree(name: string): Promise<string>
}

const aDay = 86_400_000

/**
 * Creates a repository with the project as it is before the change. Its only commit is a day old,
 * or the first commit would seem to belong to the plan.
 */
export async function createRepository(
  folder: string,
  owner: string,
  prepare: (main: string) => Promise<unknown>,
): Promise<Repository> {
  const main = join(folder, 'main')
  await mkdir(main, { recursive: true })
  const git = createGit(main, owner)
  await git('init', '--quiet', '--initial-branch', 'main')
  await writeFiles(main, projectFiles)
  await prepare(main)
  await git('add', '--all')
  const gitBefore = createGit(main, owner, new Date(Date.now() - aDay))
  await gitBefore('commit', '--quiet', '--message', 'Add up bills')
  return {
    main,
    git,
    async addWorktree(name) {
      const worktree = join(folder, name)
      await git('worktree', 'add', '--quiet', '-b', name, worktree)
      return worktree
    },
  }
}

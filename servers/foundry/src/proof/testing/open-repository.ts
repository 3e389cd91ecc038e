import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A real repository in a temporary folder. */
export interface Repository {
  readonly root: string
  /** Writes a file, with the folders that it is in. */
  write(path: string, content: string): void
  git(...args: readonly string[]): string
  /** Commits everything, and returns the hash. */
  commit(message: string): string
  remove(): void
}

/** Opens a folder with a new repository in it. */
export function openRepository(): Repository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'foundry-proof-')))
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  git('init', '--quiet', '--initial-branch=main')
  return {
    root,
    git,
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    },
    commit(message) {
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '-m', message)
      return git('rev-parse', 'HEAD')
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

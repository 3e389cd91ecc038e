import { execFile } from 'node:child_process'
import { devNull } from 'node:os'
import { promisify } from 'node:util'

/** Runs git in one folder. */
export type RunGit = (...words: readonly string[]) => Promise<string>

/** Creates the git of somebody who commits under a name, now or at another time. */
export function createGit(folder: string, author: string, at?: Date): RunGit {
  const identity = ['-c', `user.name=${author}`, '-c', `user.email=${author}@example.com`]
  // Hooks and signatures of the user have no place in a demonstration.
  const env: NodeJS.ProcessEnv = { ...process.env, GIT_CONFIG_GLOBAL: devNull }
  if (at !== undefined) env.GIT_COMMITTER_DATE = at.toISOString().replace(/\.\d+/, '')
  return async (...words) => {
    const all = [...identity, ...words]
    const { stdout } = await promisify(execFile)('git', all, { cwd: folder, env })
    return stdout.trim()
  }
}

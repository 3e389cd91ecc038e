import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type GitFolders, findGit, findUpwards } from './find-git.ts'

/** The folders of a plan. */
export interface Folders {
  /** The specs, in a folder for each stage. */
  readonly specs: string
  /** Leases, running states, locks and history, for all worktrees of the repository. */
  readonly state: string
  /** Where checks run and where the paths of tasks begin. */
  readonly root: string
}

/** What decides which folders are used. */
export interface FoldersInit {
  /** The folder that the program was started in. */
  readonly here: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder of the specs, if the user names one. */
  readonly specs?: string | undefined
}

/**
 * Finds the folders. All worktrees of a repository use the specs of the first one, or two agents
 * would each have a plan of their own.
 */
export async function findFolders({ here, env, specs: named }: FoldersInit): Promise<Folders> {
  const chosen = named ?? env.FOUNDRY_SPECS
  const gitHere = await findGit(here)
  const specs = chosen === undefined ? await defaultSpecs(here, gitHere) : resolve(here, chosen)
  const git = chosen === undefined ? gitHere : await findGit(specs)
  return {
    specs,
    state: git === undefined ? stateWithoutGit(specs, env) : join(git.common, 'foundry'),
    root: gitHere?.worktree ?? git?.worktree ?? dirname(specs),
  }
}

async function defaultSpecs(here: string, git: GitFolders | undefined): Promise<string> {
  if (git !== undefined) return join(git.main ?? git.worktree, 'specs')
  const found = await findUpwards(resolve(here), 'specs')
  return join(found ?? resolve(here), 'specs')
}

/** Without git the state is beside no file of the user's. */
function stateWithoutGit(specs: string, env: FoldersInit['env']): string {
  const base = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state')
  const name = createHash('sha256').update(specs).digest('hex').slice(0, 16)
  return join(base, 'foundry', name)
}

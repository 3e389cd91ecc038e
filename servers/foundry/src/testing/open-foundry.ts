import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type FoundryServer,
  type FoundryServerOptions,
  createFoundryServer,
} from '../create-foundry-server.ts'
import { type Folders, findFolders } from '../store/find-folders.ts'
import { stages } from '../store/stage.ts'

/** The repository of a test, and servers on it. */
export interface TestFoundry {
  /** The folder of the repository. */
  readonly root: string
  readonly folders: Folders
  /** Lets time pass for all servers. */
  advance(ms: number): void
  /** Creates a server for a maintainer, unless the options name another role. */
  create(options?: Partial<FoundryServerOptions>): FoundryServer
  /** Runs git in the repository. */
  git(...args: readonly string[]): Promise<void>
  remove(): Promise<void>
}

const run = promisify(execFile)

/** Creates a repository with folders for specs. Clock and random numbers are always the same. */
export async function openFoundry(): Promise<TestFoundry> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'foundry-test-')))
  const root = join(folder, 'repository')
  await run('git', ['init', '--quiet', root])
  for (const stage of stages) await mkdir(join(root, 'specs', stage), { recursive: true })
  const folders = await findFolders({ here: root, env: {} })
  const servers: FoundryServer[] = []
  const random = seededRandom(1)
  let time = Date.UTC(2026, 0, 1)

  return {
    root,
    folders,
    advance(ms) {
      time += ms
    },
    create(options = {}) {
      const created = createFoundryServer({
        folders,
        role: 'maintainer',
        worker: 'ada',
        now: () => new Date((time += 1000)),
        random,
        env: {},
        ...options,
      })
      servers.push(created)
      return created
    },
    async git(...args) {
      const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
      await run('git', [...who, ...args], { cwd: root })
    },
    async remove() {
      await Promise.all(servers.map(({ close }) => close()))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Returns a maker of numbers that are the same in every run. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

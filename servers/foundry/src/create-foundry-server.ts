import { randomInt } from 'node:crypto'
import { userInfo } from 'node:os'
import { join, relative } from 'node:path'
import {
  type Server,
  type ServerInit,
  contractByFlag,
  contractFlag,
  createFlags,
  defineFlags,
  defineServer,
} from 'toolaccord'
import { chemigram, responseV2 } from 'toolaccord/contracts'
import { createFidelity, createFileArchive } from 'toolaccord/fidelity'
import { createJobs } from 'toolaccord/jobs'
import { createCheckStore } from './checks/create-check-store.ts'
import { createProofs } from './checks/create-proofs.ts'
import { type Desk, createDeskTools } from './desk/create-desk-tools.ts'
import { foundryCodes } from './errors/foundry-codes.ts'
import { createGit } from './proof/git/create-git.ts'
import { createResearch } from './research/create-research.ts'
import { createIds } from './spec/create-ids.ts'
import { createPlanStore } from './store/create-plan-store.ts'
import type { Folders } from './store/find-folders.ts'
import { createPlanIndexes } from './tasks/create-plan-indexes.ts'
import { capabilities } from './tools/about/capabilities.ts'
import { type Role, createRoles } from './tools/create-roles.ts'
import { coreTools, createTools, workTools } from './tools/create-tools.ts'
import { createWorkers } from './tools/create-workers.ts'
import type { Foundry } from './tools/foundry.ts'
import { createPageResources } from './web/create-page-resources.ts'

/** The folders and settings of a foundry. */
export interface FoundryServerOptions extends Pick<
  ServerInit<[]>,
  'policies' | 'log' | 'newId' | 'env' | 'consent'
> {
  readonly folders: Folders
  /** What whoever starts the program may do. Default: worker. */
  readonly role?: Role | undefined
  /** The name of the worker behind this process. Default: the client, and something random. */
  readonly worker?: string | undefined
  /** How long a worker has a task before it may be given on. Default: 30 minutes. */
  readonly leaseMs?: number | undefined
  /** Adds the commands for people at a terminal. Default: none. */
  readonly desk?: Desk | undefined
  readonly now?: (() => Date) | undefined
  /** Returns an integer from 0 to below. */
  readonly random?: ((below: number) => number) | undefined
}

/** A server, and the way to close it. */
export interface FoundryServer {
  readonly server: Server
  close(): Promise<void>
}

const summary =
  'Keep the plan of a change as a spec: phases, tasks, checks. Agents get the next task with its ' +
  'context, and a task is done only if its checks passed.'

const instructions = [
  'Call next with claim: true for a task, prepare for what it needs, start before you change a',
  'file, and complete with a note at the end. Checks are run by the server, not by you.',
  'Write decisions down with note, and call block if you cannot go on.',
  'Work that you find on the way is added with add_tasks and discovered_from.',
].join(' ')

const halfAnHour = 1_800_000
const version = '1.0.0'
const toolSets = { core: coreTools, work: workTools }

/**
 * The contract is in use for everybody. A client that still needs the one before, without `meta`,
 * is named in TOOLACCORD_FLAGS, such as `response_contract_v2@old-client=off`.
 */
const foundryFlags = defineFlags({
  response_contract_v2: { ...contractFlag.response_contract_v2, state: 'stable', default: true },
})

/** Creates a server on the plans of a repository; two servers share only files. */
export function createFoundryServer(options: FoundryServerOptions): FoundryServer {
  const { folders, role = 'worker', now = () => new Date(), policies = [] } = options
  const ids = createIds(options.random ?? ((below) => randomInt(below)))
  const workers = createWorkers({ role, worker: options.worker, user: userName(), ids })
  const folder = relative(folders.root, folders.specs) || '.'
  const git = createGit(folders.root)
  const checks = createCheckStore(join(folders.state, 'checks'))
  const foundry: Foundry = {
    plans: createPlanStore(folders, now),
    ids,
    now,
    leaseMs: options.leaseMs ?? halfAnHour,
    indexOf: createPlanIndexes(),
    checks,
    git,
    research: createResearch({
      folder: join(folders.specs, '.research'),
      now,
      newId: () => ids.id().slice(0, 8),
      fileRoots: [folders.root],
    }),
    env: options.env ?? process.env,
    proofs: createProofs({ root: folders.root, specsFolder: folder, git, checks }),
    folder,
    ...workers,
  }
  const deskTools = options.desk === undefined ? [] : createDeskTools(foundry, options.desk)
  const flags = createFlags(foundryFlags, { env: foundry.env })
  const archive = createFileArchive({ folder: join(folders.state, 'archive') })
  const server: Server = defineServer({
    name: 'foundry',
    version,
    summary,
    instructions,
    contract: responseV2,
    codes: foundryCodes,
    contractFor: contractByFlag(flags, { on: responseV2, off: chemigram }),
    flags,
    tools: [
      ...createTools(foundry),
      capabilities(foundry, { version, flags, toolSets }),
      ...deskTools,
    ],
    resources: createPageResources(foundry),
    toolSets,
    policies: [...policies, createRoles(role)],
    fidelity: createFidelity({ archive, faces: ['mcp'] }),
    jobs: createJobs({ folder: join(folders.state, 'jobs'), archive }),
    log: options.log,
    newId: options.newId,
    env: options.env,
    consent: options.consent,
  })
  return {
    server,
    async close() {
      await server.jobs?.close()
    },
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'user'
  }
}

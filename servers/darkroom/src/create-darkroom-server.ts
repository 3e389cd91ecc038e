import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Server, type ServerInit, type ToolListing, defineServer } from 'toolaccord'
import { chemigram } from 'toolaccord/contracts'
import { createFidelity, createFileArchive } from 'toolaccord/fidelity'
import { createJobs } from 'toolaccord/jobs'
import { createStepCompleter } from './calls/create-step-completer.ts'
import type { Darkroom } from './calls/darkroom.ts'
import { createProposals } from './context/create-proposals.ts'
import { createTranscripts } from './context/create-transcripts.ts'
import { createDeskTools } from './desk/commands/create-desk-tools.ts'
import type { Desk } from './desk/desk.ts'
import type { Darktable, Vocabulary } from './editing/index.ts'
import { createPrompts } from './prompts/create-prompts.ts'
import { createResources } from './resources/create-resources.ts'
import { createTools } from './tools/create-tools.ts'
import { type WorkspacesOptions, createWorkspaces } from './workspace/create-workspaces.ts'
import { type PreviewOptions, createPreviews } from './workspace/render/create-previews.ts'
import { trackRenders } from './workspace/render/track-renders.ts'

/** The parts and settings of a darkroom. */
export interface DarkroomServerOptions
  extends Pick<ServerInit<[]>, 'policies' | 'log' | 'newId' | 'env'>, WorkspacesOptions {
  readonly vocabulary: Vocabulary
  readonly darktable: Darktable
  readonly tastesFolder: string
  /** The folders from which callers may name files. Default: all that the process may read. */
  readonly photoFolders?: readonly string[] | undefined
  readonly previews?: PreviewOptions | undefined
  /** The time that one call may render. Default: 2 minutes; compare has 4, and an export 10. */
  readonly renderMs?: number | undefined
  /** True to add the commands of the operator, such as status and session-log. Default: false. */
  readonly desk?: boolean | undefined
  /** The name of the transcripts. Default: the time, and something random. */
  readonly sessionId?: string | undefined
  /** Returns new ids of 32 hexadecimal digits. */
  readonly newProposalId?: (() => string) | undefined
}

/** A server, and the way to close it. */
export interface DarkroomServer {
  readonly server: Server
  /** Leaves its jobs to the next server, waits for stopped renders, and ends the transcripts. */
  close(): Promise<void>
}

const summary =
  'Edit photos with darktable: apply moves, look at previews, branch, compare and export; ' +
  'every step is kept, and the original is never touched.'

const instructions = [
  'Take a photo in with ingest and read read_context. list_vocabulary shows the moves;',
  'apply them with apply_primitive and look at each with render_preview.',
  'Every move is a snapshot: log, diff and compare show what changed. reset to HEAD~1 undoes',
  'the last move, again the one before; reset to redo brings it back.',
  'checkout goes elsewhere, branch tries something else.',
  'Write down what is missing with log_vocabulary_gap.',
].join(' ')

/** What editing one photo needs; the other tools compare, branch, copy and remember. */
const core = [
  'ingest',
  'read_context',
  'list_vocabulary',
  'apply_primitive',
  'remove_module',
  'reset',
  'render_preview',
  'export_final',
  'log',
]

/** Creates a server on workspaces, a vocabulary and an engine; two servers share only files. */
export function createDarkroomServer(options: DarkroomServerOptions): DarkroomServer {
  const { now = () => new Date(), sessionId = toSessionId(now()), policies = [] } = options
  const { darktable, settled } = trackRenders(options.darktable)
  const workspaces = createWorkspaces({ ...options, now })
  const transcripts = createTranscripts({ workspaces, sessionId, now })
  const darkroom: Darkroom = {
    workspaces,
    vocabulary: options.vocabulary,
    darktable,
    previews: createPreviews(darktable, options.previews),
    proposals: createProposals(join(options.roots[0], '.proposals'), now),
    tastesFolder: options.tastesFolder,
    photoFolders: options.photoFolders ?? [],
    renderMs: options.renderMs,
    sessionId,
    now,
    newProposalId: options.newProposalId ?? (() => randomBytes(16).toString('hex')),
  }
  const callTool: Desk['callTool'] = (name, args, signal) =>
    server.call(name, args, { face: 'cli', signal })
  const deskTools = options.desk ? createDeskTools({ ...darkroom, callTool }) : []
  const tools = [...createTools(darkroom), ...deskTools]
  const takesImage = (name: string) => server.tools().some(isAboutImage(name))
  const archive = createFileArchive({ folder: join(options.roots[0], '.archive') })
  const server: Server = defineServer({
    name: 'darkroom',
    version: '1.0.0',
    summary,
    instructions,
    contract: chemigram,
    limits: { depth: 24, bodyBytes: 1_048_576 },
    tools,
    toolSets: { core },
    prompts: createPrompts(darkroom),
    resources: createResources(darkroom),
    policies: [...policies, transcripts.policy, createStepCompleter(takesImage)],
    fidelity: createFidelity({ archive, faces: ['mcp'] }),
    jobs: createJobs({ folder: join(options.roots[0], '.jobs'), archive }),
    log: options.log,
    newId: options.newId,
    env: options.env,
  })
  return {
    server,
    async close() {
      await server.jobs?.close()
      await settled()
      await transcripts.close()
    },
  }
}

const isAboutImage =
  (wanted: string) =>
  ({ name, inputSchema: { properties = {} } }: ToolListing) =>
    name === wanted && 'image_id' in properties

const toSessionId = (now: Date): string =>
  `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`

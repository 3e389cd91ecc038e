import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DarkroomServer, createDarkroomServer } from '../create-darkroom-server.ts'
import { createDarktable, loadVocabulary } from '../editing/index.ts'
import { isImageId } from '../workspace/names.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The packs that come with the server. */
export const ownPacks: readonly string[] = ['base', 'looks', 'masks'].map((pack) =>
  fileURLToPath(new URL(`../../vocabulary/${pack}`, import.meta.url)),
)

/** Who the server is for. */
export interface FromEnvOptions {
  /** The workspace that a command is given in. */
  readonly here?: string
  /** Whether commands of the desk are wanted. */
  readonly desk?: boolean
}

/** Makes a server as the environment describes it. */
export async function createDarkroomFromEnv(
  env: Env,
  { here, desk }: FromEnvOptions = {},
): Promise<DarkroomServer> {
  const vocabulary = await loadVocabulary([...ownPacks, ...foldersIn(env.DARKROOM_PACKS)])
  const [first = join(homedir(), 'Pictures', 'Darkroom'), ...others] = foldersIn(
    env.DARKROOM_WORKSPACE,
  )
  return createDarkroomServer({
    vocabulary,
    darktable: createDarktable({ binary: env.DARKTABLE_CLI || undefined }),
    roots: [first, ...others, ...(here === undefined ? [] : [dirname(here)])],
    here: here?.slice(dirname(here).length + 1),
    tastesFolder: env.DARKROOM_TASTES || join(homedir(), '.darkroom', 'tastes'),
    photoFolders: foldersIn(env.DARKROOM_PHOTOS),
    sessionId: sessionOf(env),
    desk,
    env,
  })
}

/** Folders in a list as PATH has them. */
const foldersIn = (list: string | undefined): readonly string[] =>
  (list ?? '').split(delimiter).filter((folder) => folder !== '')

function sessionOf({ DARKROOM_SESSION: session }: Env): string | undefined {
  if (session === undefined || session === '' || isImageId(session)) return session || undefined
  throw new TypeError("DARKROOM_SESSION must be made of letters, digits, '_', '.' and '-'.")
}

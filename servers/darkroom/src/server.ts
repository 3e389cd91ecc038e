import { homedir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import type { Server } from 'toolaccord'
import { type DarkroomServer, createDarkroomServer } from './create-darkroom-server.ts'
import { createDarktable, loadVocabulary, ownPacks } from './editing/index.ts'
import { isImageId } from './names/image-id.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The options of a server that are not in the environment. */
export interface FromEnvOptions {
  /** The folder of the image that a command is run in. */
  readonly here?: string
  /** True to add the commands of the desk. */
  readonly desk?: boolean
}

/** Creates the server that the environment describes; the README lists the variables. */
export async function createServer(env: Env = process.env): Promise<Server> {
  const { server } = await createDarkroomFromEnv(env)
  return server
}

/** Creates the server that the environment describes, with a way to close it. */
export async function createDarkroomFromEnv(
  env: Env,
  { here, desk }: FromEnvOptions = {},
): Promise<DarkroomServer> {
  const vocabulary = await loadVocabulary([...ownPacks, ...foldersIn(env.DARKROOM_PACKS)])
  return createDarkroomServer({
    vocabulary,
    darktable: createDarktable({
      binary: env.DARKTABLE_CLI || undefined,
      opencl: isOn(env.DARKROOM_OPENCL, 'DARKROOM_OPENCL'),
    }),
    renderMs: renderMsOf(env),
    roots: rootsOf(env, here),
    here: here === undefined ? undefined : basename(here),
    tastesFolder: env.DARKROOM_TASTES || join(homedir(), '.darkroom', 'tastes'),
    photoFolders: foldersIn(env.DARKROOM_PHOTOS),
    sessionId: sessionOf(env),
    desk,
    env,
  })
}

function rootsOf(env: Env, here: string | undefined): readonly [string, ...string[]] {
  const [first = join(homedir(), 'Pictures', 'Darkroom'), ...others] = foldersIn(
    env.DARKROOM_WORKSPACE,
  )
  if (here === undefined) return [first, ...others]
  return [first, ...others, dirname(here)]
}

/** The folders of a variable that is written like PATH. */
const foldersIn = (list = ''): readonly string[] =>
  list.split(delimiter).filter((folder) => folder !== '')

/** The most seconds that a render may have: a day. */
const mostSeconds = 86_400

function renderMsOf({ DARKROOM_TIMEOUT: given }: Env): number | undefined {
  if (given === undefined || given === '') return undefined
  const seconds = Number(given)
  if (seconds >= 1 && seconds <= mostSeconds) return Math.round(seconds * 1000)
  throw new TypeError(`DARKROOM_TIMEOUT must be a number of seconds from 1 to ${mostSeconds}.`)
}

function isOn(given: string | undefined, name: string): boolean {
  if (given === undefined || given === '' || given === '0') return false
  if (given === '1') return true
  throw new TypeError(`${name} must be 1 or 0.`)
}

function sessionOf({ DARKROOM_SESSION: session }: Env): string | undefined {
  if (session === undefined || session === '') return undefined
  if (isImageId(session)) return session
  throw new TypeError("DARKROOM_SESSION must be made of letters, digits, '_', '.' and '-'.")
}

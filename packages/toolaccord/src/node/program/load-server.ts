import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord } from '../../json/json.ts'
import type { Server } from '../../server.ts'
import type { ClosableServer, ProgramServer } from './program.ts'

/** Says why there is no server at a reference. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  readonly hint?: string

  constructor(
    message: string,
    { hint, cause }: { readonly hint?: string; readonly cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.hint = hint
  }
}

/**
 * Loads the server that a module exports, with `close` and `ready` if it exports them too. The
 * reference is a file, a folder, or the name of a package that is installed for `folder`.
 */
export async function loadServer(
  reference: string,
  folder: string = process.cwd(),
): Promise<ProgramServer> {
  const file = await findFile(reference, folder)
  try {
    return await toServer(reference, await import(pathToFileURL(file).href))
  } catch (thrown) {
    if (thrown instanceof LoadError) throw thrown
    throw explain(reference, thrown)
  }
}

async function findFile(reference: string, folder: string): Promise<string> {
  const path = resolve(folder, reference)
  const kind = await kindOf(path)
  if (kind === 'file') return path
  const found = kind === 'folder' ? path : await findPackage(reference, folder)
  if (found === undefined) {
    const packages = isPackageName(reference) ? ', and for an installed package' : ''
    throw new LoadError(`There is no server '${reference}'.`, {
      hint: `Looked for a file or folder of that name${packages}.`,
    })
  }
  const entry = await entryOf(reference, found)
  if ((await kindOf(join(found, entry.file))) === 'file') return join(found, entry.file)
  throw new LoadError(`'${reference}' has no file ${entry.file}, ${entry.why}.`, {
    hint: 'Build the server first, or name its file.',
  })
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return 'folder'
  if (found?.isFile()) return 'file'
  return undefined
}

const isPackageName = (reference: string) => /^(@[\w.-]+\/)?[\w-][\w.-]*$/.test(reference)

/** Finds the folder of a package, from the nearest node_modules up. */
async function findPackage(name: string, folder: string): Promise<string | undefined> {
  if (!isPackageName(name)) return undefined
  const path = join(folder, 'node_modules', name)
  if ((await kindOf(path)) === 'folder') return path
  if (dirname(folder) === folder) return undefined
  return findPackage(name, dirname(folder))
}

interface Entry {
  readonly file: string
  /** Says where the file is named. */
  readonly why: string
}

async function entryOf(reference: string, folder: string): Promise<Entry> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')
  const manifest = parseManifest(reference, text)
  const exported = exportOf(manifest.exports)
  if (exported !== undefined) return { file: exported, why: 'which its package.json exports' }
  if (typeof manifest.main === 'string') {
    return { file: manifest.main, why: 'the main of its package.json' }
  }
  return { file: 'index.js', why: 'and no package.json that names another' }
}

function parseManifest(reference: string, text: string): Record<string, unknown> {
  try {
    const manifest: unknown = JSON.parse(text)
    if (isRecord(manifest)) return manifest
    return {}
  } catch (thrown) {
    throw new LoadError(`The package.json of '${reference}' is not JSON.`, { cause: thrown })
  }
}

/**
 * Returns the file that `import` of the package itself loads:
 * https://nodejs.org/api/packages.html#conditional-exports
 */
function exportOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports
  if (!isRecord(exports)) return undefined
  if (Object.hasOwn(exports, '.')) return exportOf(exports['.'])
  const condition = Object.keys(exports).find((key) => ['node', 'import', 'default'].includes(key))
  if (condition === undefined) return undefined
  return exportOf(exports[condition])
}

/** The names under which a module may export its server, and what belongs to it. */
interface ServerModule {
  readonly server?: unknown
  readonly default?: unknown
  readonly createServer?: unknown
  readonly close?: unknown
  readonly ready?: unknown
}

async function toServer(reference: string, exported: ServerModule): Promise<ProgramServer> {
  const { server, default: main, createServer } = exported
  const found = [server, main].find(isServer)
  if (found !== undefined) return withParts(found, exported)
  if (typeof createServer === 'function') return checkCreated(reference, await createServer())
  const names = Object.keys(exported)
  const list = names.length === 0 ? 'nothing' : names.join(', ')
  throw new LoadError(`'${reference}' exports no server: it exports ${list}.`, {
    hint:
      "Export what defineServer gives as 'server' or as default, " +
      'or a function createServer that returns it.',
  })
}

function checkCreated(reference: string, created: unknown): ProgramServer {
  if (isServer(created)) return { server: created }
  if (isRecord(created) && isServer(created.server)) return withParts(created.server, created)
  throw new LoadError(`createServer of '${reference}' returned no server.`, {
    hint: 'It must return what defineServer gives, or { server, close } with it.',
  })
}

/** The server with the functions that stand beside it. */
function withParts(server: Server, { close, ready }: Pick<ServerModule, 'close' | 'ready'>) {
  // The casts say what a function of that name beside a server is for.
  return {
    server,
    close: isFunction(close) ? (close as ClosableServer['close']) : undefined,
    ready: isFunction(ready) ? (ready as ClosableServer['ready']) : undefined,
  }
}

const isFunction = (value: unknown): boolean => typeof value === 'function'

/** True for a server by its shape, because the module may use another copy of this package. */
const isServer = (value: unknown): value is Server =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  typeof value.tools === 'function' &&
  typeof value.call === 'function' &&
  isRecord(value.contract)

function explain(reference: string, thrown: unknown): LoadError {
  if (!isRecord(thrown)) return new LoadError(notLoaded(reference, thrown), { cause: thrown })
  const { name, code, message = thrown } = thrown
  if (name === 'DefinitionError') return new LoadError(String(message), { cause: thrown })
  const isUnbuilt = code === 'ERR_UNKNOWN_FILE_EXTENSION'
  const hint = 'Build it to JavaScript first: this Node does not run such files.'
  return new LoadError(notLoaded(reference, message), {
    hint: isUnbuilt ? hint : undefined,
    cause: thrown,
  })
}

const notLoaded = (reference: string, why: unknown): string =>
  `'${reference}' could not be loaded: ${String(why)}`

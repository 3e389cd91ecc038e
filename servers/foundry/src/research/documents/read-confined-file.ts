import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { FoundryError } from '../../errors/foundry-error.ts'

/** Where files may be read, and how much of one. */
export interface ConfinedOptions {
  /** The folders that files may be in; a relative path is looked for in each, in this order. */
  readonly roots: readonly string[]
  readonly maxBytes: number
}

/** A file with its place and its time. */
export interface ConfinedFile {
  /** The path from the folder that it is in, with slashes, after all links are followed. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly modifiedAt: Date
}

const longestPath = 4_096
const shownPath = 200

/** Reads a file that is in one of the folders after all links are followed. */
export async function readConfinedFile(
  path: string,
  { roots, maxBytes }: ConfinedOptions,
): Promise<ConfinedFile> {
  const { root, target } = await findFile(path, roots)
  const file = await openFile(target, path)
  try {
    const found = await file.stat()
    if (!found.isFile()) throw toUnreadable(path, 'is not a file')
    if (found.size > maxBytes) throw toUnreadable(path, `has more than ${maxBytes} bytes`)
    const bytes = await readAtMost(file, path, maxBytes)
    return { path: relative(root, target).replaceAll(sep, '/'), bytes, modifiedAt: found.mtime }
  } finally {
    await file.close()
  }
}

interface Found {
  readonly root: string
  readonly target: string
}

/** Returns the true paths of a file and of the folder that it must be in. */
async function findFile(path: string, roots: readonly string[]): Promise<Found> {
  const isPath = path !== '' && path.length <= longestPath && !path.includes('\0')
  if (!isPath) throw toOutside(path.slice(0, shownPath))
  let isOutside = roots.length === 0
  for (const root of roots) {
    const home = await realpath(root)
    const target = await realpath(resolve(home, path)).catch(() => undefined)
    if (target !== undefined && isWithin(home, target)) return { root: home, target }
    if (target !== undefined || !isWithin(home, resolve(home, path))) isOutside = true
  }
  if (isOutside) throw toOutside(path)
  throw new FoundryError('NOT_FOUND', `There is no file '${path}'.`, {
    hint: 'Give the path of a file from the root of the repository.',
    details: { resource_type: 'file', resource_id: path },
  })
}

/** The folder of git is not part of what was written, and may hold credentials. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  if (way === '' || isAbsolute(way)) return false
  const [first = ''] = way.split(sep)
  return first !== '..' && !way.split(sep).includes('.git')
}

/** A pipe does not block, and a link that was put there meanwhile is not followed. */
async function openFile(target: string, path: string): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  try {
    return await open(target, flags)
  } catch {
    throw toUnreadable(path, 'cannot be opened')
  }
}

/** The file may grow while it is read. */
async function readAtMost(file: FileHandle, path: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of file.createReadStream({ autoClose: false })) {
    // The cast names what a stream without an encoding gives.
    const bytes = chunk as Uint8Array
    size += bytes.byteLength
    if (size > maxBytes) throw toUnreadable(path, `has more than ${maxBytes} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

const toOutside = (path: string): FoundryError =>
  new FoundryError('VALIDATION_ERROR', `The file '${path}' is outside of the repository.`, {
    hint: 'Give the path of a file in the repository, from its root.',
  })

const toUnreadable = (path: string, fault: string): FoundryError =>
  new FoundryError('UNREADABLE_SOURCE', `The file '${path}' ${fault}.`, {
    hint: 'Give a text, HTML or PDF file; split one that is too large.',
  })

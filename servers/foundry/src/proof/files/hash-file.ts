import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { FoundryError } from '../../errors/foundry-error.ts'

/** How many bytes may still be read; shared by all files of a tree. */
export interface ByteBudget {
  left: number
}

/** Hashes one file under a root that is a real path. Nothing outside the root is read. */
export async function hashFile(root: string, path: string, budget: ByteBudget): Promise<string> {
  try {
    return await hashAny(root, path, budget)
  } catch (error) {
    if (error instanceof FoundryError) throw error
    if (isGone(error)) return 'missing'
    throw new FoundryError('STORAGE_FAILED', `The file '${path}' could not be read.`, {
      hint: 'Make the file readable for the server, or take it out of the files of the task.',
    })
  }
}

async function hashAny(root: string, path: string, budget: ByteBudget): Promise<string> {
  const full = join(root, path)
  const folder = await realpath(dirname(full))
  // A folder on the way may be a link that leaves the root.
  if (!isInside(root, folder)) return 'link'
  const found = await lstat(full)
  if (found.isSymbolicLink()) return hashLink(root, full, budget)
  if (!found.isFile()) return 'special'
  return hashContent(full, budget)
}

async function hashLink(root: string, full: string, budget: ByteBudget): Promise<string> {
  const target = await readlink(full)
  const content = await hashTarget(root, full, budget)
  const hash = createHash('sha256').update(target).update('\0').update(content).digest('hex')
  return `link:${hash}`
}

/** What a link points at, if that is a file in the root; nothing otherwise. */
async function hashTarget(root: string, full: string, budget: ByteBudget): Promise<string> {
  try {
    const real = await realpath(full)
    if (!isInside(root, real) || !(await lstat(real)).isFile()) return ''
    return await hashContent(real, budget)
  } catch (error) {
    if (isGone(error)) return ''
    throw error
  }
}

async function hashContent(full: string, budget: ByteBudget): Promise<string> {
  // Neither a link nor a pipe that took the place of the file meanwhile is opened.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(full, flags)
  try {
    return await hashOpen(file, budget)
  } finally {
    await file.close()
  }
}

async function hashOpen(file: FileHandle, budget: ByteBudget): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(64 * 1024)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length)
    if (bytesRead === 0) return hash.digest('hex')
    budget.left -= bytesRead
    if (budget.left < 0) throw toTooManyBytes()
    hash.update(buffer.subarray(0, bytesRead))
  }
}

const toTooManyBytes = () =>
  new FoundryError('VALIDATION_ERROR', 'The files of the task are too large together.', {
    path: 'file_path',
    hint: 'Name the files of the task more narrowly; large data does not belong to them.',
  })

const isInside = (root: string, path: string) => path === root || path.startsWith(root + sep)

const goneCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])

const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && goneCodes.has(String(error.code))

import { createHash } from 'node:crypto'
import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { FoundryError } from '../../errors/foundry-error.ts'
import type { FileTree, HashedFile } from './file-tree.ts'
import { hashFile } from './hash-file.ts'
import { isLeftOut, listFiles, maxTreeFiles, toTooManyFiles } from './list-files.ts'
import { type FilePattern, toFilePattern } from './to-file-pattern.ts'

/** How much a tree may have, and what does not belong to it. */
export interface HashFilesOptions {
  /** The folder with the specs, from the root; changes there are never changes of the work. */
  readonly specsFolder?: string | undefined
  readonly maxFiles?: number | undefined
  readonly maxBytes?: number | undefined
  /** Lists the files that git has or would take; without it, all files under the root count. */
  readonly listTracked?: (() => Promise<readonly string[] | undefined>) | undefined
}

const maxPaths = 1000
const maxTreeBytes = 500 * 1024 * 1024

/** How many files are read at once. */
const atOnce = 8

/**
 * Hashes the files that paths name: files, folders with all that is in them, and globs. Without
 * paths, all files of the repository count. A file that is named and not there counts as missing,
 * so that making it is a change.
 */
export async function hashFiles(
  root: string,
  paths: readonly string[],
  options: HashFilesOptions = {},
): Promise<FileTree> {
  const real = await toRealRoot(root)
  if (paths.length > maxPaths) throw toTooManyFiles(maxPaths)
  const patterns = paths.map(toFilePattern)
  const named = await findNamed(real, patterns, options)
  const { maxFiles = maxTreeFiles, maxBytes = maxTreeBytes } = options
  if (named.length > maxFiles) throw toTooManyFiles(maxFiles)
  const budget = { left: maxBytes }
  const files: HashedFile[] = []
  for (let at = 0; at < named.length; at += atOnce) {
    const some = named.slice(at, at + atOnce)
    const hashes = await Promise.all(some.map((path) => hashFile(real, path, budget)))
    files.push(...some.map((path, index) => ({ path, hash: hashes[index] ?? 'missing' })))
  }
  return toFileTree(files)
}

/** Makes a tree of files; their order does not matter. */
export function toFileTree(files: readonly HashedFile[]): FileTree {
  const sorted = files.toSorted((a, b) => compare(a.path, b.path))
  const hash = createHash('sha256')
  // Paths have no NUL, so no two lists give the same bytes.
  for (const file of sorted) hash.update(`${file.path}\0${file.hash}\0`)
  return { hash: `sha256:${hash.digest('hex')}`, files: sorted }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

async function findNamed(
  root: string,
  patterns: readonly FilePattern[],
  options: HashFilesOptions,
): Promise<readonly string[]> {
  if (patterns.length === 0) return listAll(root, options)
  const found = new Set<string>()
  for (const pattern of patterns) {
    for (const path of await expand(root, pattern, options)) found.add(path)
  }
  return [...found]
}

async function expand(
  root: string,
  pattern: FilePattern,
  options: HashFilesOptions,
): Promise<readonly string[]> {
  if (pattern.isGlob) {
    const under = folderOf(pattern)
    if (under !== '' && !(await isRealFolder(root, under))) return []
    return listFiles(root, { ...options, under, matches: pattern.matches })
  }
  if (pattern.path === '') return listAll(root, options)
  const isFolder = await isRealFolder(root, pattern.path)
  return isFolder ? listFiles(root, { ...options, under: pattern.path }) : [pattern.path]
}

/** The folders of a glob before its first star. */
function folderOf({ path }: FilePattern): string {
  const parts = path.split('/')
  const first = parts.findIndex((part) => /[*?]/.test(part))
  return parts.slice(0, first).join('/')
}

async function listAll(root: string, options: HashFilesOptions): Promise<readonly string[]> {
  const { specsFolder = 'specs', listTracked } = options
  const tracked = await listTracked?.()
  if (tracked === undefined) return listFiles(root, options)
  return tracked.filter((path) => !isLeftOut(path, specsFolder))
}

/** False for a link to a folder, and for a folder behind a link that leaves the root. */
async function isRealFolder(root: string, path: string): Promise<boolean> {
  try {
    const full = join(root, path)
    if (!(await lstat(full)).isDirectory()) return false
    return (await realpath(full)).startsWith(`${root}/`)
  } catch {
    return false
  }
}

async function toRealRoot(root: string): Promise<string> {
  try {
    return await realpath(root)
  } catch {
    throw new FoundryError('STORAGE_FAILED', 'The root of the repository cannot be opened.', {
      hint: 'Ask the operator to start the server with the root of the repository.',
    })
  }
}

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FoundryError } from '../../errors/foundry-error.ts'

/** Where to look for files. */
export interface ListOptions {
  /** A folder under the root; the root itself if it is left out. */
  readonly under?: string | undefined
  /** A folder under the root that is left out: the one with the specs. */
  readonly specsFolder?: string | undefined
  /** Only these files count. */
  readonly matches?: ((path: string) => boolean) | undefined
  readonly maxFiles?: number | undefined
}

/** How many files a tree may have. */
export const maxTreeFiles = 20_000

/** How many more files may be looked at than may be found. */
const lookedAtPerFile = 10

const leftOut = new Set(['.git', 'node_modules'])

/** True for paths that never belong to a task: git's, those of packages, and the specs. */
export function isLeftOut(path: string, specsFolder: string): boolean {
  if (path === specsFolder || path.startsWith(`${specsFolder}/`)) return true
  return path.split('/').some((part) => leftOut.has(part))
}

/**
 * Lists everything under a folder that is not a folder itself, sorted. Links are listed and not
 * followed. What cannot be opened is left out, as is what went away meanwhile.
 */
export async function listFiles(root: string, options: ListOptions = {}): Promise<string[]> {
  const { under = '', specsFolder = 'specs', maxFiles = maxTreeFiles } = options
  const matches = options.matches ?? (() => true)
  const files: string[] = []
  const open = [under]
  let lookedAt = 0
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of await readFolder(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (leftOut.has(entry.name) || path === specsFolder) continue
      if (entry.isDirectory()) open.push(path)
      else if (matches(path)) files.push(path)
      lookedAt += 1
    }
    const isTooMuch = files.length > maxFiles || lookedAt > maxFiles * lookedAtPerFile
    if (isTooMuch) throw toTooManyFiles(maxFiles)
  }
  return files.toSorted()
}

/** The problem of a task that names more files than a tree may have. */
export const toTooManyFiles = (maxFiles: number): FoundryError =>
  new FoundryError('VALIDATION_ERROR', `The task has more than ${maxFiles} files.`, {
    path: 'file_path',
    hint: 'Name the files of the task more narrowly, such as one folder or a glob.',
  })

async function readFolder(path: string) {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch {
    return []
  }
}

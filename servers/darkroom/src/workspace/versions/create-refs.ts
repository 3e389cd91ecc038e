import { dirname, join } from 'node:path'
import { namesIn, syncFolder } from '../../disk/folders.ts'
import { readText } from '../../disk/read-text.ts'
import { writeFileAtomically } from '../../disk/write-file-atomically.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import { isHash, isRefName } from '../../names/ref-name.ts'

/** The place of HEAD: on a branch, or detached at a snapshot. */
export type Head = { readonly branch: string } | { readonly detachedAt: string }

/** The full name of a branch or tag. */
export type RefName = `refs/${'heads' | 'tags'}/${string}`

/** Returns the full name of a branch. */
export const branchRef = (name: string): RefName => `refs/heads/${name}`

/** Returns the full name of a tag. */
export const tagRef = (name: string): RefName => `refs/tags/${name}`

/**
 * Branches, tags and HEAD, each in a file. Callers must check names before; a written ref is
 * durable once it is synced.
 */
export interface Refs {
  readHead(): Promise<Head>
  writeHead(head: Head): Promise<void>
  /** Returns the hash of a ref; undefined if there is no such ref. */
  read(ref: RefName): Promise<string | undefined>
  write(ref: RefName, hash: string): Promise<void>
  sync(name: RefName | 'HEAD'): Promise<void>
  /** Returns the names of all branches or tags, sorted. */
  names(kind: 'heads' | 'tags'): Promise<readonly string[]>
}

const mostBytes = 1024
const later = { syncLater: true }

/** Keeps refs in a folder; drafts of their files are in another. */
export function createRefs(folder: string, drafts: string): Refs {
  const write = (name: string, text: string) =>
    writeFileAtomically(join(folder, name), `${text}\n`, drafts, later)
  const read = async (name: string) => (await readText(join(folder, name), mostBytes))?.trim()

  return {
    readHead: async () => parseHead((await read('HEAD')) ?? 'ref: refs/heads/main'),
    writeHead: (head) =>
      write('HEAD', 'branch' in head ? `ref: refs/heads/${head.branch}` : head.detachedAt),
    async read(ref) {
      const text = await read(ref)
      if (text === undefined || isHash(text)) return text
      throw new DarkroomError('versioning_error', `${ref} is damaged.`)
    },
    write,
    sync: (name) => syncFolder(dirname(join(folder, name))),
    names: async (kind) => (await namesIn(join(folder, 'refs', kind))).filter(isRefName).toSorted(),
  }
}

function parseHead(text: string): Head {
  if (isHash(text)) return { detachedAt: text }
  const branch = /^ref: refs\/heads\/(.+)$/.exec(text)?.[1]
  if (branch !== undefined && isRefName(branch)) return { branch }
  throw new DarkroomError('versioning_error', 'HEAD of the workspace is damaged.', {
    next: [{ tool: 'reset', why: 'to put it back on main' }],
  })
}

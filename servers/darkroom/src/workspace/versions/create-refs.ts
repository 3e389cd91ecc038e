import { dirname, join } from 'node:path'
import { namesIn, syncFolder } from '../../disk/folders.ts'
import { readText } from '../../disk/read-text.ts'
import { writeFileAtomically } from '../../disk/write-file-atomically.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import { isHash, isRefName } from '../../names/ref-name.ts'

/** Where HEAD is: on a branch, or detached at a snapshot. */
export type Head = { readonly branch: string } | { readonly detachedAt: string }

/** The full name of a branch or tag. */
export type RefName = `refs/${'heads' | 'tags'}/${string}`

/** The full name of a branch. */
export const branchRef = (name: string): RefName => `refs/heads/${name}`
/** The full name of a tag. */
export const tagRef = (name: string): RefName => `refs/tags/${name}`

/**
 * Branches, tags and HEAD, each a file that names what it points at. Names are checked by those who
 * take them from callers; what is written is durable once it is synced.
 */
export interface Refs {
  readHead(): Promise<Head>
  writeHead(head: Head): Promise<void>
  /** The hash that a ref points at; undefined when there is no such ref. */
  read(ref: RefName): Promise<string | undefined>
  write(ref: RefName, hash: string): Promise<void>
  sync(name: RefName | 'HEAD'): Promise<void>
  /** The branches or tags that there are, in the order of their names. */
  names(kind: 'heads' | 'tags'): Promise<readonly string[]>
}

const mostBytes = 1024
const later = { syncLater: true }

/** Keeps refs in a folder; the drafts of their files stand in another. */
export function createRefs(folder: string, drafts: string): Refs {
  return {
    async readHead() {
      const text =
        (await readText(join(folder, 'HEAD'), mostBytes))?.trim() ?? 'ref: refs/heads/main'
      if (isHash(text)) return { detachedAt: text }
      const branch = /^ref: refs\/heads\/(.+)$/.exec(text)?.[1]
      if (branch === undefined || !isRefName(branch))
        throw new DarkroomError('versioning_error', 'HEAD of the workspace is damaged.', {
          hint: 'reset puts it back on main.',
        })
      return { branch }
    },
    writeHead: (head) =>
      writeFileAtomically(
        join(folder, 'HEAD'),
        'branch' in head ? `ref: refs/heads/${head.branch}\n` : `${head.detachedAt}\n`,
        drafts,
        later,
      ),
    async read(ref) {
      const text = (await readText(join(folder, ref), mostBytes))?.trim()
      if (text === undefined || isHash(text)) return text
      throw new DarkroomError('versioning_error', `${ref} is damaged.`)
    },
    write: (ref, hash) => writeFileAtomically(join(folder, ref), `${hash}\n`, drafts, later),
    sync: (name) => syncFolder(dirname(join(folder, name))),
    names: async (kind) => (await namesIn(join(folder, 'refs', kind))).filter(isRefName).toSorted(),
  }
}

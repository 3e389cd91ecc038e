import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from '../../disk/folders.ts'
import { ifThere } from '../../disk/if-there.ts'
import { readText } from '../../disk/read-text.ts'
import { writeFileAtomically } from '../../disk/write-file-atomically.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'

/** The snapshots of a repository, by their hashes. */
export interface Objects {
  /** Keeps the text of a snapshot under its hash. */
  put(hash: string, text: string): Promise<void>
  /** Returns the text of a hash; throws if the text does not match the hash. */
  get(hash: string): Promise<string>
  has(hash: string): Promise<boolean>
  /** Returns the hashes that begin with these characters. */
  find(start: string): Promise<readonly string[]>
}

/** The most bytes of a snapshot, more than any edit needs. */
export const mostObjectBytes = 16_777_216

/** Keeps snapshots in a folder; drafts of their files are in another. */
export function createObjects(folder: string, drafts: string): Objects {
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash.slice(2))
  const has = async (hash: string) => (await ifThere(stat(pathOf(hash)))) !== undefined

  return {
    has,
    async put(hash, text) {
      if (Buffer.byteLength(text) > mostObjectBytes) {
        throw new DarkroomError(
          'state_error',
          `The edit would take more than ${mostObjectBytes} bytes.`,
          { hint: 'Remove modules that are not needed.' },
        )
      }
      if (!(await has(hash))) await writeFileAtomically(pathOf(hash), text, drafts)
    },
    async get(hash) {
      const text = await readText(pathOf(hash), mostObjectBytes)
      if (text === undefined)
        throw new DarkroomError(
          'versioning_error',
          `The snapshot ${hash} is missing from the workspace.`,
        )
      if (hashText(text) !== hash)
        throw new DarkroomError('versioning_error', `The snapshot ${hash} is damaged.`, {
          hint: 'Check out another one.',
          next: [{ tool: 'log', why: 'to see them' }],
        })
      return text
    },
    async find(start) {
      const first = start.slice(0, 2)
      const names = await namesIn(join(folder, first))
      return names.map((rest) => first + rest).filter((hash) => hash.startsWith(start))
    },
  }
}

/** Returns the SHA-256 of a string, as 64 hexadecimal digits. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

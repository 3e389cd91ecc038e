import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from '../../disk/folders.ts'
import { ifThere } from '../../disk/if-there.ts'
import { readText } from '../../disk/read-text.ts'
import { writeFileAtomically } from '../../disk/write-file-atomically.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'

/** Snapshots by the hash of their text. */
export interface Objects {
  /** Keeps a text under its hash. */
  put(hash: string, text: string): Promise<void>
  /** The text of a hash, checked against it. */
  get(hash: string): Promise<string>
  has(hash: string): Promise<boolean>
  /** The hashes that begin so. */
  find(start: string): Promise<readonly string[]>
}

/** More than any edit takes. */
export const mostObjectBytes = 16_777_216

/** Keeps snapshots in a folder; the drafts of their files stand in another. */
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
          hint: 'Check out another one; log lists them.',
        })
      return text
    },
    async find(start) {
      const first = start.slice(0, 2)
      return (await namesIn(join(folder, first)))
        .map((rest) => first + rest)
        .filter((hash) => hash.startsWith(start))
    },
  }
}

/** The SHA-256 of a text, as 64 hexadecimal digits. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

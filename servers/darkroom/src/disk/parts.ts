import { randomUUID } from 'node:crypto'
import { stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from './folders.ts'
import { ifThere } from './if-there.ts'

/** The ending of all files that are being written. */
const ending = '.part'
const lifeMs = 3_600_000

/** Returns a new path for a file that is being written. */
export const newPart = (folder: string): string => join(folder, `.${randomUUID()}${ending}`)

/** True if a file of this name is being written. */
export const isPart = (name: string): boolean => name.endsWith(ending)

/** Removes unfinished files of killed processes. */
export async function sweepParts(folder: string): Promise<void> {
  for (const name of (await namesIn(folder)).filter(isPart)) {
    const found = await ifThere(stat(join(folder, name)))
    if (found !== undefined && Date.now() - found.mtimeMs > lifeMs)
      await ifThere(unlink(join(folder, name)))
  }
}

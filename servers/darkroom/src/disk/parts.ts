import { randomUUID } from 'node:crypto'
import { stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from './folders.ts'
import { ifThere } from './if-there.ts'

/** Files that are being made end so, whoever makes them. */
const ending = '.part'
const lifeMs = 3_600_000

/** A name for a file that is being made; nothing else has it. */
export const newPart = (folder: string): string => join(folder, `.${randomUUID()}${ending}`)

/** Whether a file of this name is being made. */
export const isPart = (name: string): boolean => name.endsWith(ending)

/** Removes what a killed process left half made. */
export async function sweepParts(folder: string): Promise<void> {
  for (const name of (await namesIn(folder)).filter(isPart)) {
    const found = await ifThere(stat(join(folder, name)))
    if (found !== undefined && Date.now() - found.mtimeMs > lifeMs)
      await ifThere(unlink(join(folder, name)))
  }
}

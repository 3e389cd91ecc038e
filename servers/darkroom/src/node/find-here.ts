import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ifThere } from '../disk/if-there.ts'

/** Returns the folder of the image that a folder is in; undefined if it is in none. */
export async function findHere(folder: string): Promise<string | undefined> {
  const parts = await Promise.all(
    ['image.json', 'objects', 'raw'].map((name) => ifThere(stat(join(folder, name)))),
  )
  if (parts.every((part) => part !== undefined)) return folder
  const above = dirname(folder)
  return above === folder ? undefined : findHere(above)
}

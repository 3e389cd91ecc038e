import { mkdir, open, readdir } from 'node:fs/promises'
import { ifThere } from './if-there.ts'

/** Returns the names in a folder; none if the folder does not exist. */
export const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await ifThere(readdir(folder))) ?? []

/** Creates a folder and those above it; returns the first one that did not exist. */
export const makeFolder = (path: string): Promise<string | undefined> =>
  mkdir(path, { recursive: true })

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

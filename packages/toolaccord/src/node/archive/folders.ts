import { mkdir, open, readdir } from 'node:fs/promises'
import { failedWith } from './failed-with.ts'

/** Returns the names in a folder; none if there is no such folder. */
export async function namesInFolder(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (thrown) {
    if (failedWith(thrown, 'ENOENT')) return []
    throw thrown
  }
}

/** Makes a folder if it is missing, for its owner only. */
export const makeFolder = (path: string): Promise<unknown> =>
  mkdir(path, { recursive: true, mode: 0o700 })

/** Makes the names in folders durable. */
export const syncFolders = (folders: readonly string[]): Promise<unknown> =>
  Promise.all(folders.map(syncFolder))

async function syncFolder(path: string): Promise<void> {
  // Windows cannot sync a folder, and keeps the order of names itself.
  if (process.platform === 'win32') return
  try {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch (thrown) {
    // The folder above an archive may be one that can be entered and not read.
    if (!failedWith(thrown, 'EACCES')) throw thrown
  }
}

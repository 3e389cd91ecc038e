import { mkdir, open, readdir } from 'node:fs/promises'

/** Whether a call of the file system failed with one of these codes. */
export const failedWith = (thrown: unknown, ...codes: readonly string[]): boolean =>
  thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code))

/** The names in a folder; none when there is no such folder. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (thrown) {
    if (failedWith(thrown, 'ENOENT')) return []
    throw thrown
  }
}

/** The bytes of a file, cut after the limit; undefined when there is no such file. */
export async function readBytes(path: string, maxBytes: number): Promise<Uint8Array | undefined> {
  try {
    const file = await open(path, 'r')
    try {
      const bytes = new Uint8Array(Math.min((await file.stat()).size, maxBytes))
      let length = 0
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = (await file.read(bytes, length, bytes.length - length, length)).bytesRead
      return bytes.subarray(0, length)
    } finally {
      await file.close()
    }
  } catch (thrown) {
    if (failedWith(thrown, 'ENOENT')) return undefined
    throw thrown
  }
}

/** Makes a folder where it is missing, for its owner only. */
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

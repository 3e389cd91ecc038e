import { mkdir, open, readFile, readdir } from 'node:fs/promises'

/** Nearly all of our files are shorter, and are read in one go. */
const firstBytes = 65_536

/** Whether a call of the file system failed with one of these codes. */
export const failedWith = (thrown: unknown, ...codes: readonly string[]): boolean =>
  thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code))

/** What a promise gives, or undefined where there is no such file or folder, or cannot be. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (thrown) {
    if (failedWith(thrown, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP')) return undefined
    throw thrown
  }
}

/** The names in a folder; none when there is no such folder. */
export const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await ifThere(readdir(folder))) ?? []

/**
 * The text of a small file; undefined when there is none, an error when it is larger than it can
 * rightly be.
 */
export async function readText(path: string, mostBytes: number): Promise<string | undefined> {
  const file = await ifThere(open(path, 'r'))
  if (file === undefined) return undefined
  try {
    // One byte more than may be tells whether there is more, without asking for the size first.
    const { buffer, bytesRead } = await file.read(
      Buffer.allocUnsafe(Math.min(mostBytes, firstBytes) + 1),
    )
    if (bytesRead <= Math.min(mostBytes, firstBytes)) return buffer.toString('utf8', 0, bytesRead)
    const { size } = await file.stat()
    if (size > mostBytes)
      throw new RangeError(`${path} has ${size} bytes; at most ${mostBytes} are read`)
    return readFile(path, 'utf8')
  } finally {
    await file.close()
  }
}

/**
 * Makes a folder where it is missing; gives the first of those above it, or itself, that had to be
 * made.
 */
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

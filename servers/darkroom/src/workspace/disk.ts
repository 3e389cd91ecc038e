import { mkdir, open, readFile, readdir, stat } from 'node:fs/promises'

/** Whether a call of the file system failed with one of these codes. */
export const failedWith = (thrown: unknown, ...codes: readonly string[]): boolean => thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code))

/** What a promise gives, or undefined where there is no such file or folder. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (thrown) {
    if (failedWith(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  }
}

/** The names in a folder; none when there is no such folder. */
export const namesIn = async (folder: string): Promise<readonly string[]> => (await ifThere(readdir(folder))) ?? []

/** The text of a file of ours; undefined when there is none, an error when it is larger than ours ever are. */
export async function readText(path: string, mostBytes: number): Promise<string | undefined> {
  const found = await ifThere(stat(path))
  if (found === undefined) return undefined
  if (found.size > mostBytes) throw new RangeError(`${path} has ${found.size} bytes; at most ${mostBytes} are read`)
  return ifThere(readFile(path, 'utf8'))
}

/** Makes a folder where it is missing. */
export const makeFolder = (path: string): Promise<unknown> => mkdir(path, { recursive: true })

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

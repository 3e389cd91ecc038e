import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FoundryError } from '../../errors/foundry-error.ts'

const hasCode = (thrown: unknown, ...codes: readonly string[]): boolean =>
  thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code))

/** True if an error says that a file is there already. */
export const isTaken = (thrown: unknown): boolean => hasCode(thrown, 'EEXIST')

/** Returns the result, or undefined if the file or folder is not there. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  }
}

/** Returns the names in a folder; none if it is not there. */
export const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await ifThere(readdir(folder))) ?? []

/** Creates a folder and those above it, durably. The path is absolute. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  let above = folder
  do {
    above = dirname(above)
    await syncFolder(above)
  } while (above !== dirname(first))
}

/** Writes a file that must not be there yet, as a whole. Returns false if it is there. */
export async function writeNewFile(
  path: string,
  content: string,
  drafts: string,
): Promise<boolean> {
  await makeFolder(dirname(path))
  const draft = await writeDraft(content, drafts)
  try {
    // Unlike a rename, a link does not replace what another process has written meanwhile.
    await link(draft, path)
    await syncFolder(dirname(path))
    return true
  } catch (thrown) {
    if (isTaken(thrown)) return false
    throw thrown
  } finally {
    await ifThere(unlink(draft))
  }
}

/** Writes a file in the place of an older one, as a whole. */
export async function replaceFile(path: string, content: string, drafts: string): Promise<void> {
  await makeFolder(dirname(path))
  const draft = await writeDraft(content, drafts)
  try {
    await rename(draft, path)
    await syncFolder(dirname(path))
  } finally {
    await ifThere(unlink(draft))
  }
}

async function writeDraft(content: string, drafts: string): Promise<string> {
  await makeFolder(drafts)
  const draft = join(drafts, randomUUID())
  const file = await open(draft, 'wx')
  try {
    await file.writeFile(content)
    await file.sync()
  } catch (thrown) {
    await ifThere(unlink(draft))
    throw thrown
  } finally {
    await file.close()
  }
  return draft
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Runs work on files; what the disk refuses becomes STORAGE_FAILED without a path in it. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown && 'code' in thrown)) throw thrown
    const error = new FoundryError('STORAGE_FAILED', describeFault(thrown), {
      hint: 'Whoever runs this server must mend that; then call again.',
      details: { reason: String(thrown.code) },
    })
    error.cause = thrown
    throw error
  }
}

function describeFault(thrown: Error): string {
  if (hasCode(thrown, 'ENOSPC', 'EDQUOT')) return 'The disk is full; nothing was changed.'
  if (hasCode(thrown, 'EACCES', 'EPERM', 'EROFS'))
    return 'This server may not write into the folder of research.'
  return 'A file of the research could not be read or written.'
}

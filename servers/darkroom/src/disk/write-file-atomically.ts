import { randomUUID } from 'node:crypto'
import { open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, syncFolder } from './folders.ts'
import { failedWith } from './if-there.ts'

/** How durable a file is to be at once. */
export interface WriteOptions {
  /**
   * Leaves it to the caller to make the name durable; until then a machine that stops may have the
   * file as it was before.
   */
  readonly syncLater?: boolean
}

/**
 * Gives a file its bytes so that its name has all of them or none, whatever ends the process or the
 * machine; drafts stand in a folder of the same disk.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  drafts: string,
  { syncLater = false }: WriteOptions = {},
): Promise<void> {
  const [draft, folder] = [join(drafts, randomUUID()), dirname(path)]
  try {
    const [created] = await Promise.all([makeFolder(folder), writeDraft(draft, content, drafts)])
    await rename(draft, path)
    if (!syncLater || created !== undefined)
      await Promise.all(
        foldersUp(folder, created === undefined ? folder : dirname(created)).map(syncFolder),
      )
  } catch (thrown) {
    await unlink(draft).catch(() => {})
    throw thrown
  }
}

/** A folder and those above it, up to another. */
const foldersUp = (folder: string, last: string): readonly string[] =>
  folder === last ? [folder] : [folder, ...foldersUp(dirname(folder), last)]

async function writeDraft(
  draft: string,
  content: string | Uint8Array,
  drafts: string,
): Promise<void> {
  const file = await open(draft, 'wx').catch(async (thrown: unknown) => {
    if (!failedWith(thrown, 'ENOENT')) throw thrown
    await makeFolder(drafts)
    return open(draft, 'wx')
  })
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

import { randomUUID } from 'node:crypto'
import { open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, syncFolder } from './folders.ts'
import { failedWith } from './if-there.ts'

/** When the name of a file becomes durable. */
export interface WriteOptions {
  /**
   * Leaves it to the caller to make the name durable. If the machine stops before that, the file
   * may have its earlier content.
   */
  readonly syncLater?: boolean | undefined
}

/**
 * Writes a file as a whole or not at all, even if the process or the machine stops. The draft is
 * written to a folder on the same disk.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  drafts: string,
  { syncLater = false }: WriteOptions = {},
): Promise<void> {
  const draft = join(drafts, randomUUID())
  const folder = dirname(path)
  try {
    const [created] = await Promise.all([makeFolder(folder), writeDraft(draft, content, drafts)])
    await rename(draft, path)
    if (created !== undefined)
      await Promise.all(foldersUp(folder, dirname(created)).map(syncFolder))
    else if (!syncLater) await syncFolder(folder)
  } catch (thrown) {
    await unlink(draft).catch(() => {})
    throw thrown
  }
}

/** A folder and those above it, up to another. */
function foldersUp(folder: string, last: string): readonly string[] {
  if (folder === last) return [folder]
  return [folder, ...foldersUp(dirname(folder), last)]
}

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

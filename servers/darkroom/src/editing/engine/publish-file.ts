import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Moves a finished file to its path in one step. Returns false if there is already a file, which is
 * not changed.
 */
export async function publishFile(from: string, to: string): Promise<boolean> {
  const folder = dirname(to)
  await mkdir(folder, { recursive: true })
  const part = join(folder, `.${randomUUID()}.part`)
  try {
    await copyFile(from, part)
    // Unlike a rename, a link never replaces a file.
    await link(part, to)
    return true
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') return false
    throw thrown
  } finally {
    await rm(part, { force: true })
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DarktableError } from './darktable-error.ts'

/**
 * Runs work in a new folder, which is removed afterwards. Every failure becomes a DarktableError,
 * without the paths of this machine.
 */
export async function inTempFolder<T>(
  root: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  let folder: string | undefined
  try {
    folder = await mkdtemp(join(resolve(root), 'darkroom-'))
    return await work(folder)
  } catch (thrown) {
    if (thrown instanceof DarktableError) throw thrown
    const message = `The render could not be prepared or kept: ${codeOf(thrown)}.`
    throw new DarktableError('failed', message, '', { cause: thrown })
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
}

function codeOf(thrown: unknown): string {
  const hasCode = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
  return hasCode ? String(thrown.code) : 'unknown'
}

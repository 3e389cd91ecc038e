import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FoundryError } from '../errors/foundry-error.ts'
import { hasCode } from './has-code.ts'

/**
 * Writes a file so that it is the old one or the new one, whenever the process or power ends. The
 * caller has a lock: a killed process leaves one draft at most, and the next writer takes it over.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path)
  const draft = join(folder, `.${basename(path)}.draft`)
  try {
    await mkdir(folder, { recursive: true })
    await writeAndSync(draft, content)
    await rename(draft, path)
    await syncFolder(folder)
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => {})
    throw toStorageError(thrown)
  }
}

async function writeAndSync(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Keeps a file under a second name, for as long as the first one is replaced and never changed. */
export async function keepFile(path: string, as: string): Promise<boolean> {
  try {
    await mkdir(dirname(as), { recursive: true, mode: 0o700 })
    await link(path, as)
    return true
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return true
    if (hasCode(thrown, 'EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK')) return false
    throw toStorageError(thrown)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the disk is read only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
}

/** Says in words why a file could not be written; the path stays in the log. */
export function toStorageError(thrown: unknown): unknown {
  if (thrown instanceof FoundryError) return thrown
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  const reason = reasons[code]
  if (reason === undefined) return thrown
  return new FoundryError('STORAGE_FAILED', `The file could not be written: ${reason}.`, {
    hint: 'Nothing was changed. Make room or give the right to write, and call again.',
    details: { reason: code },
  })
}

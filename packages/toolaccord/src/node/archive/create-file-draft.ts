import { randomUUID } from 'node:crypto'
import { open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failedWith } from './failed-with.ts'

/** A file that has no bytes and no lasting name yet: making one takes as long as writing it. */
export interface FileDraft {
  /**
   * Gives it both. The name is there with all the bytes or not at all, whatever ends the process or
   * the machine.
   */
  finish(path: string, bytes: Uint8Array): Promise<void>
  /** Removes it, unless it is finished. */
  discard(): Promise<void>
}

/** Starts to make a file in the folder for those that are not finished. */
export function createFileDraft(
  folder: string,
  makeFolder: (path: string) => Promise<unknown>,
): FileDraft {
  const draft = join(folder, randomUUID())
  const opening = inFolder(folder, () => open(draft, 'wx', 0o600))
  opening.catch(ignoreUntilFinished)
  let isFinished = false

  /** Makes a folder only if it is missing, as nearly all are there. */
  async function inFolder<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      if (!failedWith(thrown, 'ENOENT')) throw thrown
      await makeFolder(path)
      return work()
    }
  }

  return {
    async finish(path, bytes) {
      const file = await opening
      await file.writeFile(bytes)
      await file.sync()
      await inFolder(dirname(path), () => rename(draft, path))
      isFinished = true
    },
    async discard() {
      const file = await opening.catch(() => undefined)
      await file?.close()
      if (file !== undefined && !isFinished) await unlink(draft)
    },
  }
}

/** `finish` throws the failure, if it is called. */
function ignoreUntilFinished(): void {}

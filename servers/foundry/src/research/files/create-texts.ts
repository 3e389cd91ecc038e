import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifThere, onDisk, replaceFile, writeNewFile } from './disk.ts'

/** Canonical texts by their hashes, `sha256:` and 64 hex digits. */
export interface Texts {
  keep(hash: string, text: string): Promise<void>
  /** Returns undefined if the text is not there or was changed. */
  find(hash: string): Promise<string | undefined>
}

/** Creates the access to a folder of texts, which need not be there yet. */
export function createTexts(folder: string, drafts: string): Texts {
  const pathOf = (hash: string) => join(folder, `${hash.replace('sha256:', '')}.txt`)

  async function find(hash: string): Promise<string | undefined> {
    const bytes = await ifThere(readFile(pathOf(hash)))
    if (bytes === undefined) return undefined
    const found = createHash('sha256').update(bytes).digest('hex')
    return hash === `sha256:${found}` ? bytes.toString('utf8') : undefined
  }

  /** A text that has its hash is never written again; one that was changed is put right. */
  async function keep(hash: string, text: string): Promise<void> {
    if ((await find(hash)) !== undefined) return
    if (await writeNewFile(pathOf(hash), text, drafts)) return
    await replaceFile(pathOf(hash), text, drafts)
  }

  return {
    keep: (hash, text) => onDisk(() => keep(hash, text)),
    find: (hash) => onDisk(() => find(hash)),
  }
}

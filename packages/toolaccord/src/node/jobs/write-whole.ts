import { randomUUID } from 'node:crypto'
import { open, rename } from 'node:fs/promises'

/** Replaces a file: whoever reads it sees all of the old text or all of the new. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

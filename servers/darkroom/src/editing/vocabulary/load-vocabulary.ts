import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createVocabulary, type PackFile, type Vocabulary } from './create-vocabulary.ts'
import { VocabularyError } from './vocabulary-error.ts'

/** Reads the packs of folders; each folder has a manifest.json. */
export async function loadVocabulary(folders: readonly string[]): Promise<Vocabulary> {
  const read = await Promise.all(folders.map(readPack))
  const faults = read.filter((result) => typeof result === 'string')
  if (faults.length > 0) throw new VocabularyError(faults)
  return createVocabulary(read.filter((result) => typeof result !== 'string'))
}

/** Reads the manifest of a folder; returns its fault if that is not possible. */
async function readPack(folder: string): Promise<PackFile | string> {
  const file = `${basename(folder)}/manifest.json`
  try {
    return { file, content: JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) }
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return `${file}: this is not JSON: ${thrown.message}`
    return `${file}: the file cannot be read`
  }
}

import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createVocabulary, type PackFile, type Vocabulary } from './create-vocabulary.ts'
import { VocabularyError } from './vocabulary-error.ts'

/** Reads packs: each folder holds a manifest.json. */
export async function loadVocabulary(folders: readonly string[]): Promise<Vocabulary> {
  const read = await Promise.all(folders.map(readPack))
  const faults = read.filter((result) => typeof result === 'string')
  if (faults.length > 0) throw new VocabularyError(faults)
  return createVocabulary(read.filter((result) => typeof result !== 'string'))
}

/** The manifest of a folder, or what is wrong with it. */
async function readPack(folder: string): Promise<PackFile | string> {
  const file = `${basename(folder)}/manifest.json`
  try {
    return { file, content: JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) }
  } catch (thrown) {
    return `${file}: ${thrown instanceof SyntaxError ? `this is not JSON: ${thrown.message}` : 'the file cannot be read'}`
  }
}

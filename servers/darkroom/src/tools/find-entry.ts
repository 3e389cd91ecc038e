import { DarkroomError } from '../darkroom-error.ts'
import type { Vocabulary, VocabularyEntry } from '../editing/index.ts'
import { show } from '../workspace/names.ts'

/** The entry of a name, or the nearest one as a hint. */
export function findEntry(vocabulary: Vocabulary, name: string, path: string): VocabularyEntry {
  const found = vocabulary.find(name)
  if (found !== undefined) return found
  const near = vocabulary.nearest(name)
  throw new DarkroomError('not_found', `The vocabulary has no entry ${show(name)}.`, {
    path,
    hint: near === undefined ? 'list_vocabulary shows every entry.' : `Did you mean '${near}'? list_vocabulary shows every entry.`,
    details: { primitive_name: name },
  })
}

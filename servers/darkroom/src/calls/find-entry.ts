import type { Vocabulary, VocabularyEntry } from '../editing/index.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'
import { quote } from '../names/quote.ts'

/** Returns the entry of a name; throws an error with a hint if there is none. */
export function findEntry(vocabulary: Vocabulary, name: string, path: string): VocabularyEntry {
  const found = vocabulary.find(name)
  if (found !== undefined) return found
  throw new DarkroomError('not_found', `The vocabulary has no entry ${quote(name)}.`, {
    path,
    hint: hintFor(vocabulary, name),
    next: [{ tool: 'list_vocabulary', why: 'to see every entry' }],
    details: { primitive_name: name },
  })
}

function hintFor(vocabulary: Vocabulary, name: string): string | undefined {
  if (vocabulary.findMask(name) !== undefined) {
    const mask = JSON.stringify({ kind: 'named', name })
    return `It is a mask: give a move, and ${mask} as its mask_spec.`
  }
  const near = vocabulary.nearest(name)
  if (near !== undefined) return `Did you mean '${near}'?`
  const related = findRelated(vocabulary, name)
  if (related.length === 0) return undefined
  return `Perhaps one of these does it: ${related.join(', ')}.`
}

const mostRelated = 6

/**
 * Returns entries that share a word with the name. Words match by their first letters, so that
 * 'brightness' finds what brightens.
 */
function findRelated(vocabulary: Vocabulary, name: string): readonly string[] {
  const words = wordsOf(name).filter((word) => word.length > 2)
  // Short words only match names, because descriptions are full of them.
  const stems = words.filter((word) => word.length > 3).map((word) => word.slice(0, 6))
  const hasStem = (word: string) => stems.some((stem) => word.startsWith(stem))
  const isRelated = ({ name: own, tags, description }: VocabularyEntry) => {
    if (wordsOf(own).some((word) => words.includes(word))) return true
    return wordsOf([own, ...tags, description].join(' ')).some(hasStem)
  }
  return vocabulary
    .list({ layer: 'L3' })
    .filter(isRelated)
    .slice(0, mostRelated)
    .map((entry) => entry.name)
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/[^a-z]+/)

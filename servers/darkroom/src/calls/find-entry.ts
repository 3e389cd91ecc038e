import type { Vocabulary, VocabularyEntry } from '../editing/index.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'
import { quote } from '../names/quote.ts'

/** The entry of a name, or the nearest one as a hint. */
export function findEntry(vocabulary: Vocabulary, name: string, path: string): VocabularyEntry {
  const found = vocabulary.find(name)
  if (found !== undefined) return found
  throw new DarkroomError('not_found', `The vocabulary has no entry ${quote(name)}.`, {
    path,
    hint: [hintFor(vocabulary, name), 'list_vocabulary shows every entry.']
      .filter(Boolean)
      .join(' '),
    details: { primitive_name: name },
  })
}

function hintFor(vocabulary: Vocabulary, name: string): string | undefined {
  if (vocabulary.findMask(name) !== undefined)
    return `It is a mask: give a move, and ${JSON.stringify({ kind: 'named', name })} as its mask_spec.`
  const near = vocabulary.nearest(name)
  if (near !== undefined) return `Did you mean '${near}'?`
  const related = findRelated(vocabulary, name)
  return related.length === 0 ? undefined : `Perhaps one of these does it: ${related.join(', ')}.`
}

const mostRelated = 6

/**
 * Entries that have to do with a word of the name; words are alike whose beginnings are, so that
 * brightness finds what brightens.
 */
function findRelated(vocabulary: Vocabulary, name: string): readonly string[] {
  const words = wordsOf(name).filter((word) => word.length > 2)
  // Short words, which descriptions are full of, count in names only.
  const stems = words.filter((word) => word.length > 3).map((word) => word.slice(0, 6))
  const isRelated = ({ name: own, tags, description }: VocabularyEntry) =>
    wordsOf(own).some((word) => words.includes(word)) ||
    wordsOf([own, ...tags, description].join(' ')).some((word) =>
      stems.some((stem) => word.startsWith(stem)),
    )
  return vocabulary
    .list({ layer: 'L3' })
    .filter(isRelated)
    .slice(0, mostRelated)
    .map((entry) => entry.name)
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/[^a-z]+/)

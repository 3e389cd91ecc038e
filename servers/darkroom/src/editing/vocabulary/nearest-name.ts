import { nearest } from 'toolaccord'

/**
 * Returns the name that was probably meant: the only one with every word of the given name, or the
 * one with the most similar spelling.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const words = wordsOf(name)
  const hasWords = (candidate: string) => words.every((word) => wordsOf(candidate).includes(word))
  const [found, ...others] = words.length === 0 ? [] : known.filter(hasWords)
  if (found !== undefined && others.length === 0) return found
  return nearest(name, known)
}

/** The words of a name in lower case, plurals as singulars. */
const wordsOf = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter(Boolean)

import { nearest } from 'toolaccord'

/**
 * The name that was probably meant: the only one that has every word of the given one, or else the
 * one that is spelt most like it.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const words = wordsOf(name)
  const [found, ...others] =
    words.length === 0
      ? []
      : known.filter((candidate) => words.every((word) => wordsOf(candidate).includes(word)))
  return found !== undefined && others.length === 0 ? found : nearest(name, known)
}

/** The words of a name, those of many things as if they were one. */
const wordsOf = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter(Boolean)

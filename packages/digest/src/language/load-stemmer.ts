// A program that reaches this file by an import finds the declaration by this line only.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./snowball-stemmers.d.ts" />

/** Returns the stem of a word in lowercase. */
export type Stem = (word: string) => string

/** The names of the algorithms by language. */
const algorithms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ar: 'arabic',
    ca: 'catalan',
    cs: 'czech',
    da: 'danish',
    de: 'german',
    en: 'english',
    es: 'spanish',
    eu: 'basque',
    fi: 'finnish',
    fr: 'french',
    ga: 'irish',
    hu: 'hungarian',
    hy: 'armenian',
    it: 'italian',
    nb: 'norwegian',
    nl: 'dutch',
    nn: 'norwegian',
    no: 'norwegian',
    pt: 'portuguese',
    ro: 'romanian',
    ru: 'russian',
    sl: 'slovene',
    sv: 'swedish',
    ta: 'tamil',
    tr: 'turkish',
  }),
)

/** Longer words stay as they are, because they are not words of a language. */
const longestWord = 64

/**
 * Loads the stemmer of a language. Words stay as they are if there is none for the language, or if
 * the package is not installed.
 */
export async function loadStemmer(language: string): Promise<Stem> {
  const algorithm = algorithms.get(language)
  if (algorithm === undefined) return unchanged
  const snowball = await import('snowball-stemmers').catch(notInstalled)
  if (snowball === undefined) return unchanged
  const stemmer = snowball.default.newStemmer(algorithm)
  return (word) => (word.length > longestWord ? word : stemmer.stem(word))
}

const unchanged: Stem = (word) => word

const notInstalled = () => undefined

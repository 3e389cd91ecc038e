// A program that has this file only by way of an import finds the declaration by this line alone.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./snowball-stemmers.d.ts" />

/** The stem of a word in lower case. */
export type Stem = (word: string) => string

const algorithms: Readonly<Record<string, string>> = {
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
}

const longestWord = 64

/**
 * The stemmer of a language, or one that changes nothing where there is none or the package is not
 * installed.
 */
export async function loadStemmer(language: string): Promise<Stem> {
  const algorithm = Object.hasOwn(algorithms, language) ? algorithms[language] : undefined
  const snowball =
    algorithm === undefined ? undefined : await import('snowball-stemmers').catch(() => undefined)
  if (algorithm === undefined || snowball === undefined) return (word) => word
  const stemmer = snowball.default.newStemmer(algorithm)
  return (word) => (word.length > longestWord ? word : stemmer.stem(word))
}

/** The part of the package that is used here; it has no types of its own. */
declare module 'snowball-stemmers' {
  interface Stemmer {
    stem(word: string): string
  }
  const snowball: { newStemmer(algorithm: string): Stemmer }
  export default snowball
}

/** The part of the package that is used here; the package has no types. */
declare module 'snowball-stemmers' {
  interface Stemmer {
    stem(word: string): string
  }
  const snowball: { newStemmer(algorithm: string): Stemmer }
  export default snowball
}

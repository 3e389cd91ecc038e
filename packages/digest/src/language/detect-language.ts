import { stopWords } from './stop-words.ts'

/**
 * Scripts that one language, or one with a stemmer, is mostly written in. Kana stands before Han,
 * because Japanese has both.
 */
const scripts: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\u3040-\u30FF]/g],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ta', /\p{Script=Tamil}/gu],
]

const sampleUnits = 4_096

/**
 * The language of a text as its script tells, or as its commonest words do where the script is
 * Latin; English when nothing tells.
 */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, sampleUnits)
  let [best, most] = ['', sample.match(/\p{Script=Latin}/gu)?.length ?? 0]
  for (const [language, letters] of scripts) {
    // A text with a fifth of kana among its Han is Japanese.
    const count = (sample.match(letters)?.length ?? 0) * (language === 'ja' ? 5 : 1)
    if (count > most) [best, most] = [language, count]
  }
  return best === '' ? detectLatin(sample) : best
}

function detectLatin(sample: string): string {
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? []
  let [best, most] = ['en', 0]
  for (const [language, known] of Object.entries(stopWords)) {
    const count = words.filter((word) => known.has(word)).length
    if (count > most) [best, most] = [language, count]
  }
  return best
}

import { stopWords } from './stop-words.ts'

/** A script, and the language that is mostly written in it, or the one that has a stemmer. */
interface Script {
  readonly language: string
  readonly letters: RegExp
  /** How much each letter counts; 1 if absent. */
  readonly weight?: number | undefined
}

const scripts: readonly Script[] = [
  // Japanese also has Han, so a text with a fifth of kana among its Han is Japanese.
  { language: 'ja', letters: /[\u3040-\u30FF]/g, weight: 5 },
  { language: 'zh', letters: /\p{Script=Han}/gu },
  { language: 'ko', letters: /\p{Script=Hangul}/gu },
  { language: 'th', letters: /\p{Script=Thai}/gu },
  { language: 'ru', letters: /\p{Script=Cyrillic}/gu },
  { language: 'ar', letters: /\p{Script=Arabic}/gu },
  { language: 'el', letters: /\p{Script=Greek}/gu },
  { language: 'he', letters: /\p{Script=Hebrew}/gu },
  { language: 'hi', letters: /\p{Script=Devanagari}/gu },
  { language: 'hy', letters: /\p{Script=Armenian}/gu },
  { language: 'ta', letters: /\p{Script=Tamil}/gu },
]

const sampleUnits = 4_096

/**
 * Returns the language of a text by its script, or by its commonest words if the script is Latin.
 * The default is English.
 */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, sampleUnits)
  let best: string | undefined
  let most = countMatches(sample, /\p{Script=Latin}/gu)
  for (const { language, letters, weight = 1 } of scripts) {
    const count = countMatches(sample, letters) * weight
    if (count > most) {
      best = language
      most = count
    }
  }
  return best ?? detectLatin(sample)
}

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

function detectLatin(sample: string): string {
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? []
  let best = 'en'
  let most = 0
  for (const [language, known] of stopWords) {
    const count = words.filter((word) => known.has(word)).length
    if (count > most) {
      best = language
      most = count
    }
  }
  return best
}

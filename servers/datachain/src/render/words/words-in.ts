import { english } from './english.ts'
import { french } from './french.ts'
import type { Words } from './words.ts'

/** The words of documents in a language; in English if there are none. */
export const wordsIn = (locale: string): Words =>
  locale === 'fr' || locale.startsWith('fr-') ? french : english

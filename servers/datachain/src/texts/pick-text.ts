import type { LocalizedText } from '../model/index.ts'

/** The text in a language, else in English, else the first; undefined if there is no text. */
export const pickText = (text: LocalizedText, locale: string): LocalizedText[number] | undefined =>
  text.find((one) => one.locale === locale) ?? text.find((one) => one.locale === 'en') ?? text[0]

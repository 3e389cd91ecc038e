import type { LocalizedText } from '../model/index.ts'

/** True if a value is one text in one language. */
export const isLocalizedValue = (value: unknown): value is LocalizedText[number] =>
  typeof value === 'object' &&
  value !== null &&
  'locale' in value &&
  'value' in value &&
  typeof value.locale === 'string'

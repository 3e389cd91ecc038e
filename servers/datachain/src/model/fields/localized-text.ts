import * as z from 'zod'
import { fields } from './fields.ts'
import type { Frozen } from './frozen.ts'
import { listOf } from './list-of.ts'

/** A language tag, such as `en` or `pt-BR`. */
export const Locale = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag such as en or pt-BR')
  .max(35)

/** One text in one language. */
export const LocalizedValue = z.strictObject({ locale: Locale, value: fields.prose })

/** A text, once per language. */
export const LocalizedText = listOf(LocalizedValue, 50)

/** A text, once per language, as it was parsed. */
export type LocalizedText = Frozen<z.infer<typeof LocalizedText>>

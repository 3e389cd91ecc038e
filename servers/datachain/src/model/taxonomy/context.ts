import * as z from 'zod'
import type { Frozen } from '../fields/frozen.ts'
import { Id } from '../fields/id.ts'
import { listOf } from '../fields/list-of.ts'
import { LocalizedText } from '../fields/localized-text.ts'
import { wellFormed } from '../fields/well-formed.ts'

/** One choice of a context; a colour fills the icon, null makes a plain tag. */
export const ContextValue = z.strictObject({
  id: Id,
  name: LocalizedText,
  description: LocalizedText.default([]),
  color: wellFormed(z.string().max(32)).nullable().default(null),
})

/** A question about a placement that one word answers, such as who decides. */
export const Context = z.strictObject({
  id: Id,
  name: LocalizedText,
  description: LocalizedText.default([]),
  values: listOf(ContextValue).min(1),
})

/** A context value, as it was parsed. */
export type ContextValue = Frozen<z.infer<typeof ContextValue>>
/** A context, as it was parsed. */
export type Context = Frozen<z.infer<typeof Context>>

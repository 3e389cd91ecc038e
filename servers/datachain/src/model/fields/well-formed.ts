import type * as z from 'zod'

/** Refuses strings that contain half of a surrogate pair: those have no UTF-8, so no hash. */
export function wellFormed<Text extends z.ZodType<string>>(text: Text): Text {
  // The cast names a method that Node has and the compiler's library does not.
  return text.refine(
    (value) => (value as string & { isWellFormed(): boolean }).isWellFormed(),
    'It contains half of a surrogate pair: write the whole character.',
  )
}

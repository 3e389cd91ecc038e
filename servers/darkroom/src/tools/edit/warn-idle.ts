import type { Call } from 'toolaccord'
import type { VocabularyEntry } from '../../editing/index.ts'

/** Tells a caller that a move was applied at values that do nothing, and which values it takes. */
export function warnIdle(call: Call<string>, { name, parameterSet }: VocabularyEntry): void {
  call.warn(
    'NOTHING_CHANGED',
    `'${name}' changes nothing at these values, so the picture is as before. It takes ${parameterSet.expected}.`,
    { primitive_name: name },
  )
}

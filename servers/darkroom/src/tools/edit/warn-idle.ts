import type { Call } from 'toolaccord'
import type { VocabularyEntry } from '../../editing/index.ts'

/** Warns that a move was applied at values that do nothing, and names the values that it takes. */
export function warnIdle(call: Call<string>, { name, parameterSet }: VocabularyEntry): void {
  const message =
    `'${name}' changes nothing as it was given, so the picture is as before. ` +
    `It takes ${parameterSet.expected}.`
  call.warn('NOTHING_CHANGED', message, { primitive_name: name })
}

import { EditError } from '../state/edit-error.ts'
import type { VocabularyEntry } from '../vocabulary/entry.ts'

/** The values of parameters by name. */
export type Values = Readonly<Record<string, number>>

/** Fills in the defaults of a value; throws if a value is not in its range. */
export function resolveValue(
  { name, parameterSet }: VocabularyEntry,
  given: number | Values | undefined,
  path = 'value',
): Values {
  const resolved = parameterSet.resolve(toScalar(given, Object.keys(parameterSet.parameters)))
  if (resolved.ok) return resolved.values
  const message = resolved.issues.map((issue) => issue.message).join(' ')
  const parameter = typeof given === 'object' ? resolved.issues[0]?.parameter : undefined
  throw new EditError('invalid_input', `'${name}' cannot take this value. ${message}`, {
    path: parameter === undefined ? path : `${path}.${parameter}`,
    hint: `Give ${parameterSet.expected}.`,
  })
}

/** A set of one parameter takes a number; a value by name is accepted here as well. */
function toScalar(
  given: number | Values | undefined,
  names: readonly string[],
): number | Values | undefined {
  const [only, ...others] = names
  if (typeof given !== 'object' || only === undefined || others.length > 0) return given
  const hasOthers = Object.keys(given).some((name) => name !== only)
  return hasOthers ? given : given[only]
}

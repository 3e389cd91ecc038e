import { EditError } from '../state/edit-error.ts'
import type { VocabularyEntry } from '../vocabulary/entry.ts'

/** Values of parameters by name. */
export type Values = Readonly<Record<string, number>>

/** What a caller gave, with defaults filled in and every value in its range. */
export function resolveValue(
  { name, parameterSet }: VocabularyEntry,
  given: number | Values | undefined,
  path = 'value',
): Values {
  const resolved = parameterSet.resolve(toScalar(given, Object.keys(parameterSet.parameters)))
  if (resolved.ok) return resolved.values
  const message = resolved.issues.map((issue) => issue.message).join(' ')
  const [first] = resolved.issues
  throw new EditError('invalid_input', `'${name}' cannot take this value. ${message}`, {
    path:
      first?.parameter === undefined || typeof given !== 'object'
        ? path
        : `${path}.${first.parameter}`,
    hint: `Give ${parameterSet.expected}.`,
  })
}

/** A set of one takes its value bare; by name is as good here, because both mean the same. */
function toScalar(
  given: number | Values | undefined,
  names: readonly string[],
): number | Values | undefined {
  const [only] = names
  const isNamed =
    typeof given === 'object' &&
    names.length === 1 &&
    only !== undefined &&
    Object.keys(given).every((name) => name === only)
  return isNamed ? given[only] : given
}

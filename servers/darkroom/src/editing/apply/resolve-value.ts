import { quote } from '../../names/quote.ts'
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
  const names = Object.keys(parameterSet.parameters)
  const unknown = findUnknown(given, names)
  if (unknown !== undefined) throw unknownParameter(name, unknown, { names, path })
  const resolved = parameterSet.resolve(toScalar(given, names))
  if (resolved.ok) return resolved.values
  const message = resolved.issues.map((issue) => issue.message).join(' ')
  const parameter = typeof given === 'object' ? resolved.issues[0]?.parameter : undefined
  throw new EditError('invalid_input', `'${name}' cannot take this value. ${message}`, {
    path: parameter === undefined ? path : `${path}.${parameter}`,
    hint: `Give ${parameterSet.expected}.`,
  })
}

/** The first name that no parameter has. */
const findUnknown = (given: number | Values | undefined, names: readonly string[]) =>
  typeof given === 'object' ? Object.keys(given).find((name) => !names.includes(name)) : undefined

/** Names the parameters that there are, in the form in which values by name are given. */
function unknownParameter(
  entry: string,
  unknown: string,
  { names, path }: { readonly names: readonly string[]; readonly path: string },
): EditError {
  const takes = names.length === 0 ? 'no values' : names.join(', ')
  const message = `'${entry}' has no parameter ${quote(unknown)}; it takes ${takes}.`
  const form = names.map((name) => `"${name}": …`).join(', ')
  return new EditError('invalid_input', message, {
    path: `${path}.${unknown.slice(0, 64)}`,
    hint: names.length === 0 ? 'Give none.' : `Give { ${form} }.`,
  })
}

/** A set of one parameter takes a number; a value by name is accepted here as well. */
function toScalar(
  given: number | Values | undefined,
  names: readonly string[],
): number | Values | undefined {
  const [only, ...others] = names
  if (typeof given !== 'object' || only === undefined || others.length > 0) return given
  return given[only]
}

import { nearest } from 'toolaccord'
import type { Report } from '../faults/create-faults.ts'
import { quote } from '../faults/quote.ts'
import type { Place } from '../faults/to-path.ts'
import type { RuleInput } from './rule.ts'
import { fieldNames } from './values/field-names.ts'

/** Names that people write for others. */
const otherNames: Readonly<Record<string, string>> = {
  category: 'task_category',
  desc: 'description',
  file: 'file_path',
  path: 'file_path',
  criteria: 'acceptance_criteria',
  estimate: 'estimated_hours',
}

/**
 * Reports unknown properties that look like known ones which are missing. Any other unknown
 * property is somebody's own, and is kept.
 */
export function checkFieldNames({ spec, report }: RuleInput): void {
  const meantBy = createGuesser()
  checkNames(spec, [], meantBy.spec, report)
  checkNames(spec.metadata ?? {}, ['metadata'], meantBy.specMetadata, report)
  for (const [id, node] of Object.entries(spec.hierarchy)) {
    const place = ['hierarchy', id]
    checkNames(node, place, meantBy.node, report)
    checkNames(node.dependencies ?? {}, [...place, 'dependencies'], meantBy.dependencies, report)
    checkNames(node.metadata, [...place, 'metadata'], meantBy.metadata, report)
  }
}

type Guess = (name: string) => string | undefined

/** Many nodes have the same unknown property, so each name is compared once. */
function createGuesser(): Readonly<Record<keyof typeof fieldNames, Guess>> {
  const toGuess = (known: readonly string[]): Guess => {
    const guesses = new Map<string, string | undefined>(known.map((name) => [name, undefined]))
    return (name) => {
      if (!guesses.has(name)) guesses.set(name, guess(name, known))
      return guesses.get(name)
    }
  }
  return {
    spec: toGuess(fieldNames.spec),
    specMetadata: toGuess(fieldNames.specMetadata),
    node: toGuess(fieldNames.node),
    dependencies: toGuess(fieldNames.dependencies),
    metadata: toGuess(fieldNames.metadata),
  }
}

function guess(name: string, known: readonly string[]): string | undefined {
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined
  if (other !== undefined && known.includes(other)) return other
  // Short names are near to everything.
  return name.length < 5 ? undefined : nearest(name, known)
}

function checkNames(holder: object, place: Place, meantBy: Guess, report: Report): void {
  for (const name of Object.keys(holder)) {
    const meant = meantBy(name)
    if (meant === undefined || Object.hasOwn(holder, meant)) continue
    report('UNKNOWN_FIELD', [...place, name], `The property ${quote(name)} is not known.`, {
      hint: `Did you mean "${meant}"? If it is your own, leave it: it is kept.`,
    })
  }
}

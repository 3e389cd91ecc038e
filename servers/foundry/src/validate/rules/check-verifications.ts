import type { SpecNode } from '../../spec/spec.ts'
import type { Report } from '../faults/create-faults.ts'
import { quote } from '../faults/quote.ts'
import type { RuleInput } from './rule.ts'
import { hintFor } from './values/hint-for.ts'
import { isFilled } from './values/is-filled.ts'
import { knownValues } from './values/known-values.ts'

/** Reports checks that do not say how they are made. */
export function checkVerifications({ spec, report }: RuleInput): void {
  for (const [id, node] of Object.entries(spec.hierarchy)) {
    if (node.type === 'verify') checkVerification(id, node, report)
  }
}

function checkVerification(id: string, { metadata }: SpecNode, report: Report): void {
  const place = ['hierarchy', id, 'metadata', 'verification_type']
  const { verification_type: type, command } = metadata
  if (type === undefined || type === null || type === '') {
    // Without a command there is nothing to run.
    const known = isFilled(command) ? 'run-tests' : 'manual'
    report('MISSING_VERIFICATION_TYPE', place, `The check ${quote(id)} has no verification_type.`, {
      hint: hintFor(undefined, knownValues.verifications),
      mend: (draft) => draft.set(place, known),
    })
    return
  }
  if (typeof type === 'string' && knownValues.verifications.includes(type)) return
  const message = `The check ${quote(id)} has the verification_type ${quote(type)}.`
  report('INVALID_VERIFICATION_TYPE', place, message, {
    hint: hintFor(type, knownValues.verifications),
    mend: (draft) => draft.set(place, verificationFor(type)),
  })
}

/** Other words for how a check is made. */
const words: Readonly<Record<string, string>> = {
  auto: 'run-tests',
  automated: 'run-tests',
  test: 'run-tests',
  tests: 'run-tests',
}

/** What nobody knows is left to a person, who passes nothing without looking. */
function verificationFor(type: unknown): string {
  if (typeof type !== 'string') return 'manual'
  const word = type
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  const meant = Object.hasOwn(words, word) ? words[word] : word
  return knownValues.verifications.find((one) => one === meant) ?? 'manual'
}

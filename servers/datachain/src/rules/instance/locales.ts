import type { Report } from '../../findings/finding.ts'
import { quote } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import type { VariableValue } from '../../model/index.ts'
import type { InstanceScope, PlacedElement } from '../scope/instance-scope.ts'

type Text = VariableValue['value']

/** True if a text is in languages of the version, once in each. */
export const isTextFine = (text: Text, locales: readonly string[]): boolean =>
  text.every(
    (one, at) => typeof one === 'string' || (locales.includes(one.locale) && !isRepeated(text, at)),
  )

/** Texts are in languages of the version, once in each. */
export const localeNotAllowed = defineRule(
  'INSTANCE_LOCALE_NOT_ALLOWED',
  function* ({ datachain, placements, locales }: InstanceScope) {
    const { title, description } = datachain
    if (!isTextFine(title, locales)) yield* reportText(title, 'title', locales)
    if (!isTextFine(description, locales)) yield* reportText(description, 'description', locales)
    for (const placed of placements) yield* checkPlacement(placed, locales)
  },
)

/** Most texts are fine, so paths are written only for those that are not. */
function* checkPlacement(
  { index, placement }: PlacedElement,
  locales: readonly string[],
): Generator<Report> {
  for (const [at, { value }] of placement.variables.entries())
    if (!isTextFine(value, locales))
      yield* reportText(value, `elements[${index}].variables[${at}].value`, locales)
  for (const [at, { label }] of placement.actions.entries())
    if (!isTextFine(label, locales))
      yield* reportText(label, `elements[${index}].actions[${at}].label`, locales)
}

function* reportText(text: Text, path: string, locales: readonly string[]): Generator<Report> {
  for (const [at, one] of text.entries()) {
    if (typeof one === 'string') continue
    if (!locales.includes(one.locale))
      yield {
        message: `The version has no language ${quote(one.locale)}.`,
        path: `${path}[${at}].locale`,
        hint: `Use ${locales.join(', ')}.`,
      }
    else if (isRepeated(text, at))
      yield {
        message: `The language '${one.locale}' occurs twice.`,
        path: `${path}[${at}].locale`,
        hint: 'Keep one text for each language.',
      }
  }
}

/** True if a text before this one is in the same language. */
function isRepeated(text: Text, at: number): boolean {
  const one = text[at]
  for (let before = 0; before < at; before++) {
    const other = text[before]
    if (typeof one === 'object' && typeof other === 'object' && other.locale === one.locale)
      return true
  }
  return false
}

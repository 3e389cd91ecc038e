import type { Report } from '../../findings/finding.ts'
import { quote } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import { toActionHref } from '../../html/to-href.ts'
import type { Action, Datachain, VariableValue } from '../../model/index.ts'
import type { InstanceScope } from '../scope/instance-scope.ts'

export const schemaVersionMismatch = defineRule(
  'INSTANCE_SCHEMA_VERSION_MISMATCH',
  function* ({ datachain, version }: InstanceScope) {
    const { schema_version: pinned } = datachain
    if (pinned !== version) {
      yield {
        message: `The datachain is written for ${pinned} and was checked against ${version}.`,
        path: 'schema_version',
        hint: `Call with the version '${pinned}', or write '${version}' here.`,
      }
    }
  },
)

type Text = VariableValue['value']

/** Whether a text is in languages of the version, and once in each. */
export const isTextFine = (text: Text, locales: readonly string[]): boolean =>
  text.every(
    (one, at) => typeof one === 'string' || (locales.includes(one.locale) && !isRepeated(text, at)),
  )

/** Most texts are fine, so paths are made only for those that are not. */
export const localeNotAllowed = defineRule(
  'INSTANCE_LOCALE_NOT_ALLOWED',
  function* ({ datachain, placements, locales }: InstanceScope) {
    const isWrong = (text: Text) => !isTextFine(text, locales)
    if (isWrong(datachain.title)) yield* tellLocales(datachain.title, 'title', locales)
    if (isWrong(datachain.description))
      yield* tellLocales(datachain.description, 'description', locales)
    for (const { index, placement } of placements) {
      for (const [at, { value }] of placement.variables.entries())
        if (isWrong(value))
          yield* tellLocales(value, `elements[${index}].variables[${at}].value`, locales)
      for (const [at, { label }] of placement.actions.entries())
        if (isWrong(label))
          yield* tellLocales(label, `elements[${index}].actions[${at}].label`, locales)
    }
  },
)

function* tellLocales(text: Text, path: string, locales: readonly string[]): Generator<Report> {
  for (const [at, one] of text.entries()) {
    if (typeof one === 'string') continue
    const where = `${path}[${at}].locale`
    if (!locales.includes(one.locale))
      yield {
        message: `The version has no language ${quote(one.locale)}.`,
        path: where,
        hint: `Use ${locales.join(', ')}.`,
      }
    else if (isRepeated(text, at))
      yield {
        message: `The language '${one.locale}' is there twice.`,
        path: where,
        hint: 'Keep one text for each language.',
      }
  }
}

/** Whether a text before this one is in the same language. */
function isRepeated(text: Text, at: number): boolean {
  const one = text[at]
  for (let before = 0; before < at; before++) {
    const other = text[before]
    if (typeof one === 'object' && typeof other === 'object' && other.locale === one.locale)
      return true
  }
  return false
}

const accepted = {
  email: "an address such as 'privacy@example.org'",
  phone: "a number such as '+33 1 23 45 67 89'",
  url: "an address that begins with 'https://' or 'http://'",
  form: "an address that begins with 'https://' or 'http://'",
} as const

/** Whether the rendered document has a link for an action, or needs none. */
export const isActionFine = (action: Action): boolean =>
  action.type === 'postal' || toActionHref(action) !== undefined

export const actionTargetInvalid = defineRule(
  'INSTANCE_ACTION_TARGET_INVALID',
  function* ({ datachain }: InstanceScope) {
    for (const [index, { actions }] of datachain.elements.entries()) {
      for (const [at, action] of actions.entries()) {
        if (action.type === 'postal' || isActionFine(action)) continue
        yield {
          message: `An action of the type ${action.type} cannot lead to ${quote(action.target)}.`,
          path: `elements[${index}].actions[${at}].target`,
          hint: `Give ${accepted[action.type]}.`,
        }
      }
    }
  },
)

const linkable = /^[^\s\p{Cc}]+$/u

/** Whether a link leads to another datachain, for the first time. */
export const isLinkFine = (
  { id: own, linked_instance_ids: linked }: Datachain,
  at: number,
): boolean => {
  const id = linked[at] ?? ''
  return id !== own && linked.indexOf(id) === at && linkable.test(id)
}

export const linkedIdInvalid = defineRule(
  'INSTANCE_LINKED_ID_INVALID',
  function* ({ datachain }: InstanceScope) {
    const { id: own, linked_instance_ids: linked } = datachain
    for (const [index, id] of linked.entries()) {
      const path = `linked_instance_ids[${index}]`
      if (id === own)
        yield { message: 'The datachain is linked to itself.', path, hint: 'Delete the link.' }
      else if (linked.indexOf(id) < index)
        yield {
          message: `The datachain is linked to ${quote(id)} twice.`,
          path,
          hint: 'Delete one of the links.',
        }
      else if (!linkable.test(id)) {
        yield {
          message: `${quote(id)} is no id of a datachain.`,
          path,
          hint: 'Use the id of the other datachain, without spaces.',
        }
      }
    }
  },
)

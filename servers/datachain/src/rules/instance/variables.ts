import { nameIds, quote } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import type { LocalizedText, Variable, VariableValue } from '../../model/index.ts'
import type { InstanceScope, PlacedElement, PlacedValue } from '../scope/instance-scope.ts'

const pathOf = ({ placed, index }: PlacedValue): string =>
  `elements[${placed.index}].variables[${index}]`

/** A chosen option, with the variable and the value that it belongs to. */
interface Choice {
  readonly one: PlacedValue
  readonly variable: Variable
  readonly choice: string
  /** Among the choices of the value. */
  readonly at: number
}

/** The chosen options of values that have the right form. */
function* choicesOf({ values }: InstanceScope): Generator<Choice> {
  for (const one of values) {
    const { variable } = one
    if (variable?.kind !== 'multi_select_enum') continue
    for (const [at, choice] of one.value.value.entries())
      if (typeof choice === 'string') yield { one, variable, choice, at }
  }
}

const choicePath = (one: PlacedValue, at: number): string => `${pathOf(one)}.value[${at}]`

/** The options of a variable that apply to the element of a placement. */
const optionsFor = ({ options }: Variable, { placement }: PlacedElement): readonly string[] =>
  options.filter(({ applies_to }) => applies_to.includes(placement.element_id)).map(({ id }) => id)

/** Every given variable is one of the element. */
export const variableUnknown = defineRule(
  'INSTANCE_VARIABLE_UNKNOWN',
  function* ({ values }: InstanceScope) {
    for (const one of values) {
      const { value, variable, placed } = one
      if (variable !== undefined) continue
      yield {
        message: `The element '${placed.element?.id}' has no variable ${quote(value.id)}.`,
        path: `${pathOf(one)}.id`,
        hint: hintForUnknown(value.id, placed),
      }
    }
  },
)

function hintForUnknown(id: string, { variables }: PlacedElement): string {
  if (variables.length === 0) return 'Leave it out: this element has no variables.'
  const known = variables.map((variable) => variable.id)
  return `Use one of: ${nameIds(known, id)}.`
}

/** No variable has two values. */
export const variableDuplicate = defineRule(
  'INSTANCE_VARIABLE_DUPLICATE',
  function* ({ placements }: InstanceScope) {
    for (const { index, placement } of placements) {
      if (placement.variables.length < 2) continue
      const seen = new Set<string>()
      for (const [at, { id }] of placement.variables.entries()) {
        if (seen.has(id)) {
          yield {
            message: `The variable ${quote(id)} has a value already.`,
            path: `elements[${index}].variables[${at}].id`,
            hint: 'Keep one of the two.',
          }
        }
        seen.add(id)
      }
    }
  },
)

/** The value of a variable has the form of its kind. */
export const variableValueShape = defineRule(
  'INSTANCE_VARIABLE_VALUE_SHAPE',
  function* ({ values, locales }: InstanceScope) {
    for (const one of values) {
      const { value, variable } = one
      const [first] = value.value
      if (variable === undefined || first === undefined) continue
      const isChoice = typeof first === 'string'
      if (isChoice === (variable.kind === 'multi_select_enum')) continue
      const path = `${pathOf(one)}.value`
      if (variable.kind === 'localized_text') {
        yield {
          message: `The value of '${variable.id}' must be an array of {locale, value}.`,
          path,
          hint: `Write it as [{"locale": "${locales[0]}", "value": "…"}].`,
        }
      } else {
        yield {
          message: `The value of '${variable.id}' must be an array of option ids.`,
          path,
          hint: `Use some of: ${nameIds(variable.options.map(({ id }) => id))}.`,
        }
      }
    }
  },
)

/** The value of a variable is not empty. */
export const variableValueEmpty = defineRule(
  'INSTANCE_VARIABLE_VALUE_EMPTY',
  function* ({ values }: InstanceScope) {
    for (const one of values) {
      const { value } = one
      if (value.value.length === 0) {
        yield {
          message: `The variable ${quote(value.id)} has an empty value.`,
          path: `${pathOf(one)}.value`,
          hint: 'Fill it in, or leave the variable out.',
        }
      }
      for (const [at, text] of value.value.entries()) {
        if (!isBlank(text)) continue
        yield {
          message: `The text in '${text.locale}' is blank.`,
          path: `${choicePath(one, at)}.value`,
          hint: 'Fill it in, or leave the language out.',
        }
      }
    }
  },
)

/** True if a value is a text of white space; the first letter is enough to rule out most. */
export const isBlank = (one: VariableValue['value'][number]): one is LocalizedText[number] =>
  typeof one === 'object' && !(one.value.charCodeAt(0) > 32) && one.value.trim() === ''

/** No option is chosen twice. */
export const variableValueDuplicate = defineRule(
  'INSTANCE_VARIABLE_VALUE_DUPLICATE',
  function* (scope: InstanceScope) {
    for (const { one, choice, at } of choicesOf(scope)) {
      // The cast only lets any item be looked for.
      const first = (one.value.value as readonly unknown[]).indexOf(choice)
      if (first === at) continue
      yield {
        message: `The option ${quote(choice)} is chosen twice.`,
        path: choicePath(one, at),
        hint: 'Name each option once.',
      }
    }
  },
)

/** Every chosen option is one of the variable. */
export const variableOptionUnknown = defineRule(
  'INSTANCE_VARIABLE_OPTION_UNKNOWN',
  function* (scope: InstanceScope) {
    for (const { one, variable, choice, at } of choicesOf(scope)) {
      if (variable.options.some(({ id }) => id === choice)) continue
      yield {
        message: `The variable '${variable.id}' has no option ${quote(choice)}.`,
        path: choicePath(one, at),
        hint: `Use some of: ${nameIds(optionsFor(variable, one.placed), choice)}.`,
      }
    }
  },
)

/** Every chosen option applies to the element. */
export const variableOptionNotApplicable = defineRule(
  'INSTANCE_VARIABLE_OPTION_NOT_APPLICABLE',
  function* (scope: InstanceScope) {
    for (const { one, variable, choice, at } of choicesOf(scope)) {
      const option = variable.options.find(({ id }) => id === choice)
      const { placement, element } = one.placed
      if (option === undefined || option.applies_to.includes(placement.element_id)) continue
      yield {
        message: `The option '${option.id}' does not apply to '${element?.id}'.`,
        path: choicePath(one, at),
        hint: `Options that do: ${nameIds(optionsFor(variable, one.placed), choice)}.`,
      }
    }
  },
)

/** Every required variable has a value. */
export const requiredVariableMissing = defineRule(
  'INSTANCE_REQUIRED_VARIABLE_MISSING',
  function* ({ placements }: InstanceScope) {
    for (const placed of placements) {
      const given = placed.placement.variables
      for (const variable of placed.variables) {
        if (!variable.required || given.some(({ id }) => id === variable.id)) continue
        yield {
          message: `The element '${placed.element?.id}' needs the variable '${variable.id}'.`,
          path: `elements[${placed.index}].variables`,
          hint: hintForMissing(variable, placed),
        }
      }
    }
  },
)

function hintForMissing(variable: Variable, placed: PlacedElement): string {
  if (variable.kind === 'localized_text')
    return `Add {"id": "${variable.id}", "value": [{"locale": …, "value": …}]}.`
  return `Add '${variable.id}' with some of: ${nameIds(optionsFor(variable, placed))}.`
}

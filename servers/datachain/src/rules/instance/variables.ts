import { nameIds, quote } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import type { LocalizedText, Variable, VariableValue } from '../../model/index.ts'
import type { InstanceScope, PlacedElement, PlacedValue } from '../scope/instance-scope.ts'

const pathOf = ({ placed, index }: PlacedValue): string =>
  `elements[${placed.index}].variables[${index}]`

/** The option ids of values of the right form, with the variable that they are of. */
function* choicesOf({ values }: InstanceScope) {
  for (const one of values) {
    const { variable } = one
    if (variable?.kind !== 'multi_select_enum') continue
    for (const [at, choice] of one.value.value.entries())
      if (typeof choice === 'string') yield { one, variable, choice, at }
  }
}

const choicePath = (one: PlacedValue, at: number): string => `${pathOf(one)}.value[${at}]`

export const variableUnknown = defineRule(
  'INSTANCE_VARIABLE_UNKNOWN',
  function* (scope: InstanceScope) {
    for (const one of scope.values) {
      const { value, variable, placed } = one
      if (variable !== undefined) continue
      const known = placed.variables.map(({ id }) => id)
      const hint =
        known.length === 0
          ? 'Leave it out: this element has no variables.'
          : `Use one of: ${nameIds(known, value.id)}.`
      yield {
        message: `The element '${placed.element?.id}' has no variable ${quote(value.id)}.`,
        path: `${pathOf(one)}.id`,
        hint,
      }
    }
  },
)

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

export const variableValueShape = defineRule(
  'INSTANCE_VARIABLE_VALUE_SHAPE',
  function* (scope: InstanceScope) {
    for (const one of scope.values) {
      const { value, variable } = one
      const [first] = value.value
      if (
        variable === undefined ||
        first === undefined ||
        (typeof first === 'string') === (variable.kind === 'multi_select_enum')
      )
        continue
      if (variable.kind === 'localized_text') {
        yield {
          message: `The value of '${variable.id}' must be a text.`,
          path: `${pathOf(one)}.value`,
          hint: `Write it as [{"locale": "${scope.locales[0]}", "value": "…"}].`,
        }
      } else {
        yield {
          message: `The value of '${variable.id}' must be a list of option ids.`,
          path: `${pathOf(one)}.value`,
          hint: `Use some of: ${nameIds(variable.options.map(({ id }) => id))}.`,
        }
      }
    }
  },
)

export const variableValueEmpty = defineRule(
  'INSTANCE_VARIABLE_VALUE_EMPTY',
  function* (scope: InstanceScope) {
    for (const one of scope.values) {
      const { value } = one
      if (value.value.length === 0) {
        yield {
          message: `The variable ${quote(value.id)} has an empty value.`,
          path: `${pathOf(one)}.value`,
          hint: 'Fill it in, or leave the variable out.',
        }
      }
      for (const [at, text] of value.value.entries()) {
        if (isBlank(text)) {
          yield {
            message: `The text in '${text.locale}' is blank.`,
            path: `${choicePath(one, at)}.value`,
            hint: 'Fill it in, or leave the language out.',
          }
        }
      }
    }
  },
)

/** Whether a value is a text without a letter; most begin with one, which says enough. */
export const isBlank = (one: VariableValue['value'][number]): one is LocalizedText[number] =>
  typeof one === 'object' && !(one.value.charCodeAt(0) > 32) && one.value.trim() === ''

export const variableValueDuplicate = defineRule(
  'INSTANCE_VARIABLE_VALUE_DUPLICATE',
  function* (scope: InstanceScope) {
    for (const { one, choice, at } of choicesOf(scope)) {
      // The cast only lets any member be looked for.
      if ((one.value.value as readonly unknown[]).indexOf(choice) < at) {
        yield {
          message: `The option ${quote(choice)} was chosen before.`,
          path: choicePath(one, at),
          hint: 'Name each option once.',
        }
      }
    }
  },
)

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

export const variableOptionNotApplicable = defineRule(
  'INSTANCE_VARIABLE_OPTION_NOT_APPLICABLE',
  function* (scope: InstanceScope) {
    for (const { one, variable, choice, at } of choicesOf(scope)) {
      const option = variable.options.find(({ id }) => id === choice)
      if (option === undefined || option.applies_to.includes(one.placed.placement.element_id))
        continue
      yield {
        message: `The option '${option.id}' does not apply to '${one.placed.element?.id}'.`,
        path: choicePath(one, at),
        hint: `Options that do: ${nameIds(optionsFor(variable, one.placed), choice)}.`,
      }
    }
  },
)

export const requiredVariableMissing = defineRule(
  'INSTANCE_REQUIRED_VARIABLE_MISSING',
  function* ({ placements }: InstanceScope) {
    for (const placed of placements) {
      for (const variable of placed.variables) {
        if (!variable.required || placed.placement.variables.some(({ id }) => id === variable.id))
          continue
        const text = `Add {"id": "${variable.id}", "value": [{"locale": …, "value": …}]}.`
        const hint =
          variable.kind === 'localized_text'
            ? text
            : `Add '${variable.id}' with some of: ${nameIds(optionsFor(variable, placed))}.`
        yield {
          message: `The element '${placed.element?.id}' needs the variable '${variable.id}'.`,
          path: `elements[${placed.index}].variables`,
          hint,
        }
      }
    }
  },
)

const optionsFor = ({ options }: Variable, { placement }: PlacedElement): readonly string[] =>
  options.flatMap(({ id, applies_to }) => (applies_to.includes(placement.element_id) ? [id] : []))

import { variablesOf } from '../../drafts/variables-of.ts'
import type { Filed, VersionDraft } from '../../drafts/version-draft.ts'
import type { Report } from '../../findings/finding.ts'
import { nameIds } from '../../findings/name-ids.ts'
import { defineAdvice, defineRule } from '../../findings/rule.ts'
import type { ElementFile, Variable } from '../../model/index.ts'
import { referencesIn } from '../../texts/references-in.ts'

/** The texts of an element refer only to variables of its category. */
export const variableRefMissing = defineRule(
  'VARIABLE_REF_MISSING',
  function* ({ categories, elements }: VersionDraft) {
    const byCategory = new Map(
      categories.map(({ content }) => [
        content.id,
        new Set(content.element_variables.map(({ id }) => id)),
      ]),
    )
    for (const element of elements) {
      const known = byCategory.get(element.content.category_id) ?? new Set<string>()
      yield* checkReferences(element, 'title', known)
      yield* checkReferences(element, 'description', known)
    }
  },
)

function* checkReferences(
  { file, content }: Filed<ElementFile>,
  name: 'title' | 'description',
  known: ReadonlySet<string>,
): Generator<Report> {
  const { category_id: category } = content
  for (const [index, { value }] of content[name].entries()) {
    for (const id of referencesIn(value)) {
      if (known.has(id)) continue
      yield {
        message: `The text refers to the variable '${id}', which '${category}' does not have.`,
        path: `${file}: ${name}[${index}].value`,
        hint: `Variables of '${category}': ${nameIds(known, id)}.`,
      }
    }
  }
}

/** An option applies only to elements of its category, because no other has the variable. */
export const variableOptionAppliesToUnknown = defineRule(
  'VARIABLE_OPTION_APPLIES_TO_UNKNOWN',
  function* (draft: VersionDraft) {
    for (const { path, item, category } of variablesOf(draft)) {
      const elements = draft.elements.filter(({ content }) => content.category_id === category.id)
      const known = new Set(elements.map(({ content }) => content.id))
      for (const [at, option] of item.options.entries()) {
        for (const [index, id] of option.applies_to.entries()) {
          if (known.has(id)) continue
          yield {
            message:
              `The option '${option.id}' applies to '${id}', ` +
              `which is not an element of the category '${category.id}'.`,
            path: `${path}.options[${at}].applies_to[${index}]`,
            hint: `Use one of: ${nameIds(known, id)}.`,
          }
        }
      }
    }
  },
)

const hasNoOptions = ({ kind, options }: Variable): boolean =>
  kind === 'multi_select_enum' && options.length === 0

/** An optional choice has options. */
export const variableOptionsEmpty = defineAdvice(
  'VARIABLE_OPTIONS_EMPTY',
  function* (draft: VersionDraft) {
    for (const { path, item } of variablesOf(draft)) {
      if (item.required || !hasNoOptions(item)) continue
      yield {
        message: `The variable '${item.id}' has no options to choose from.`,
        path: `${path}.options`,
        hint: 'Add options, or make it a localized_text.',
      }
    }
  },
)

/** A required choice has options. */
export const variableRequiredEmptyOptions = defineRule(
  'VARIABLE_REQUIRED_EMPTY_OPTIONS',
  function* (draft: VersionDraft) {
    for (const { path, item } of variablesOf(draft)) {
      if (!item.required || !hasNoOptions(item)) continue
      yield {
        message:
          `The variable '${item.id}' is required and has no options, ` +
          'so no datachain can be valid.',
        path: `${path}.options`,
        hint: 'Add options, or make it optional.',
      }
    }
  },
)

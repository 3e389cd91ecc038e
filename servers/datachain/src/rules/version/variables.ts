import { type VersionDraft, variablesOf } from '../../drafts/version-draft.ts'
import { nameIds } from '../../findings/name-ids.ts'
import { defineAdvice, defineRule } from '../../findings/rule.ts'
import { referencesIn } from '../../texts/references-in.ts'

export const variableRefMissing = defineRule(
  'VARIABLE_REF_MISSING',
  function* (draft: VersionDraft) {
    const byCategory = new Map(
      draft.categories.map(({ content }) => [
        content.id,
        new Set(content.element_variables.map(({ id }) => id)),
      ]),
    )
    for (const { file, content } of draft.elements) {
      const known = byCategory.get(content.category_id) ?? new Set<string>()
      for (const name of ['title', 'description'] as const) {
        for (const [index, { value }] of content[name].entries()) {
          for (const id of referencesIn(value).filter((id) => !known.has(id))) {
            yield {
              message: `The text refers to the variable '${id}', which the category '${content.category_id}' does not have.`,
              path: `${file}: ${name}[${index}].value`,
              hint: `Variables of '${content.category_id}': ${nameIds(known, id)}.`,
            }
          }
        }
      }
    }
  },
)

export const variableOptionsEmpty = defineAdvice(
  'VARIABLE_OPTIONS_EMPTY',
  function* (draft: VersionDraft) {
    for (const { path, item } of variablesOf(draft)) {
      if (item.kind === 'multi_select_enum' && !item.required && item.options.length === 0) {
        yield {
          message: `The variable '${item.id}' is chosen from a list that is empty.`,
          path: `${path}.options`,
          hint: 'Add options, or make it a localized_text.',
        }
      }
    }
  },
)

export const variableRequiredEmptyOptions = defineRule(
  'VARIABLE_REQUIRED_EMPTY_OPTIONS',
  function* (draft: VersionDraft) {
    for (const { path, item } of variablesOf(draft)) {
      if (item.kind === 'multi_select_enum' && item.required && item.options.length === 0) {
        yield {
          message: `The variable '${item.id}' is required and has no options, so nothing can be valid.`,
          path: `${path}.options`,
          hint: 'Add options, or make it optional.',
        }
      }
    }
  },
)

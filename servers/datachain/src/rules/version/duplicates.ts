import { type VersionDraft, contextsOf, variablesOf } from '../../drafts/version-draft.ts'
import type { Report } from '../../findings/finding.ts'
import { defineRule } from '../../findings/rule.ts'

/** A report for each id that stood before, in the words of its place. */
export function* findRepeated(
  entries: Iterable<{ readonly id: string; readonly path: string }>,
  what: string,
): Generator<Report> {
  const first = new Map<string, string>()
  for (const { id, path } of entries) {
    const before = first.get(id)
    if (before === undefined) first.set(id, path)
    else
      yield {
        message: `The ${what} '${id}' is there twice; the first is at ${before}.`,
        path,
        hint: `Give one of the two another id, or delete it.`,
      }
  }
}

const idsIn = (ids: readonly string[], path: string) =>
  ids.map((id, index) => ({ id, path: `${path}[${index}]` }))

const idsOf = (items: readonly { readonly id: string }[], path: string) =>
  items.map(({ id }, index) => ({ id, path: `${path}[${index}].id` }))

export const categoryDuplicate = defineRule('CATEGORY_DUPLICATE', ({ categories }: VersionDraft) =>
  findRepeated(
    categories.map(({ file, content }) => ({ id: content.id, path: `${file}: id` })),
    'category',
  ),
)

export const elementDuplicate = defineRule('ELEMENT_DUPLICATE', ({ elements }: VersionDraft) =>
  findRepeated(
    elements.map(({ file, content }) => ({ id: content.id, path: `${file}: id` })),
    'element',
  ),
)

export const contextValueDuplicate = defineRule(
  'CONTEXT_VALUE_DUPLICATE',
  function* (draft: VersionDraft) {
    for (const { path, item } of contextsOf(draft))
      yield* findRepeated(idsOf(item.values, `${path}.values`), 'context value')
  },
)

export const categoryOrderDuplicate = defineRule(
  'CATEGORY_ORDER_DUPLICATE',
  ({ datachainType }: VersionDraft) =>
    findRepeated(idsIn(datachainType.categories, 'datachain-type.yaml: categories'), 'category'),
)

export const subchainDuplicate = defineRule(
  'SUBCHAIN_DUPLICATE',
  ({ datachainType }: VersionDraft) =>
    findRepeated(idsOf(datachainType.subchains, 'datachain-type.yaml: subchains'), 'subchain'),
)

export const subchainCategoryDuplicate = defineRule(
  'SUBCHAIN_CATEGORY_DUPLICATE',
  function* ({ datachainType }: VersionDraft) {
    for (const [index, { categories }] of datachainType.subchains.entries()) {
      yield* findRepeated(
        idsIn(categories, `datachain-type.yaml: subchains[${index}].categories`),
        'category',
      )
    }
  },
)

export const variableDuplicate = defineRule(
  'VARIABLE_DUPLICATE',
  function* ({ categories }: VersionDraft) {
    for (const { file, content } of categories)
      yield* findRepeated(
        idsOf(content.element_variables, `${file}: element_variables`),
        'variable',
      )
  },
)

export const variableOptionDuplicate = defineRule(
  'VARIABLE_OPTION_DUPLICATE',
  function* (draft: VersionDraft) {
    for (const { path, item } of variablesOf(draft))
      yield* findRepeated(idsOf(item.options, `${path}.options`), 'option')
  },
)

import { contextsOf } from '../../drafts/contexts-of.ts'
import { variablesOf } from '../../drafts/variables-of.ts'
import type { Filed, VersionDraft } from '../../drafts/version-draft.ts'
import type { Report } from '../../findings/finding.ts'
import { defineRule } from '../../findings/rule.ts'

interface PlacedId {
  readonly id: string
  readonly path: string
}

/** Reports each id that occurs a second time. */
function* findRepeated(entries: Iterable<PlacedId>, kind: string): Generator<Report> {
  const first = new Map<string, string>()
  for (const { id, path } of entries) {
    const before = first.get(id)
    if (before === undefined) {
      first.set(id, path)
      continue
    }
    yield {
      message: `The ${kind} '${id}' occurs twice; the first is at ${before}.`,
      path,
      hint: 'Give one of the two another id, or delete it.',
    }
  }
}

const idsIn = (ids: readonly string[], path: string): readonly PlacedId[] =>
  ids.map((id, index) => ({ id, path: `${path}[${index}]` }))

const idsOf = (items: readonly { readonly id: string }[], path: string): readonly PlacedId[] =>
  items.map(({ id }, index) => ({ id, path: `${path}[${index}].id` }))

const idsOfFiles = (files: readonly Filed<{ readonly id: string }>[]): readonly PlacedId[] =>
  files.map(({ file, content }) => ({ id: content.id, path: `${file}: id` }))

/** No two categories have the same id. */
export const categoryDuplicate = defineRule('CATEGORY_DUPLICATE', ({ categories }: VersionDraft) =>
  findRepeated(idsOfFiles(categories), 'category'),
)

/** No two elements have the same id. */
export const elementDuplicate = defineRule('ELEMENT_DUPLICATE', ({ elements }: VersionDraft) =>
  findRepeated(idsOfFiles(elements), 'element'),
)

/** No two values of a context have the same id. */
export const contextValueDuplicate = defineRule(
  'CONTEXT_VALUE_DUPLICATE',
  function* (draft: VersionDraft) {
    for (const { path, item } of contextsOf(draft))
      yield* findRepeated(idsOf(item.values, `${path}.values`), 'context value')
  },
)

/** The order of categories names each once. */
export const categoryOrderDuplicate = defineRule(
  'CATEGORY_ORDER_DUPLICATE',
  ({ datachainType }: VersionDraft) =>
    findRepeated(idsIn(datachainType.categories, 'datachain-type.yaml: categories'), 'category'),
)

/** No two subchains have the same id. */
export const subchainDuplicate = defineRule(
  'SUBCHAIN_DUPLICATE',
  ({ datachainType }: VersionDraft) =>
    findRepeated(idsOf(datachainType.subchains, 'datachain-type.yaml: subchains'), 'subchain'),
)

/** A subchain names each category once. */
export const subchainCategoryDuplicate = defineRule(
  'SUBCHAIN_CATEGORY_DUPLICATE',
  function* ({ datachainType }: VersionDraft) {
    for (const [index, { categories }] of datachainType.subchains.entries()) {
      const path = `datachain-type.yaml: subchains[${index}].categories`
      yield* findRepeated(idsIn(categories, path), 'category')
    }
  },
)

/** No two variables of a category have the same id. */
export const variableDuplicate = defineRule(
  'VARIABLE_DUPLICATE',
  function* ({ categories }: VersionDraft) {
    for (const { file, content } of categories) {
      const ids = idsOf(content.element_variables, `${file}: element_variables`)
      yield* findRepeated(ids, 'variable')
    }
  },
)

/** No two options of a variable have the same id. */
export const variableOptionDuplicate = defineRule(
  'VARIABLE_OPTION_DUPLICATE',
  function* (draft: VersionDraft) {
    for (const { path, item } of variablesOf(draft))
      yield* findRepeated(idsOf(item.options, `${path}.options`), 'option')
  },
)

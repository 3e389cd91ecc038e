import type { VersionDraft } from '../../drafts/version-draft.ts'
import { nameIds } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'

const categoryIds = ({ categories }: VersionDraft): ReadonlySet<string> =>
  new Set(categories.map(({ content }) => content.id))

/** The category of an element exists. */
export const categoryRefMissing = defineRule(
  'CATEGORY_REF_MISSING',
  function* (draft: VersionDraft) {
    const known = categoryIds(draft)
    for (const { file, content } of draft.elements) {
      const { id, category_id } = content
      if (known.has(category_id)) continue
      yield {
        message: `The category '${category_id}' of the element '${id}' does not exist.`,
        path: `${file}: category_id`,
        hint: `Use one of: ${nameIds(known, category_id)}.`,
      }
    }
  },
)

/** The order names every category and no other: a category outside it would never be shown. */
export const categoryOrderRefMissing = defineRule(
  'CATEGORY_ORDER_REF_MISSING',
  function* (draft: VersionDraft) {
    const known = categoryIds(draft)
    const ordered = new Set(draft.datachainType.categories)
    for (const [index, id] of draft.datachainType.categories.entries()) {
      if (known.has(id)) continue
      yield {
        message: `The order names the category '${id}', which does not exist.`,
        path: `datachain-type.yaml: categories[${index}]`,
        hint: `Use one of: ${nameIds(known, id)}.`,
      }
    }
    for (const { file, content } of draft.categories) {
      if (ordered.has(content.id)) continue
      yield {
        message: `The category '${content.id}' has no place in the order.`,
        path: `${file}: id`,
        hint: `Add '${content.id}' to the categories in datachain-type.yaml.`,
      }
    }
  },
)

/** The categories of a subchain exist. */
export const subchainCategoryRefMissing = defineRule(
  'SUBCHAIN_CATEGORY_REF_MISSING',
  function* (draft: VersionDraft) {
    const known = categoryIds(draft)
    for (const [at, { id, categories }] of draft.datachainType.subchains.entries()) {
      for (const [index, category] of categories.entries()) {
        if (known.has(category)) continue
        yield {
          message: `The subchain '${id}' names the category '${category}', which does not exist.`,
          path: `datachain-type.yaml: subchains[${at}].categories[${index}]`,
          hint: `Use one of: ${nameIds(known, category)}.`,
        }
      }
    }
  },
)

import { type VersionDraft, variablesOf } from '../../drafts/version-draft.ts'
import { nameIds } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import { parseVersionName } from '../../model/index.ts'

const categoryIds = ({ categories }: VersionDraft): ReadonlySet<string> =>
  new Set(categories.map(({ content }) => content.id))

export const categoryRefMissing = defineRule(
  'CATEGORY_REF_MISSING',
  function* (draft: VersionDraft) {
    const known = categoryIds(draft)
    for (const { file, content } of draft.elements) {
      if (known.has(content.category_id)) continue
      yield {
        message: `The element '${content.id}' belongs to the category '${content.category_id}', which is not there.`,
        path: `${file}: category_id`,
        hint: `Use one of: ${nameIds(known, content.category_id)}.`,
      }
    }
  },
)

export const datachainTypeMismatch = defineRule(
  'DATACHAIN_TYPE_MISMATCH',
  function* ({ manifest, datachainType, categories }: VersionDraft) {
    const { id } = datachainType
    const hint = `Write '${id}', the id in datachain-type.yaml.`
    const named = parseVersionName(manifest.version)?.type
    if (named !== undefined && named !== id) {
      yield {
        message: `The version is one of '${named}', its datachain type is '${id}'.`,
        path: 'meta.yaml: version',
        hint,
      }
    }
    for (const { file, content } of categories) {
      if (content.datachain_type !== id) {
        yield {
          message: `The category '${content.id}' is of the type '${content.datachain_type}', the version of '${id}'.`,
          path: `${file}: datachain_type`,
          hint,
        }
      }
    }
  },
)

/** Both ways: a category that the order forgets would never be shown. */
export const categoryOrderRefMissing = defineRule(
  'CATEGORY_ORDER_REF_MISSING',
  function* (draft: VersionDraft) {
    const [known, ordered] = [categoryIds(draft), new Set(draft.datachainType.categories)]
    for (const [index, id] of draft.datachainType.categories.entries()) {
      if (known.has(id)) continue
      yield {
        message: `The order names the category '${id}', which is not there.`,
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

export const subchainCategoryRefMissing = defineRule(
  'SUBCHAIN_CATEGORY_REF_MISSING',
  function* (draft: VersionDraft) {
    const known = categoryIds(draft)
    for (const [at, { id, categories }] of draft.datachainType.subchains.entries()) {
      for (const [index, category] of categories.entries()) {
        if (known.has(category)) continue
        yield {
          message: `The subchain '${id}' names the category '${category}', which is not there.`,
          path: `datachain-type.yaml: subchains[${at}].categories[${index}]`,
          hint: `Use one of: ${nameIds(known, category)}.`,
        }
      }
    }
  },
)

/** Only elements of the variable's own category can have the variable. */
export const variableOptionAppliesToUnknown = defineRule(
  'VARIABLE_OPTION_APPLIES_TO_UNKNOWN',
  function* (draft: VersionDraft) {
    for (const { path, item, category } of variablesOf(draft)) {
      const known = new Set(
        draft.elements.flatMap(({ content }) =>
          content.category_id === category.id ? [content.id] : [],
        ),
      )
      for (const [at, option] of item.options.entries()) {
        for (const [index, id] of option.applies_to.entries()) {
          if (known.has(id)) continue
          yield {
            message: `The option '${option.id}' applies to '${id}', which is no element of the category '${category.id}'.`,
            path: `${path}.options[${at}].applies_to[${index}]`,
            hint: `Use one of: ${nameIds(known, id)}.`,
          }
        }
      }
    }
  },
)

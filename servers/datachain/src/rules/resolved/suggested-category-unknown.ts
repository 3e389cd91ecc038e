import { nameIds } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import type { ResolvedScope } from '../scope/instance-scope.ts'

/** The category of a suggested element is in the snapshot. */
export const suggestedCategoryUnknown = defineRule(
  'suggested_category_unknown',
  function* ({ resolved, categories }: ResolvedScope) {
    const known = categories.map(({ id }) => id)
    for (const [index, { id, category_id: category }] of resolved.suggested_elements.entries()) {
      if (known.includes(category)) continue
      yield {
        message: `The category '${category}' of the suggested '${id}' is not in the snapshot.`,
        path: `suggested_elements[${index}].category_id`,
        hint: `Use one of: ${nameIds(known, category)}.`,
      }
    }
  },
)

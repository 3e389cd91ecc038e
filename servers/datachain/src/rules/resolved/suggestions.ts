import { nameIds, quote } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import type { ResolvedScope } from '../scope/instance-scope.ts'

export const elementIdCollision = defineRule(
  'element_id_collision',
  function* ({ resolved }: ResolvedScope) {
    const taken = new Set(resolved.schema_snapshot.elements.map(({ id }) => id))
    for (const [index, { id }] of resolved.suggested_elements.entries()) {
      if (taken.has(id)) {
        yield {
          message: `The suggested element '${id}' has the id of another element.`,
          path: `suggested_elements[${index}].id`,
          hint: `Choose another, such as 'proposed_${id.slice(0, 40)}'.`,
        }
      }
      taken.add(id)
    }
  },
)

export const provenanceRequired = defineRule(
  'provenance_required',
  function* ({ resolved }: ResolvedScope) {
    if (
      resolved.suggested_elements.length > 0 &&
      resolved.authoring_provenance?.kind !== 'ai_generated'
    ) {
      yield {
        message: 'Elements are suggested, and nothing says that an AI did so.',
        path: 'authoring_provenance',
        hint: 'Add {"kind": "ai_generated"}, or delete suggested_elements.',
      }
    }
  },
)

export const unknownElementId = defineRule(
  'unknown_element_id',
  function* ({ placements, elements }: ResolvedScope) {
    for (const { index, placement, element } of placements) {
      if (element !== undefined) continue
      yield {
        message: `The element ${quote(placement.element_id)} is neither in the snapshot nor suggested.`,
        path: `elements[${index}].element_id`,
        hint: `Resolve the datachain again, or use one of: ${nameIds(elements.keys(), placement.element_id, 3)}.`,
      }
    }
  },
)

export const suggestedCategoryUnknown = defineRule(
  'suggested_category_unknown',
  function* ({ resolved, categories }: ResolvedScope) {
    const known = categories.map(({ id }) => id)
    for (const [index, { id, category_id }] of resolved.suggested_elements.entries()) {
      if (known.includes(category_id)) continue
      yield {
        message: `The suggested element '${id}' is of the category '${category_id}', which is not in the snapshot.`,
        path: `suggested_elements[${index}].category_id`,
        hint: `Use one of: ${nameIds(known, category_id)}.`,
      }
    }
  },
)

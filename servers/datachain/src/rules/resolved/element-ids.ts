import { quote, sayNearest } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import type { ResolvedScope } from '../scope/instance-scope.ts'

/** No suggested element has the id of another element. */
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

/** Every placed element is in the snapshot, or suggested. */
export const unknownElementId = defineRule(
  'unknown_element_id',
  function* ({ placements, elements }: ResolvedScope) {
    for (const { index, placement, element } of placements) {
      if (element !== undefined) continue
      const { element_id: id } = placement
      const near = sayNearest(elements.keys(), id) ?? ''
      yield {
        message: `The element ${quote(id)} is neither in the snapshot nor suggested.`,
        path: `elements[${index}].element_id`,
        hint: `Resolve the datachain again, or correct the id. ${near}`.trimEnd(),
      }
    }
  },
)

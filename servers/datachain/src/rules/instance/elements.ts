import { nameIds, quote, sayNearest } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import type { InstanceScope } from '../scope/instance-scope.ts'

/** Every required category has a placed element. */
export const requiredCategoryMissing = defineRule(
  'REQUIRED_CATEGORY_MISSING',
  function* ({ categories, elements, placements }: InstanceScope) {
    const covered = new Set(placements.map(({ element }) => element?.category_id))
    for (const { id, required } of categories) {
      if (!required || covered.has(id)) continue
      const choices = [...elements.values()].filter(({ category_id }) => category_id === id)
      const listed = nameIds(choices.map((choice) => choice.id))
      yield {
        message: `Category '${id}' requires at least one element.`,
        path: 'elements',
        hint: `Add an element with category_id='${id}'. There are: ${listed}.`,
      }
    }
  },
)

const searchElements = 'Search for what is meant among the elements of the version.'

/** Every placed element exists. */
export const elementUnknown = defineRule(
  'INSTANCE_ELEMENT_UNKNOWN',
  function* ({ elements, placements, version }: InstanceScope) {
    for (const { index, placement, element } of placements) {
      if (element !== undefined) continue
      yield {
        message: `Element ${quote(placement.element_id)} not found in ${version}.`,
        path: `elements[${index}].element_id`,
        hint: sayNearest(elements.keys(), placement.element_id) ?? searchElements,
      }
    }
  },
)

/** No two placements have the same id. */
export const elementInstanceIdDuplicate = defineRule(
  'INSTANCE_ELEMENT_INSTANCE_ID_DUPLICATE',
  function* ({ placements }: InstanceScope) {
    const first = new Map<string, number>()
    for (const { index, placement } of placements) {
      const { element_instance_id: id } = placement
      if (id === undefined) continue
      const before = first.get(id)
      if (before === undefined) {
        first.set(id, index)
        continue
      }
      yield {
        message: `The placement has the id ${quote(id)} of elements[${before}].`,
        path: `elements[${index}].element_instance_id`,
        hint: `Give it an id of its own, such as '${id.slice(0, 40)}-${index}'.`,
      }
    }
  },
)

/** No placement has the id of a placed element. */
export const elementInstanceIdCollides = defineRule(
  'INSTANCE_ELEMENT_INSTANCE_ID_COLLIDES_WITH_ELEMENT_ID',
  function* ({ placements }: InstanceScope) {
    const placed = new Set(placements.map(({ placement }) => placement.element_id))
    for (const { index, placement } of placements) {
      const { element_instance_id: id } = placement
      if (id === undefined || !placed.has(id)) continue
      yield {
        message: `The id ${quote(id)} of the placement is that of a placed element.`,
        path: `elements[${index}].element_instance_id`,
        hint: `Choose another, such as '${id.slice(0, 40)}-${index}'.`,
      }
    }
  },
)

/** Priorities are 0 or more. */
export const priorityNegative = defineRule(
  'INSTANCE_PRIORITY_NEGATIVE',
  function* ({ placements }: InstanceScope) {
    for (const { index, placement } of placements) {
      if (placement.priority >= 0) continue
      yield {
        message: `The priority is ${placement.priority}.`,
        path: `elements[${index}].priority`,
        hint: 'Use 0 for the first placement, and greater numbers for later ones.',
      }
    }
  },
)

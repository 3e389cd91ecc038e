import { nameIds, quote } from '../../findings/name-ids.ts'
import { defineAdvice, defineRule } from '../../findings/rule.ts'
import type { InstanceScope, PlacedElement } from '../scope/instance-scope.ts'

/** No two subchain instances have the same id. */
export const subchainInstanceDuplicate = defineRule(
  'INSTANCE_SUBCHAIN_DUPLICATE',
  function* ({ datachain }: InstanceScope) {
    const seen = new Set<string>()
    for (const [index, { id }] of datachain.subchain_instances.entries()) {
      if (seen.has(id)) {
        yield {
          message: `Two subchain instances have the id ${quote(id)}.`,
          path: `subchain_instances[${index}].id`,
          hint: `Give it an id of its own, such as '${id.slice(0, 40)}-${index}'.`,
        }
      }
      seen.add(id)
    }
  },
)

/** The subchain of an instance exists. */
export const subchainUnknown = defineRule(
  'INSTANCE_SUBCHAIN_UNKNOWN',
  function* ({ datachain, datachainType }: InstanceScope) {
    const known = datachainType.subchains.map(({ id }) => id)
    for (const [index, { subchain_id: id }] of datachain.subchain_instances.entries()) {
      if (known.includes(id)) continue
      yield {
        message: `The type '${datachainType.id}' has no subchain ${quote(id)}.`,
        path: `subchain_instances[${index}].subchain_id`,
        hint: `Subchains: ${nameIds(known, id)}.`,
      }
    }
  },
)

/** The heads of a subchain instance are placed. */
export const subchainHeadUnknown = defineRule(
  'INSTANCE_SUBCHAIN_HEAD_UNKNOWN',
  function* ({ datachain, placements }: InstanceScope) {
    if (datachain.subchain_instances.length === 0) return
    const placed = new Set(placements.flatMap(idsOf))
    for (const [index, { head_refs }] of datachain.subchain_instances.entries()) {
      for (const [at, id] of head_refs.entries()) {
        if (placed.has(id)) continue
        yield {
          message: `Neither a placement nor a placed element has the id ${quote(id)}.`,
          path: `subchain_instances[${index}].head_refs[${at}]`,
          hint: `Use some of: ${nameIds(placed, id)}.`,
        }
      }
    }
  },
)

function idsOf({ placement, element }: PlacedElement): readonly string[] {
  if (element === undefined) return []
  return [element.id, placement.element_instance_id ?? element.id]
}

/** The subchain instance of a placement exists. */
export const subchainRefUnknown = defineRule(
  'INSTANCE_SUBCHAIN_REF_UNKNOWN',
  function* ({ datachain, placements }: InstanceScope) {
    const known = datachain.subchain_instances.map(({ id }) => id)
    for (const { index, placement } of placements) {
      const { subchain_instance_id: id } = placement
      if (id === undefined || known.includes(id)) continue
      yield {
        message: `There is no subchain instance ${quote(id)}.`,
        path: `elements[${index}].subchain_instance_id`,
        hint: hintFor(id, known),
      }
    }
  },
)

function hintFor(id: string, known: readonly string[]): string {
  if (known.length === 0) return 'Leave it out, or add the subchain to subchain_instances.'
  return `Use one of: ${nameIds(known, id)}.`
}

/** The category of a placement is part of its subchain. */
export const subchainCategoryOutside = defineAdvice(
  'INSTANCE_SUBCHAIN_CATEGORY_OUTSIDE',
  function* ({ datachain, datachainType, placements }: InstanceScope) {
    for (const { index, placement, element } of placements) {
      const instance = datachain.subchain_instances.find(
        ({ id }) => id === placement.subchain_instance_id,
      )
      const subchain = datachainType.subchains.find(({ id }) => id === instance?.subchain_id)
      if (element === undefined || subchain === undefined) continue
      const { id, category_id: category } = element
      if (subchain.categories.includes(category)) continue
      yield {
        message:
          `The category '${category}' of the element '${id}' ` +
          `is not part of the subchain '${subchain.id}'.`,
        path: `elements[${index}].subchain_instance_id`,
        hint:
          `Categories of the subchain: ${nameIds(subchain.categories)}. ` +
          'Leave the reference out, or name the element in head_refs.',
      }
    }
  },
)

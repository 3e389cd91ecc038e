import { nameIds, quote } from '../../findings/name-ids.ts'
import { defineAdvice, defineRule } from '../../findings/rule.ts'
import type { Context } from '../../model/index.ts'
import type { InstanceScope } from '../scope/instance-scope.ts'

/** A chosen context value is one of the element's context. */
export const contextTypeUnknown = defineRule(
  'CONTEXT_TYPE_UNKNOWN',
  function* ({ placements }: InstanceScope) {
    for (const { index, placement, element, context } of placements) {
      const { context_type_id: id } = placement
      if (id === undefined || element === undefined) continue
      const path = `elements[${index}].context_type_id`
      if (context === undefined) {
        yield {
          message: `The element '${element.id}' has no context to choose from.`,
          path,
          hint: 'Leave context_type_id out.',
        }
      } else if (!context.values.some((value) => value.id === id)) {
        yield {
          message: `The context '${context.id}' has no value ${quote(id)}.`,
          path,
          hint: `Use one of: ${nameIds(idsOf(context), id)}.`,
        }
      }
    }
  },
)

/** A context value is chosen for every element that has a context. */
export const contextTypeMissing = defineAdvice(
  'CONTEXT_TYPE_MISSING',
  function* ({ placements }: InstanceScope) {
    for (const { index, placement, element, context } of placements) {
      if (context === undefined || placement.context_type_id !== undefined) continue
      yield {
        message: `No value of the context '${context.id}' is chosen for '${element?.id}'.`,
        path: `elements[${index}]`,
        hint: `Add context_type_id, one of: ${nameIds(idsOf(context))}.`,
      }
    }
  },
)

const idsOf = ({ values }: Context): readonly string[] => values.map(({ id }) => id)

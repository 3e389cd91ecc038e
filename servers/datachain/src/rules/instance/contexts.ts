import { nameIds, quote } from '../../findings/name-ids.ts'
import { defineAdvice, defineRule } from '../../findings/rule.ts'
import type { InstanceScope } from '../scope/instance-scope.ts'

export const contextTypeUnknown = defineRule(
  'CONTEXT_TYPE_UNKNOWN',
  function* ({ placements }: InstanceScope) {
    for (const { index, placement, element, context } of placements) {
      const { context_type_id: id } = placement
      if (
        id === undefined ||
        element === undefined ||
        context?.values.some((value) => value.id === id)
      )
        continue
      const message =
        context === undefined
          ? `The element '${element.id}' has no context to choose from.`
          : `The context '${context.id}' has no value ${quote(id)}.`
      const hint =
        context === undefined
          ? 'Leave context_type_id out.'
          : `Use one of: ${nameIds(
              context.values.map((value) => value.id),
              id,
            )}.`
      yield { message, path: `elements[${index}].context_type_id`, hint }
    }
  },
)

export const contextTypeMissing = defineAdvice(
  'CONTEXT_TYPE_MISSING',
  function* ({ placements }: InstanceScope) {
    for (const { index, placement, element, context } of placements) {
      if (context === undefined || placement.context_type_id !== undefined) continue
      yield {
        message: `The element '${element?.id}' has a context, '${context.id}', and no value of it was chosen.`,
        path: `elements[${index}]`,
        hint: `Add context_type_id, one of: ${nameIds(context.values.map(({ id }) => id))}.`,
      }
    }
  },
)

import { contextsOf } from '../../drafts/contexts-of.ts'
import type { VersionDraft } from '../../drafts/version-draft.ts'
import { defineAdvice, defineRule } from '../../findings/rule.ts'
import { contrastOf, innerLuminance, luminanceOf, parseColour } from '../../icons/colour.ts'

function* valuesOf(draft: VersionDraft) {
  for (const { path, item } of contextsOf(draft))
    for (const [index, value] of item.values.entries())
      yield { path: `${path}.values[${index}]`, value }
}

/** The colour of a context value is six hex digits, or null. */
export const contextValueColorInvalid = defineRule(
  'CONTEXT_VALUE_COLOR_INVALID',
  function* (draft: VersionDraft) {
    for (const { path, value } of valuesOf(draft)) {
      if (value.color === null || parseColour(value.color) !== undefined) continue
      yield {
        message: `'${value.color}' is not a colour of six hex digits.`,
        path: `${path}.color`,
        hint: "Write it as '#1a2b3c', or null for a plain tag.",
      }
    }
  },
)

/**
 * Symbols are easy to see on the colour of their context value. The ink that icons choose always
 * has a contrast above 4.58, so this rule guards against a change of that choice.
 */
export const createLowContrast = (innerOf = innerLuminance) =>
  defineAdvice('LOW_CONTRAST_CONTEXT_COLOR', function* (draft: VersionDraft) {
    for (const { path, value } of valuesOf(draft)) {
      const channels = parseColour(value.color ?? '')
      if (channels === undefined) continue
      const luminance = luminanceOf(channels)
      const contrast = contrastOf(luminance, innerOf(luminance))
      if (contrast >= 4.5) continue
      yield {
        message: `A symbol on ${value.color} has a contrast of ${contrast.toFixed(2)}:1.`,
        path: `${path}.color`,
        hint: 'Choose a lighter or darker colour, so that it is at least 4.5:1.',
      }
    }
  })

/** No context value has the id of an icon variant. */
export const reservedVariantToken = defineRule(
  'RESERVED_VARIANT_TOKEN',
  function* (draft: VersionDraft) {
    for (const { path, value } of valuesOf(draft)) {
      if (value.id !== 'default' && value.id !== 'dark') continue
      yield {
        message: `'${value.id}' is the name of an icon variant.`,
        path: `${path}.id`,
        hint: `Choose another id, such as '${value.id}_value'.`,
      }
    }
  },
)

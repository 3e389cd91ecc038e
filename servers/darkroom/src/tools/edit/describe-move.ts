import type { MaskSpec, VocabularyEntry } from '../../editing/index.ts'

/** A move as it was applied. */
export interface AppliedMove {
  readonly entry: VocabularyEntry
  readonly values?: Readonly<Record<string, number>> | undefined
  readonly strength?: number | undefined
  readonly mask?: MaskSpec | undefined
}

/** A longer mask, such as a path of many corners, is named by its kind only. */
const longestMask = 300

/** Describes a move for the log, in the words of apply_primitive. */
export function describeMove({ entry, values, strength, mask }: AppliedMove) {
  const move: Record<string, unknown> = { primitive_name: entry.name }
  if (values !== undefined) move.value = values
  if (strength !== undefined) move.strength = strength
  if (mask !== undefined) move.mask_spec = shorten(mask)
  return move
}

function shorten(mask: MaskSpec): unknown {
  if (JSON.stringify(mask).length <= longestMask) return mask
  return { dt_form: mask.dt_form, shortened: true }
}

import { decodeBlend } from '../modules/blend.ts'
import type { EditState, MaskForm } from '../state/edit-state.ts'
import { membersOf } from './form.ts'

/**
 * The state without the forms that only entries of an earlier state used; forms that nobody ever
 * used stay.
 */
export function pruneMasks(state: EditState, earlier: EditState): EditState {
  const [used, before] = [usedForms(state), usedForms(earlier)]
  const masks = state.masks.filter(({ id }) => used.has(id) || !before.has(id))
  return masks.length === state.masks.length ? state : { ...state, masks }
}

/** The forms with further ones; equal ids mean equal forms. */
export function addForms(
  masks: readonly MaskForm[],
  added: readonly MaskForm[],
): readonly MaskForm[] {
  const known = new Set(masks.map(({ id }) => id))
  return [
    ...masks,
    ...added.filter(
      ({ id }, index) => !known.has(id) && added.findIndex((form) => form.id === id) === index,
    ),
  ]
}

/** The ids of all forms that entries name, directly or in a group. */
function usedForms({ entries, masks }: EditState): ReadonlySet<number> {
  const byId = new Map(masks.map((form) => [form.id, form]))
  const used = new Set<number>()
  const visit = (id: number) => {
    const form = byId.get(id)
    if (form === undefined || used.has(id)) return
    used.add(id)
    for (const member of membersOf(form)) visit(member)
  }
  for (const { blendParams } of entries) visit(decodeBlend(blendParams)?.maskId ?? 0)
  return used
}

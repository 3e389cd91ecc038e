import { decodeBlend } from '../modules/blend.ts'
import type { EditState, MaskForm } from '../state/edit-state.ts'
import { membersOf } from './form.ts'

/**
 * Returns the state without the forms that only entries of an earlier state used. Forms that were
 * never used stay.
 */
export function pruneMasks(state: EditState, earlier: EditState): EditState {
  const used = usedForms(state)
  const before = usedForms(earlier)
  const masks = state.masks.filter(({ id }) => used.has(id) || !before.has(id))
  if (masks.length === state.masks.length) return state
  return { ...state, masks }
}

/** Returns the forms with further ones; forms of equal ids are equal, and are added once. */
export function addForms(
  masks: readonly MaskForm[],
  added: readonly MaskForm[],
): readonly MaskForm[] {
  const all = [...masks]
  const known = new Set(masks.map(({ id }) => id))
  for (const form of added) {
    if (known.has(form.id)) continue
    known.add(form.id)
    all.push(form)
  }
  return all
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

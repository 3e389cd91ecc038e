import { findLayout } from '../modules/find-layout.ts'
import type { EditState } from '../state/edit-state.ts'
import { identityOf } from '../vocabulary/check-entry.ts'
import type { EntryParameter, VocabularyEntry } from '../vocabulary/entry.ts'
import type { ManifestModule } from '../vocabulary/manifest.ts'
import type { Values } from './resolve-value.ts'

/**
 * True if the picture is as before: nothing that is switched on has changed, as at a strength of 0
 * or by the same move again; or the values do nothing, such as a crop to the whole picture, and
 * undid nothing.
 */
export function changesNothing(
  entry: VocabularyEntry,
  values: Values | undefined,
  before: EditState,
  after: EditState,
): boolean {
  if (effectOf(before) === effectOf(after)) return true
  if (!isIdle(entry, values ?? {})) return false
  return before.entries.every(({ params, enabled }, index) => {
    const next = after.entries[index]
    return next?.params === params && next.enabled === enabled
  })
}

/** All modules that are switched on, with their values and masks. */
const effectOf = ({ entries }: EditState): string =>
  JSON.stringify(
    entries
      .filter(({ enabled }) => enabled)
      .map(({ operation, params, blendParams }) => [operation, params, blendParams]),
  )

/** True if the move acts by its parameters only, and each of them is at its neutral value. */
function isIdle({ parameters, modules }: VocabularyEntry, values: Values): boolean {
  const all = parameters ?? []
  const hasParameter = ({ operation }: ManifestModule) =>
    all.some(({ module }) => module === operation)
  return (
    !modules.some(actsByItself) &&
    modules.every(hasParameter) &&
    all.every((parameter) => isNeutral(parameter, values[parameter.name] ?? parameter.default))
  )
}

/** True if a fixed value of a module is not at its neutral value. */
function actsByItself({ operation, modversion, values = {} }: ManifestModule): boolean {
  const layout = findLayout(operation, modversion)
  return Object.entries(values).some(([name, value]) => {
    const neutral = layout?.byName.get(name)?.neutral
    return neutral !== undefined && neutral !== value
  })
}

function isNeutral(parameter: EntryParameter, value: number): boolean {
  const layout = findLayout(parameter.module, parameter.modversion)
  return layout !== undefined && identityOf(parameter, layout) === value
}

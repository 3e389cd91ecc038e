import { findLayout } from '../modules/find-layout.ts'
import type { EditState } from '../state/edit-state.ts'
import { identityOf } from '../vocabulary/check-entry.ts'
import type { EntryParameter, VocabularyEntry } from '../vocabulary/entry.ts'
import type { ManifestModule } from '../vocabulary/manifest.ts'
import type { Values } from './resolve-value.ts'

/**
 * True if a move was applied at values that do nothing, such as a crop to the whole picture, and
 * undid nothing that was there before.
 */
export function changesNothing(
  entry: VocabularyEntry,
  values: Values | undefined,
  before: EditState,
  after: EditState,
): boolean {
  if (!isIdle(entry, values ?? {})) return false
  return before.entries.every(({ params, enabled }, index) => {
    const next = after.entries[index]
    return next?.params === params && next.enabled === enabled
  })
}

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

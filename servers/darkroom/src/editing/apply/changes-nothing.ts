import { findLayout } from '../modules/find-layout.ts'
import type { EditState } from '../state/edit-state.ts'
import { identityOf } from '../vocabulary/check-entry.ts'
import type { EntryParameter, VocabularyEntry } from '../vocabulary/entry.ts'
import type { Values } from './resolve-value.ts'

/**
 * Whether a move was applied at values that do nothing, such as a crop to the whole picture, and
 * took nothing back that was there before.
 */
export function changesNothing(
  entry: VocabularyEntry,
  values: Values | undefined,
  before: EditState,
  after: EditState,
): boolean {
  return (
    isIdle(entry, values ?? {}) &&
    before.entries.every(
      ({ params, enabled }, index) =>
        after.entries[index]?.params === params && after.entries[index]?.enabled === enabled,
    )
  )
}

/** Whether nothing but parameters acts, and each of them stands where it does nothing. */
function isIdle({ parameters, modules }: VocabularyEntry, values: Values): boolean {
  const isNeutral = (parameter: EntryParameter) => {
    const layout = findLayout(parameter.module, parameter.modversion)
    return (
      layout !== undefined &&
      identityOf(parameter, layout) === (values[parameter.name] ?? parameter.default)
    )
  }
  const actsAnyway = modules.some(({ operation, modversion, values: fixed = {} }) => {
    const neutralOf = (name: string) => findLayout(operation, modversion)?.byName.get(name)?.neutral
    return Object.entries(fixed).some(
      ([name, value]) => neutralOf(name) !== undefined && neutralOf(name) !== value,
    )
  })
  const hasParameter = (operation: string) =>
    parameters?.some(({ module }) => module === operation) ?? false
  return (
    !actsAnyway &&
    modules.every(({ operation }) => hasParameter(operation)) &&
    (parameters ?? []).every(isNeutral)
  )
}

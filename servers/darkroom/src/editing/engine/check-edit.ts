import { blendVersion, decodeBlend, maskModes } from '../modules/blend.ts'
import { findLayout } from '../modules/find-layout.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState, HistoryEntry } from '../state/edit-state.ts'
import { readXmp } from '../xmp/read-xmp.ts'
import { DarktableError } from './darktable-error.ts'

/** Refuses edits that darktable 4.2.1 would render wrongly without a word. */
export function checkEdit(xmp: string): void {
  const state = read(xmp)
  const faults = state.entries
    .filter(({ enabled }) => enabled)
    .flatMap((entry) => faultsOf(entry, state))
  if (faults.length > 0)
    throw new DarktableError(
      'dropped_entry',
      `darktable would misread the edit: ${faults.join('; ')}.`,
      faults.join('\n'),
    )
}

function read(xmp: string): EditState {
  try {
    return readXmp(xmp)
  } catch (thrown) {
    throw new DarktableError(
      'failed',
      thrown instanceof EditError ? thrown.message : 'The edit cannot be read.',
    )
  }
}

function faultsOf(
  { operation, modversion, blendVersion: version, blendParams }: HistoryEntry,
  { masks }: EditState,
): readonly string[] {
  const layout = findLayout(operation)
  const blend = decodeBlend(blendParams)
  const isDrawn = blend !== undefined && (blend.maskMode & maskModes.drawn) !== 0
  return [
    ...(layout && modversion > layout.modversion
      ? [
          `'${operation}' has version ${modversion}, and ${layout.modversion} is the newest that it knows`,
        ]
      : []),
    ...(blend && blend.maskMode !== 0 && version > blendVersion
      ? [
          `the mask of '${operation}' has version ${version}, and ${blendVersion} is the newest that it knows`,
        ]
      : []),
    ...(isDrawn && blend.maskId !== 0 && !masks.some(({ id }) => id === blend.maskId)
      ? [`the form of the mask of '${operation}' is missing`]
      : []),
  ]
}

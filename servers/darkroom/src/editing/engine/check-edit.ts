import { blendVersion, decodeBlend, maskModes } from '../modules/blend.ts'
import { findLayout } from '../modules/find-layout.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState, HistoryEntry } from '../state/edit-state.ts'
import { readXmp } from '../xmp/read-xmp.ts'
import { DarktableError } from './darktable-error.ts'

/** Throws if darktable 4.2.1 would render the edit wrongly without saying so. */
export function checkEdit(xmp: string): void {
  const state = read(xmp)
  const faults = state.entries
    .filter(({ enabled }) => enabled)
    .flatMap((entry) => entryFaults(entry, state))
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
    const message = thrown instanceof EditError ? thrown.message : 'The edit cannot be read.'
    throw new DarktableError('failed', message)
  }
}

function entryFaults(entry: HistoryEntry, { masks }: EditState): readonly string[] {
  const { operation, modversion } = entry
  const faults: string[] = []
  const known = findLayout(operation)?.modversion ?? Infinity
  if (modversion > known)
    faults.push(
      `'${operation}' has version ${modversion}, and ${known} is the newest that it knows`,
    )
  const blend = decodeBlend(entry.blendParams)
  if (blend === undefined || blend.maskMode === 0) return faults
  if (entry.blendVersion > blendVersion)
    faults.push(
      `the mask of '${operation}' has version ${entry.blendVersion}, ` +
        `and ${blendVersion} is the newest that it knows`,
    )
  const isDrawn = (blend.maskMode & maskModes.drawn) !== 0
  const isThere = blend.maskId === 0 || masks.some(({ id }) => id === blend.maskId)
  if (isDrawn && !isThere) faults.push(`the form of the mask of '${operation}' is missing`)
  return faults
}

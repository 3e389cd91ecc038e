import type { Frame } from '../geometry/frame.ts'
import { addForms, pruneMasks } from '../masks/prune-masks.ts'
import { decodeBlend, maskModes } from '../modules/blend.ts'
import { findLayout } from '../modules/find-layout.ts'
import type { EditState, HistoryEntry } from '../state/edit-state.ts'
import { withEntries } from '../state/with-entries.ts'
import { completeParams } from './complete-params.ts'
import { freePriority } from './free-priority.ts'

/** What is taken along. */
export interface PropagateOptions {
  readonly excludeOps?: readonly string[] | undefined
  /** Also what belongs to one picture: crop, rotation, retouching, lens, drawn masks. */
  readonly includePerImage?: boolean | undefined
  /** The target's; a rotation cannot be taken along without it. */
  readonly frame?: Frame | undefined
}

/** A target with the moves of a source. */
export interface Propagated {
  readonly state: EditState
  readonly appliedOps: readonly string[]
}

const perImage = new Set([
  'crop',
  'ashift',
  'flip',
  'clipping',
  'retouch',
  'spots',
  'lens',
  'liquify',
])
/** What darktable sets for each photo by itself. */
const technical = new Set([
  'rawprepare',
  'temperature',
  'demosaic',
  'colorin',
  'colorout',
  'gamma',
  'mask_manager',
])
/** What works on sensor data; a developed picture has none. */
const ofSensor = new Set(['highlights', 'temperature'])

/** Puts the moves of one photo on another: equal ones are replaced, the rest of the target stays. */
export function propagate(
  source: EditState,
  target: EditState,
  { excludeOps = [], includePerImage = false, frame }: PropagateOptions = {},
): Propagated {
  const travels = (entry: HistoryEntry) => {
    if (entry.layer === 'L1' || excludeOps.includes(entry.operation)) return false
    if (entry.layer === undefined && technical.has(entry.operation)) return false
    if (ofSensor.has(entry.operation) && target.kind !== 'raw') return false
    return includePerImage || (!perImage.has(entry.operation) && !isDrawn(entry))
  }
  const travelling = source.entries.filter(travels)
  const replaced = new Set(travelling.map(identityOf))
  // A look is whole: what it does not have must not be left over from another.
  const bringsLook = travelling.some(({ layer }) => layer === 'L2')
  const kept = target.entries.filter(
    (entry) => !replaced.has(identityOf(entry)) && !(bringsLook && entry.layer === 'L2'),
  )
  const entries = [...kept]
  for (const entry of travelling) entries.push(renumber(complete(entry, frame), entries))
  const masks = addForms(target.masks, source.masks)
  const state = pruneMasks(withEntries({ ...target, masks }, entries), {
    ...target,
    entries: [...source.entries, ...target.entries],
    masks,
  })
  return { state, appliedOps: travelling.map(({ operation }) => operation) }
}

const isDrawn = ({ blendParams }: HistoryEntry): boolean =>
  ((decodeBlend(blendParams)?.maskMode ?? 0) & maskModes.drawn) !== 0

const identityOf = ({ layer, operation, slot, multiPriority }: HistoryEntry): string =>
  [layer, operation, layer === undefined ? multiPriority : slot].join(' ')

/** A move of ours with what follows from it in the frame of the target. */
function complete(entry: HistoryEntry, frame: Frame | undefined): HistoryEntry {
  const layout =
    entry.layer === undefined ? undefined : findLayout(entry.operation, entry.modversion)
  return layout === undefined
    ? entry
    : { ...entry, params: completeParams(layout, entry.params, frame) }
}

/** Gives an instance another number where the target has that one already. */
function renumber(entry: HistoryEntry, others: readonly HistoryEntry[]): HistoryEntry {
  const isTaken = others.some(
    ({ operation, multiPriority }) =>
      operation === entry.operation && multiPriority === entry.multiPriority,
  )
  if (!isTaken) return entry
  const multiPriority = freePriority(others, entry.operation)
  return {
    ...entry,
    multiPriority,
    multiName: multiPriority === 0 ? entry.multiName : entry.multiName || (entry.source ?? ''),
  }
}

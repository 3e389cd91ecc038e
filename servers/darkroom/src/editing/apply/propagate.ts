import type { Frame } from '../geometry/frame.ts'
import { addForms, pruneMasks } from '../masks/prune-masks.ts'
import { decodeBlend, maskModes } from '../modules/blend.ts'
import { findLayout } from '../modules/find-layout.ts'
import type { EditState, HistoryEntry } from '../state/edit-state.ts'
import { withEntries } from '../state/with-entries.ts'
import { completeParams } from './complete-params.ts'
import { freePriority } from './free-priority.ts'

/** The moves to copy. */
export interface PropagateOptions {
  readonly excludeOps?: readonly string[] | undefined
  /** Copies also what belongs to one picture: crop, rotation, spots, lens, drawn masks. */
  readonly includePerImage?: boolean | undefined
  /** The frame of the target; a rotation cannot be copied without it. */
  readonly frame?: Frame | undefined
}

/** A target with the moves of a source, and the operations that were copied. */
export interface Propagated {
  readonly state: EditState
  readonly appliedOps: readonly string[]
}

/** The operations that belong to one picture. */
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
/** The operations that darktable sets for each photo by itself. */
const technical = new Set([
  'rawprepare',
  'temperature',
  'demosaic',
  'colorin',
  'colorout',
  'gamma',
  'mask_manager',
])
/** The operations that work on sensor data, which a developed picture does not have. */
const ofSensor = new Set(['highlights', 'temperature'])

/** Copies the moves of one photo to another; equal moves are replaced, other moves stay. */
export function propagate(
  source: EditState,
  target: EditState,
  { excludeOps = [], includePerImage = false, frame }: PropagateOptions = {},
): Propagated {
  const isCopied = (entry: HistoryEntry) => {
    if (entry.layer === 'L1' || excludeOps.includes(entry.operation)) return false
    if (entry.layer === undefined && technical.has(entry.operation)) return false
    if (ofSensor.has(entry.operation) && target.kind !== 'raw') return false
    return includePerImage || (!perImage.has(entry.operation) && !isDrawn(entry))
  }
  const copied = source.entries.filter(isCopied)
  const replaced = new Set(copied.map(identityOf))
  // A look is whole: no module of another look may be left over.
  const bringsLook = copied.some(({ layer }) => layer === 'L2')
  const kept = target.entries.filter(
    (entry) => !replaced.has(identityOf(entry)) && !(bringsLook && entry.layer === 'L2'),
  )
  const entries = [...kept]
  for (const entry of copied) entries.push(renumber(complete(entry, frame), entries))
  const masks = addForms(target.masks, source.masks)
  const state = pruneMasks(withEntries({ ...target, masks }, entries), {
    ...target,
    entries: [...source.entries, ...target.entries],
    masks,
  })
  return { state, appliedOps: copied.map(({ operation }) => operation) }
}

const isDrawn = ({ blendParams }: HistoryEntry): boolean =>
  ((decodeBlend(blendParams)?.maskMode ?? 0) & maskModes.drawn) !== 0

function identityOf({ layer, operation, slot, multiPriority }: HistoryEntry): string {
  if (layer === undefined) return ['', operation, multiPriority].join(' ')
  return [layer, operation, slot].join(' ')
}

/** Adds the fields of a move that follow from the frame of the target. */
function complete(entry: HistoryEntry, frame: Frame | undefined): HistoryEntry {
  if (entry.layer === undefined) return entry
  const layout = findLayout(entry.operation, entry.modversion)
  if (layout === undefined) return entry
  return { ...entry, params: completeParams(layout, entry.params, frame) }
}

/** Gives an instance another number if the target already has that one. */
function renumber(entry: HistoryEntry, others: readonly HistoryEntry[]): HistoryEntry {
  const isTaken = others.some(
    ({ operation, multiPriority }) =>
      operation === entry.operation && multiPriority === entry.multiPriority,
  )
  if (!isTaken) return entry
  const multiPriority = freePriority(others, entry.operation)
  if (multiPriority === 0) return { ...entry, multiPriority }
  return { ...entry, multiPriority, multiName: entry.multiName || (entry.source ?? '') }
}

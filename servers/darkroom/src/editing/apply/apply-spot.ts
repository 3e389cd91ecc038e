import { createFrameMap } from '../geometry/create-frame-map.ts'
import type { Frame, FrameMap, Point } from '../geometry/frame.ts'
import { formTypes, toForm } from '../masks/form.ts'
import { addForms, pruneMasks } from '../masks/prune-masks.ts'
import { mostSpots, retouchLayout } from '../modules/layouts/retouch-layout.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState, HistoryEntry, MaskForm } from '../state/edit-state.ts'
import { withEntries } from '../state/with-entries.ts'
import { freePriority } from './free-priority.ts'
import { replaceOrAdd } from './replace-or-add.ts'
import { readSpots, type StoredSpot, toRetouchEntry } from './retouch-entry.ts'

/** A round spot to be mended, in the frame that the caller sees. */
export interface Spot {
  readonly kind: 'heal' | 'clone'
  readonly x: number
  readonly y: number
  /** A share of the shorter side. */
  readonly radius: number
  /** The middle of clean pixels; a clone needs it, a heal finds a place beside the spot. */
  readonly source_x?: number | undefined
  readonly source_y?: number | undefined
  /** In percent. */
  readonly opacity?: number | undefined
  /** The width of the soft edge, a share of the shorter side. */
  readonly border?: number | undefined
}

const algorithms = { clone: 1, heal: 2 } as const
const defaultBorder = 0.02
/** The distance between a spot and its source, middle to middle, in radii. */
const farEnough = 2.2

/** Adds a spot to those that are mended. */
export function applySpot(state: EditState, spot: Spot, frame: Frame): EditState {
  checkSpot(spot)
  const circle = drawSpot(spot, createFrameMap(state, frame))
  const existing = state.entries.find(
    ({ operation, layer }) => operation === retouchLayout.operation && layer === 'L3',
  )
  const added: StoredSpot = {
    form: circle.id,
    algorithm: algorithms[spot.kind],
    opacity: (spot.opacity ?? 100) / 100,
  }
  const { entry, group } = toRetouchEntry(
    addSpot(added, existing, state.masks),
    existing ?? {
      multiName: '',
      multiPriority: freePriority(state.entries, retouchLayout.operation),
      attributes: [],
    },
  )
  const masks = addForms(state.masks, [circle, group])
  const entries = replaceOrAdd(state.entries, existing, entry)
  return pruneMasks(withEntries({ ...state, masks }, entries), state)
}

function drawSpot(spot: Spot, map: FrameMap): MaskForm {
  const { x, y, radius, border = defaultBorder } = spot
  const scale = map.scaleAt([x, y])
  const numbers = [...map.toStored([x, y]), radius * scale, border * scale]
  const cells = numbers.map((value) => ({ f32: value }))
  const source = map.toStored(sourceOf(spot, map.size))
  return toForm(formTypes.circle | formTypes.clone, [cells], source)
}

/** The spots of an entry with one more; an equal earlier spot is replaced. */
function addSpot(
  added: StoredSpot,
  existing: HistoryEntry | undefined,
  masks: readonly MaskForm[],
): readonly StoredSpot[] {
  const earlier = existing === undefined ? [] : readSpots(existing, masks)
  const spots = [...earlier.filter(({ form }) => form !== added.form), added]
  if (spots.length <= mostSpots) return spots
  throw new EditError(
    'invalid_input',
    `There are already ${mostSpots} spots, the most that one photo can have.`,
  )
}

function checkSpot({ kind, radius, source_x, source_y }: Spot): void {
  if (!(radius > 0))
    throw new EditError('invalid_input', 'The radius must be above 0.', { path: 'radius' })
  if (source_x !== undefined && source_y !== undefined) return
  const path = source_x === undefined ? 'source_x' : 'source_y'
  if (kind === 'clone')
    throw new EditError(
      'invalid_input',
      'A clone needs source_x and source_y: the middle of the clean pixels.',
      { path },
    )
  if (source_x !== source_y)
    throw new EditError('invalid_input', 'source_x and source_y belong together.', { path })
}

/** The caller's source, or a place beside the spot, inside the picture and apart from the spot. */
function sourceOf(
  { x, y, radius, border = defaultBorder, source_x, source_y }: Spot,
  [width, height]: Point,
): Point {
  if (source_x !== undefined && source_y !== undefined) return [source_x, source_y]
  const shorter = Math.min(width, height)
  const reachX = ((radius + border) * shorter) / width
  const reachY = ((radius + border) * shorter) / height
  const candidates: readonly Point[] = [
    [x + farEnough * reachX, y],
    [x - farEnough * reachX, y],
    [x, y + farEnough * reachY],
    [x, y - farEnough * reachY],
  ]
  const isInside = (place: number, margin: number) => place >= margin && place <= 1 - margin
  const found = candidates.find(
    (candidate) => isInside(candidate[0], reachX) && isInside(candidate[1], reachY),
  )
  if (found !== undefined) return found
  throw new EditError(
    'invalid_input',
    'There is no room beside the spot to take clean pixels from.',
    { path: 'radius', hint: 'Give source_x and source_y, or a smaller radius.' },
  )
}

import { createFrameMap } from '../geometry/create-frame-map.ts'
import type { Frame, Point } from '../geometry/frame.ts'
import { formTypes, toForm } from '../masks/form.ts'
import { addForms, pruneMasks } from '../masks/prune-masks.ts'
import { mostSpots, retouchLayout } from '../modules/layouts/retouch-layout.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState } from '../state/edit-state.ts'
import { withEntries } from '../state/with-entries.ts'
import { freePriority } from './free-priority.ts'
import { readSpots, toRetouchEntry } from './retouch-entry.ts'

/** A round spot to be mended, in the frame that the caller sees. */
export interface Spot {
  readonly kind: 'heal' | 'clone'
  readonly x: number
  readonly y: number
  /** A share of the shorter side. */
  readonly radius: number
  /** Where clean pixels are; a clone needs it, a heal finds a place beside the spot. */
  readonly source_x?: number | undefined
  readonly source_y?: number | undefined
  /** Percent. */
  readonly opacity?: number | undefined
  /** Width of the soft edge, a share of the shorter side. */
  readonly border?: number | undefined
}

const algorithms = { clone: 1, heal: 2 } as const
/** How many radii lie between a spot and its source, middle to middle. */
const farEnough = 2.2

/** Mends one spot more. */
export function applySpot(state: EditState, spot: Spot, frame: Frame): EditState {
  checkSpot(spot)
  const map = createFrameMap(state, frame)
  const { x, y, radius, border = 0.02, opacity = 100 } = spot
  const scale = map.scaleAt([x, y])
  const cells = [...map.toStored([x, y]), radius * scale, border * scale].map((value) => ({
    f32: value,
  }))
  const circle = toForm(
    formTypes.circle | formTypes.clone,
    [cells],
    map.toStored(sourceOf(spot, map.size)),
  )
  const existing = state.entries.find(
    (entry) => entry.operation === retouchLayout.operation && entry.layer === 'L3',
  )
  const earlier = existing === undefined ? [] : readSpots(existing, state.masks)
  const spots = [
    ...earlier.filter(({ form }) => form !== circle.id),
    { form: circle.id, algorithm: algorithms[spot.kind], opacity: opacity / 100 },
  ]
  if (spots.length > mostSpots)
    throw new EditError(
      'invalid_input',
      `There are ${mostSpots} spots already, the most that one photo can have.`,
    )
  const { entry, group } = toRetouchEntry(
    spots,
    existing ?? {
      multiName: '',
      multiPriority: freePriority(state.entries, retouchLayout.operation),
      attributes: [],
    },
  )
  const entries =
    existing === undefined
      ? [...state.entries, entry]
      : state.entries.map((other) => (other === existing ? entry : other))
  return pruneMasks(
    withEntries({ ...state, masks: addForms(state.masks, [circle, group]) }, entries),
    state,
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
      'A clone needs source_x and source_y: where the clean pixels are.',
      { path },
    )
  if (source_x !== source_y)
    throw new EditError('invalid_input', 'source_x and source_y belong together.', { path })
}

/**
 * The caller's source, or a place beside the spot that lies in the picture and does not touch the
 * spot.
 */
function sourceOf(
  { x, y, radius, border = 0.02, source_x, source_y }: Spot,
  [width, height]: Point,
): Point {
  if (source_x !== undefined && source_y !== undefined) return [source_x, source_y]
  const shorter = Math.min(width, height)
  const reach: Point = [
    ((radius + border) * shorter) / width,
    ((radius + border) * shorter) / height,
  ]
  const directions: readonly Point[] = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]
  const candidates = directions.map(([across, down]): Point => [
    x + across * farEnough * reach[0],
    y + down * farEnough * reach[1],
  ])
  const isInside = (place: number, margin: number) => place >= margin && place <= 1 - margin
  const found = candidates.find(
    (candidate) => isInside(candidate[0], reach[0]) && isInside(candidate[1], reach[1]),
  )
  if (found) return found
  throw new EditError(
    'invalid_input',
    'There is no room beside the spot to take clean pixels from.',
    {
      path: 'radius',
      hint: 'Give source_x and source_y, or a smaller radius.',
    },
  )
}

import { Buffer } from 'node:buffer'
import { EditError } from '../edit-error.ts'
import { type EditState, type HistoryEntry, type MaskForm, withEntries } from '../edit-state.ts'
import { createFrameMap } from '../masks/create-frame-map.ts'
import { formTypes, memberBits, membersOf, toForm, toGroup } from '../masks/form.ts'
import type { Frame, Point } from '../masks/frame.ts'
import { addForms, pruneMasks } from '../masks/prune-masks.ts'
import { blendSpaces, blendVersion, decodeBlend, encodeBlend, maskModes, plainBlend } from '../modules/blend-params.ts'
import { mostSpots, retouchLayout } from '../modules/layouts/retouch.ts'
import { decodeParams, encodeParams, type FieldValues } from '../modules/params.ts'

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
const distortAlways = 2

/** Mends one spot more. */
export function applySpot(state: EditState, spot: Spot, frame: Frame): EditState {
  checkSpot(spot)
  const map = createFrameMap(state, frame)
  const { x, y, radius, border = 0.02, opacity = 100 } = spot
  const scale = map.scaleAt([x, y])
  const circle = toForm(formTypes.circle | formTypes.clone, [[...map.toStored([x, y]), radius * scale, border * scale].map((value) => ({ f32: value }))], map.toStored(sourceOf(spot, frame)))
  const existing = state.entries.find((entry) => entry.operation === retouchLayout.operation && entry.layer === 'L3')
  const earlier = existing === undefined ? [] : spotsOf(existing, state.masks)
  const spots = [...earlier.filter(({ form }) => form !== circle.id), { form: circle.id, algorithm: algorithms[spot.kind], opacity: opacity / 100 }]
  if (spots.length > mostSpots) throw new EditError('invalid_input', `There are ${mostSpots} spots already, the most that one photo can have.`)
  const group = toGroup(spots.map(({ form, opacity }) => ({ form, state: memberBits.use | memberBits.show | memberBits.union, opacity })))
  const entry = toEntry(spots, group, existing)
  const entries = existing === undefined ? [...state.entries, entry] : state.entries.map((other) => (other === existing ? entry : other))
  return pruneMasks(withEntries({ ...state, masks: addForms(state.masks, [circle, group]) }, entries), state)
}

function checkSpot({ kind, radius, source_x, source_y }: Spot): void {
  if (!(radius > 0)) throw new EditError('invalid_input', 'The radius must be above 0.', { path: 'radius' })
  const hasSource = source_x !== undefined && source_y !== undefined
  if (kind === 'clone' && !hasSource) throw new EditError('invalid_input', 'A clone needs source_x and source_y: where the clean pixels are.', { path: source_x === undefined ? 'source_x' : 'source_y' })
  if (!hasSource && (source_x !== undefined || source_y !== undefined)) throw new EditError('invalid_input', 'source_x and source_y belong together.', { path: source_x === undefined ? 'source_x' : 'source_y' })
}

/** The caller's source, or a place beside the spot that lies in the picture and does not touch the spot. */
function sourceOf({ x, y, radius, border = 0.02, source_x, source_y }: Spot, { width, height }: Frame): Point {
  if (source_x !== undefined && source_y !== undefined) return [source_x, source_y]
  const reach = radius + border
  const [acrossUnit, downUnit] = width > height ? [height / width, 1] : [1, width / height]
  const [away, margin] = [2.2 * reach, reach]
  const candidates: readonly Point[] = [[x + away * acrossUnit, y], [x - away * acrossUnit, y], [x, y + away * downUnit], [x, y - away * downUnit]]
  const fits = ([sourceX, sourceY]: Point) => sourceX >= margin * acrossUnit && sourceX <= 1 - margin * acrossUnit && sourceY >= margin * downUnit && sourceY <= 1 - margin * downUnit
  const found = candidates.find(fits)
  if (found === undefined) throw new EditError('invalid_input', 'There is no room beside the spot to take clean pixels from.', { path: 'radius', hint: 'Give source_x and source_y, or a smaller radius.' })
  return found
}

interface StoredSpot {
  readonly form: number
  readonly algorithm: number
  readonly opacity: number
}

/** The spots that a module has, with the opacity that its group keeps. */
function spotsOf({ params, blendParams }: HistoryEntry, masks: readonly MaskForm[]): readonly StoredSpot[] {
  const values = decodeParams(retouchLayout, params)
  const group = masks.find(({ id }) => id === decodeBlend(blendParams)?.maskId)
  const members = group === undefined ? [] : membersOf(group)
  return Array.from({ length: mostSpots }, (_, index) => ({ form: Number(values[`spot[${index}].form`]), algorithm: Number(values[`spot[${index}].algorithm`]) }))
    .filter(({ form }) => form !== 0)
    .map((spot) => ({ ...spot, opacity: members.includes(spot.form >>> 0) && group ? opacityIn(group, members.indexOf(spot.form >>> 0)) : 1 }))
}

/** The last of the four cells of a member. */
const opacityIn = ({ points }: MaskForm, index: number): number => Buffer.from(points, 'hex').readFloatLE(index * 16 + 12)

function toEntry(spots: readonly StoredSpot[], group: MaskForm, existing: HistoryEntry | undefined): HistoryEntry {
  const fields: FieldValues = Object.assign(
    {},
    ...spots.map(({ form, algorithm }, index) => ({ [`spot[${index}].form`]: form, [`spot[${index}].algorithm`]: algorithm, [`spot[${index}].distort_mode`]: distortAlways })),
  )
  return {
    operation: retouchLayout.operation,
    modversion: retouchLayout.modversion,
    enabled: true,
    params: encodeParams(retouchLayout, fields),
    multiName: existing?.multiName ?? '',
    multiPriority: existing?.multiPriority ?? 0,
    blendVersion,
    blendParams: encodeBlend({ ...plainBlend, maskMode: maskModes.uniform | maskModes.drawn, space: blendSpaces.rgb, maskId: group.id }),
    layer: 'L3',
    source: 'spot',
    attributes: existing?.attributes ?? [],
  }
}

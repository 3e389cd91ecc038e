import { Buffer } from 'node:buffer'
import { memberBits, membersOf, toGroup } from '../masks/form.ts'
import {
  blendSpaces,
  blendVersion,
  decodeBlend,
  encodeBlend,
  maskModes,
  plainBlend,
} from '../modules/blend.ts'
import { mostSpots, retouchLayout } from '../modules/layouts/retouch-layout.ts'
import { decodeParams, encodeParams } from '../modules/params.ts'
import type { HistoryEntry, MaskForm } from '../state/edit-state.ts'

/** One spot as darktable keeps it. */
export interface StoredSpot {
  /** The id of its form. */
  readonly form: number
  readonly algorithm: number
  /** From 0 to 1. */
  readonly opacity: number
}

const distortAlways = 2
const memberSize = 16
const opacityAt = 12

/** Reads the spots of an entry, with the opacity that their group keeps. */
export function readSpots(
  { params, blendParams }: HistoryEntry,
  masks: readonly MaskForm[],
): readonly StoredSpot[] {
  const values = decodeParams(retouchLayout, params)
  const numberAt = (index: number, field: string) => Number(values[`spot[${index}].${field}`])
  const group = masks.find(({ id }) => id === decodeBlend(blendParams)?.maskId)
  return Array.from({ length: mostSpots }, (_, index) => ({
    form: numberAt(index, 'form'),
    algorithm: numberAt(index, 'algorithm'),
  }))
    .filter(({ form }) => form !== 0)
    .map((spot) => ({ ...spot, opacity: opacityOf(spot.form, group) }))
}

function opacityOf(form: number, group: MaskForm | undefined): number {
  if (group === undefined) return 1
  const index = membersOf(group).indexOf(form)
  if (index < 0) return 1
  return Buffer.from(group.points, 'hex').readFloatLE(index * memberSize + opacityAt)
}

/** Creates an entry with these spots, and the group that darktable looks them up in. */
export function toRetouchEntry(
  spots: readonly StoredSpot[],
  place: Pick<HistoryEntry, 'multiName' | 'multiPriority' | 'attributes'>,
): { readonly entry: HistoryEntry; readonly group: MaskForm } {
  const group = toGroup(
    spots.map(({ form, opacity }) => ({
      form,
      state: memberBits.use | memberBits.show | memberBits.union,
      opacity,
    })),
  )
  const fields: Record<string, number> = {}
  for (const [index, { form, algorithm }] of spots.entries()) {
    fields[`spot[${index}].form`] = form
    fields[`spot[${index}].algorithm`] = algorithm
    fields[`spot[${index}].distort_mode`] = distortAlways
  }
  const entry: HistoryEntry = {
    operation: retouchLayout.operation,
    modversion: retouchLayout.modversion,
    enabled: true,
    params: encodeParams(retouchLayout, fields),
    multiName: place.multiName,
    multiPriority: place.multiPriority,
    blendVersion,
    blendParams: encodeBlend({
      ...plainBlend,
      maskMode: maskModes.uniform | maskModes.drawn,
      space: blendSpaces.rgb,
      maskId: group.id,
    }),
    layer: 'L3',
    source: 'spot',
    attributes: place.attributes,
  }
  return { entry, group }
}

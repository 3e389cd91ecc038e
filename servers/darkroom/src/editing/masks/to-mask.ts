import { createHash } from 'node:crypto'
import { createFrameMap } from '../geometry/create-frame-map.ts'
import type { Frame, FrameMap } from '../geometry/frame.ts'
import {
  type BlendChannel,
  type BlendParams,
  blendSpaces,
  combineBits,
  encodeBlend,
  maskModes,
  plainBlend,
} from '../modules/blend.ts'
import type { Layout } from '../modules/layouts/define-layout.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState, MaskForm } from '../state/edit-state.ts'
import { memberBits, toGroup } from './form.ts'
import type { GroupMember, MaskSpec } from './mask-spec.ts'
import { toChannels } from './to-channels.ts'
import { toDrawnForm } from './to-drawn-form.ts'

/** The path of the mask in the caller's input. */
const path = 'mask_spec'

/** A mask as darktable keeps it: the blend parameters, and the forms that they name. */
export interface Mask {
  readonly blend: BlendParams
  readonly forms: readonly MaskForm[]
  /** Equal for masks that select the same, whatever their opacity. */
  readonly key: string
}

/** The state and frame in which a mask is placed. */
export interface MaskPlace {
  readonly state: EditState
  readonly frame: Frame | undefined
}

/** Converts a mask for one module. Named masks must be resolved before. */
export function toMask(spec: MaskSpec, layout: Layout, { state, frame }: MaskPlace): Mask {
  checkMaskable(layout)
  const members = membersOf(spec)
  const channels = channelsOf(spec)
  if (members.length === 0 && spec.range_filter === undefined)
    throw new EditError(
      'masking',
      'The mask selects nothing: it needs dt_form, range_filter, or kind and name.',
      { path },
    )
  if (channels.length > 0) checkHasColours(layout)
  const map = needsFrame(spec, members) ? createFrameMap(state, checkFrame(frame)) : undefined
  const forms = map === undefined ? [] : drawMembers(members, map)
  const side = Math.min(...(map?.size ?? [0]))
  const blend: BlendParams = {
    ...plainBlend,
    maskMode: modeOf(members, channels),
    space: blendSpaces[channels.length > 0 ? 'rgb' : layout.blendSpace],
    opacity: spec.opacity ?? 100,
    combine: spec.invert ? combineBits.invert : 0,
    maskId: forms.at(-1)?.id ?? 0,
    channels,
    feather: (spec.feather ?? 0) * side,
    blur: (spec.blur ?? 0) * side,
  }
  return { blend, forms, key: keyOf(blend) }
}

function checkMaskable({ operation, blendSpace }: Layout): void {
  if (blendSpace !== 'none') return
  throw new EditError(
    'masking',
    `The module '${operation}' acts on the whole picture and takes no mask.`,
    { path, hint: 'Leave the mask out.' },
  )
}

function checkHasColours({ operation, blendSpace }: Layout): void {
  if (blendSpace !== 'raw') return
  throw new EditError(
    'masking',
    `The module '${operation}' works on sensor data, ` +
      'which has no lightness or colour to select by.',
    { path: `${path}.range_filter`, hint: 'Use a drawn form.' },
  )
}

function checkFrame(frame: Frame | undefined): Frame {
  if (frame !== undefined) return frame
  throw new EditError(
    'state',
    'The size of the picture is not known, so the mask cannot be placed.',
    { path, hint: 'Use a range_filter without dt_form, feather and blur.' },
  )
}

function channelsOf({ range_filter: filter }: MaskSpec): readonly BlendChannel[] {
  if (filter === undefined) return []
  return toChannels([filter].flat(), `${path}.range_filter`)
}

function modeOf(members: readonly GroupMember[], channels: readonly BlendChannel[]): number {
  let mode: number = maskModes.uniform
  if (members.length > 0) mode |= maskModes.drawn
  if (channels.length > 0) mode |= maskModes.parametric
  return mode
}

function keyOf(blend: BlendParams): string {
  const bytes = encodeBlend({ ...blend, opacity: 100 })
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}

/** The drawn forms of a mask: one, several in a group, or none. */
function membersOf({ dt_form, dt_params, kind }: MaskSpec): readonly GroupMember[] {
  if (kind === 'named')
    throw new EditError('masking', 'A named mask cannot be looked up here.', { path })
  if (dt_form === undefined) {
    if (dt_params === undefined) return []
    throw new EditError('masking', 'There are dt_params, but no dt_form.', {
      path: `${path}.dt_form`,
      hint: 'Name the form that they belong to.',
    })
  }
  const { members, ...params } = dt_params ?? {}
  const membersPath = `${path}.dt_params.members`
  if (dt_form === 'group') {
    if (members !== undefined) return members
    throw new EditError('masking', 'A group needs members: one form or more.', {
      path: membersPath,
    })
  }
  if (members === undefined) return [{ dt_form, dt_params: params }]
  throw new EditError('masking', `A ${dt_form} has no members; only a group has.`, {
    path: membersPath,
  })
}

const needsFrame = ({ feather = 0, blur = 0 }: MaskSpec, members: readonly GroupMember[]) =>
  members.length > 0 || feather > 0 || blur > 0

/** Draws the forms, and last the group that joins them. */
function drawMembers(members: readonly GroupMember[], map: FrameMap): readonly MaskForm[] {
  if (members.length === 0) return []
  const pathOf = (index: number) =>
    members.length > 1 ? `${path}.dt_params.members[${index}].dt_params` : `${path}.dt_params`
  const forms = members.map(({ dt_form, dt_params = {} }, index) =>
    toDrawnForm(dt_form, dt_params, map, pathOf(index)),
  )
  const group = toGroup(
    members.map((member, index) => ({
      form: forms[index]?.id ?? 0,
      state: stateOf(member, index),
      opacity: (member.opacity ?? 100) / 100,
    })),
  )
  return [...forms, group]
}

/** The first member joins nothing. */
function stateOf({ combine = 'union', invert = false }: GroupMember, index: number): number {
  let state = memberBits.use | memberBits.show
  if (index > 0) state |= memberBits[combine]
  if (invert) state |= memberBits.invert
  return state
}

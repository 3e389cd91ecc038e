import { createHash } from 'node:crypto'
import { createFrameMap } from '../geometry/create-frame-map.ts'
import type { Frame, FrameMap } from '../geometry/frame.ts'
import {
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

/** Where the caller wrote the mask. */
const path = 'mask_spec'

/** A mask as darktable keeps it: the blend parameters, and the forms that they name. */
export interface Mask {
  readonly blend: BlendParams
  readonly forms: readonly MaskForm[]
  /** Equal for masks that select the same, whatever their opacity. */
  readonly key: string
}

/** A mask for one module. Named masks must have been looked up before. */
export function toMask(
  spec: MaskSpec,
  layout: Layout,
  { state, frame }: { readonly state: EditState; readonly frame: Frame | undefined },
): Mask {
  if (layout.blendSpace === 'none')
    throw new EditError(
      'masking',
      `The module '${layout.operation}' acts on the whole picture and takes no mask.`,
      { path, hint: 'Leave the mask out.' },
    )
  const members = membersOf(spec)
  const channels =
    spec.range_filter === undefined
      ? []
      : toChannels([spec.range_filter].flat(), `${path}.range_filter`)
  if (members.length === 0 && spec.range_filter === undefined)
    throw new EditError(
      'masking',
      'The mask selects nothing: it needs dt_form, range_filter, or kind and name.',
      { path },
    )
  if (channels.length > 0 && layout.blendSpace === 'raw') {
    throw new EditError(
      'masking',
      `The module '${layout.operation}' works on sensor data, which has no lightness or colour to select by.`,
      {
        path: `${path}.range_filter`,
        hint: 'Use a drawn form.',
      },
    )
  }
  const map = needsFrame(spec, members) ? createFrameMap(state, frameOf(frame)) : undefined
  const forms = map === undefined ? [] : drawMembers(members, map)
  const side = Math.min(...(map?.size ?? [0]))
  const blend: BlendParams = {
    ...plainBlend,
    maskMode:
      maskModes.uniform |
      (members.length > 0 ? maskModes.drawn : 0) |
      (channels.length > 0 ? maskModes.parametric : 0),
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

const keyOf = (blend: BlendParams): string => {
  const bytes = encodeBlend({ ...blend, opacity: 100 })
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8)
}

function membersOf({ dt_form, dt_params, kind }: MaskSpec): readonly GroupMember[] {
  if (kind === 'named')
    throw new EditError('masking', 'A named mask cannot be looked up here.', { path })
  if (dt_form === undefined) {
    if (dt_params !== undefined)
      throw new EditError('masking', 'dt_params stand without dt_form.', {
        path: `${path}.dt_form`,
        hint: 'Name the form that they belong to.',
      })
    return []
  }
  const { members, ...params } = dt_params ?? {}
  if (dt_form !== 'group') {
    if (members !== undefined)
      throw new EditError('masking', `A ${dt_form} has no members; a group has.`, {
        path: `${path}.dt_params.members`,
      })
    return [{ dt_form, dt_params: params }]
  }
  if (members === undefined)
    throw new EditError('masking', 'A group needs members: one form or more.', {
      path: `${path}.dt_params.members`,
    })
  return members
}

const needsFrame = ({ feather = 0, blur = 0 }: MaskSpec, members: readonly GroupMember[]) =>
  members.length > 0 || feather > 0 || blur > 0

function frameOf(frame: Frame | undefined): Frame {
  if (frame) return frame
  throw new EditError(
    'state',
    'The size of the picture is not known, so the mask cannot be placed.',
    {
      path,
      hint: 'Use a range_filter without dt_form, feather and blur.',
    },
  )
}

/** The forms, and last the group that joins them. */
function drawMembers(members: readonly GroupMember[], map: FrameMap): readonly MaskForm[] {
  if (members.length === 0) return []
  const place = (index: number) =>
    members.length > 1 ? `${path}.dt_params.members[${index}].dt_params` : `${path}.dt_params`
  const forms = members.map(({ dt_form, dt_params = {} }, index) =>
    toDrawnForm(dt_form, dt_params, map, place(index)),
  )
  const group = toGroup(
    members.map(({ combine = 'union', invert = false, opacity = 100 }, index) => ({
      form: forms[index]?.id ?? 0,
      state:
        memberBits.use |
        memberBits.show |
        (index === 0 ? 0 : memberBits[combine]) |
        (invert ? memberBits.invert : 0),
      opacity: opacity / 100,
    })),
  )
  return [...forms, group]
}

import type { Frame } from '../geometry/frame.ts'
import { type Perspective, toPerspective } from '../geometry/homography.ts'
import { type Crop, largestCrop } from '../geometry/largest-crop.ts'
import type { Layout } from '../modules/layouts/define-layout.ts'
import { decodeParams, patchParams } from '../modules/params.ts'
import { EditError } from '../state/edit-error.ts'

const keepCornersHint = 'Apply corner_crop with 0 first to keep the corners.'
const wholeFrame: Crop = { left: 0, top: 0, right: 1, bottom: 1 }

/**
 * Adds the crop of a turned picture, which darktable computes only in its window. The module
 * `ashift` is "rotate and perspective": its cropmode 0 is off, and cl to cb are the edges of the
 * crop, from 0 to 1.
 */
export function completeParams(layout: Layout, params: string, frame: Frame | undefined): string {
  if (layout.operation !== 'ashift') return params
  const fields = decodeParams(layout, params)
  const perspective = toPerspective(fields)
  const isStraight = Object.values(perspective).every((value) => value === 0)
  const keepsAll = isStraight || fields.cropmode === 0
  const { left, top, right, bottom } = keepsAll ? wholeFrame : withoutCorners(perspective, frame)
  return patchParams(layout, params, { cl: left, cr: right, ct: top, cb: bottom })
}

function withoutCorners(perspective: Perspective, frame: Frame | undefined): Crop {
  if (frame === undefined)
    throw new EditError(
      'state',
      'The size of this photo is not known, so the empty corners cannot be cut off.',
      { hint: keepCornersHint },
    )
  const crop = largestCrop(perspective, frame.width, frame.height)
  if (crop) return crop
  throw new EditError(
    'invalid_input',
    'Nothing of the picture would be left without empty corners.',
    { path: 'value', hint: `Give values nearer to 0. ${keepCornersHint}` },
  )
}

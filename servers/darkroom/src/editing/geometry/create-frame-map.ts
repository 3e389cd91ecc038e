import { findLayout } from '../modules/find-layout.ts'
import { decodeParams, type FieldValues } from '../modules/params.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState, HistoryEntry } from '../state/edit-state.ts'
import type { Frame, FrameMap, Point } from './frame.ts'
import { invert, project, toHomography, toPerspective } from './homography.ts'
import type { Crop } from './largest-crop.ts'

const noBorder = { left: 0, top: 0, right: 0, bottom: 0 }
/** Modules that move pixels in ways that we do not follow. */
const unknownGeometry = new Set(['clipping', 'rotatepixels', 'scalepixels', 'liquify'])

/**
 * Follows the way back from what is seen over crop, orientation, rotation and perspective to what
 * is stored.
 */
export function createFrameMap(state: EditState, frame: Frame): FrameMap {
  const blocking = state.entries.find(
    ({ operation, enabled }) => enabled && unknownGeometry.has(operation),
  )
  if (blocking) {
    throw new EditError(
      'masking',
      `Forms cannot be placed: the sidecar's module '${blocking.operation}' moves the picture in a way that is not followed.`,
      {
        hint: `Remove the module '${blocking.operation}' first, or use a range_filter without a drawn form.`,
      },
    )
  }
  const warp = toWarp(settings(state, 'ashift'), frame)
  const flip = orientationBits(settings(state, 'flip'), frame)
  const turned: Point = (flip & 4) === 0 ? warp.size : [warp.size[1], warp.size[0]]
  const crop = toCrop(settings(state, 'crop'))
  const seen: Point = [turned[0] * (crop.right - crop.left), turned[1] * (crop.bottom - crop.top)]

  const { left, top, right, bottom } = frame.border ?? noBorder
  const sensor: Point = [left + frame.width + right, top + frame.height + bottom]

  const toStoredPixels = ([x, y]: Point): Point =>
    warp.back(unflip([x + crop.left * turned[0], y + crop.top * turned[1]], flip, warp.size))
  const toStored: FrameMap['toStored'] = ([x, y]) => {
    const [storedX, storedY] = toStoredPixels([x * seen[0], y * seen[1]])
    return [(left + storedX) / sensor[0], (top + storedY) / sensor[1]]
  }
  const turn: FrameMap['turn'] = ([x, y], [across, down]) => {
    const step = Math.min(...seen) / 1000 / Math.hypot(across, down)
    const from = toStoredPixels([x * seen[0], y * seen[1]])
    const to = toStoredPixels([x * seen[0] + across * step, y * seen[1] + down * step])
    return [(to[0] - from[0]) / step, (to[1] - from[1]) / step]
  }
  const scaleAt: FrameMap['scaleAt'] = (at) => {
    const [a, b] = [turn(at, [1, 0]), turn(at, [0, 1])]
    const pixels = Math.sqrt(Math.abs(a[0] * b[1] - a[1] * b[0]))
    return (pixels * Math.min(...seen)) / Math.min(...sensor)
  }
  return {
    toStored,
    turn,
    scaleAt,
    diagonalScale: Math.hypot(...seen) / Math.hypot(...sensor),
    size: seen,
  }
}

/** The fields of the step that counts, the last enabled one of the module. */
function settings(state: EditState, operation: string): FieldValues | undefined {
  const last = state.entries.findLast((entry: HistoryEntry) => entry.operation === operation)
  const layout = last?.enabled ? findLayout(operation, last.modversion) : undefined
  return layout && last ? decodeParams(layout, last.params) : undefined
}

const numberOf = (values: FieldValues, name: string): number => Number(values[name] ?? 0)

function toWarp(
  values: FieldValues | undefined,
  { width, height }: Frame,
): { readonly size: Point; back(point: Point): Point } {
  if (values === undefined) return { size: [width, height], back: (point) => point }
  const { matrix, size } = toHomography(toPerspective(values), width, height)
  const inverse = invert(matrix)
  const [left, right, top, bottom] = [
    numberOf(values, 'cl'),
    numberOf(values, 'cr'),
    numberOf(values, 'ct'),
    numberOf(values, 'cb'),
  ]
  return {
    size: [size[0] * (right - left), size[1] * (bottom - top)],
    back: ([x, y]) => project(inverse, [x + left * size[0], y + top * size[1]]),
  }
}

/**
 * EXIF orientations 1 to 8 as darktable's bits: 1 turns y over, 2 turns x over, 4 then changes x
 * and y.
 */
const exifBits = [0, 2, 3, 1, 4, 5, 7, 6]

function orientationBits(values: FieldValues | undefined, { orientation = 1 }: Frame): number {
  const chosen = values === undefined ? -1 : numberOf(values, 'orientation')
  return chosen >= 0 ? chosen : (exifBits[orientation - 1] ?? 0)
}

function unflip([x, y]: Point, bits: number, [width, height]: Point): Point {
  const [a, b] = (bits & 4) === 0 ? [x, y] : [y, x]
  return [(bits & 2) === 0 ? a : width - a, (bits & 1) === 0 ? b : height - b]
}

function toCrop(values: FieldValues | undefined): Crop {
  if (values === undefined) return { left: 0, top: 0, right: 1, bottom: 1 }
  return {
    left: numberOf(values, 'cx'),
    top: numberOf(values, 'cy'),
    right: numberOf(values, 'cw'),
    bottom: numberOf(values, 'ch'),
  }
}

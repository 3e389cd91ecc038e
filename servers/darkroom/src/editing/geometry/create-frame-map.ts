import { findLayout } from '../modules/find-layout.ts'
import { decodeParams, type FieldValues } from '../modules/params.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState, HistoryEntry } from '../state/edit-state.ts'
import type { Frame, FrameMap, Point } from './frame.ts'
import { invert, project, toHomography, toPerspective } from './homography.ts'
import type { Crop } from './largest-crop.ts'

const noBorder = { left: 0, top: 0, right: 0, bottom: 0 }
/** Modules that move pixels in ways that we cannot follow. */
const unknownGeometry = new Set(['clipping', 'rotatepixels', 'scalepixels', 'liquify'])

/**
 * Creates the map from the seen frame to the stored one: back through crop, orientation, rotation
 * and perspective.
 */
export function createFrameMap(state: EditState, frame: Frame): FrameMap {
  checkGeometry(state)
  const warp = toWarp(settings(state, 'ashift'), frame)
  const flip = orientationBits(settings(state, 'flip'), frame)
  const turned = swapIf((flip & swapsAxes) !== 0, warp.size)
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
    const a = turn(at, [1, 0])
    const b = turn(at, [0, 1])
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

function checkGeometry({ entries }: EditState): void {
  const blocking = entries.find(
    ({ operation, enabled }) => enabled && unknownGeometry.has(operation),
  )
  if (blocking === undefined) return
  throw new EditError(
    'masking',
    `Forms cannot be placed: the sidecar's module '${blocking.operation}' moves the picture ` +
      'in a way that cannot be followed.',
    {
      hint:
        `Remove the module '${blocking.operation}' first, ` +
        'or use a range_filter without a drawn form.',
    },
  )
}

/** The fields of the module's last step; undefined if that step is disabled or not known. */
function settings(state: EditState, operation: string): FieldValues | undefined {
  const last = state.entries.findLast((entry: HistoryEntry) => entry.operation === operation)
  if (last === undefined || !last.enabled) return undefined
  const layout = findLayout(operation, last.modversion)
  return layout && decodeParams(layout, last.params)
}

const numberOf = (values: FieldValues, name: string): number => Number(values[name] ?? 0)

/** The size of the warped picture, and the way of a point back to the picture as it is stored. */
interface Warp {
  readonly size: Point
  back(point: Point): Point
}

function toWarp(values: FieldValues | undefined, { width, height }: Frame): Warp {
  if (values === undefined) return { size: [width, height], back: (point) => point }
  const { matrix, size } = toHomography(toPerspective(values), width, height)
  const inverse = invert(matrix)
  const left = numberOf(values, 'cl')
  const right = numberOf(values, 'cr')
  const top = numberOf(values, 'ct')
  const bottom = numberOf(values, 'cb')
  return {
    size: [size[0] * (right - left), size[1] * (bottom - top)],
    back: ([x, y]) => project(inverse, [x + left * size[0], y + top * size[1]]),
  }
}

/** The bits of darktable's orientation; the axes are swapped last. */
const flipsY = 1
const flipsX = 2
const swapsAxes = 4

/** The bits of the EXIF orientations 1 to 8. */
const exifBits = [0, 2, 3, 1, 4, 5, 7, 6]

function orientationBits(values: FieldValues | undefined, { orientation = 1 }: Frame): number {
  // A negative number means the orientation of the camera.
  const chosen = values === undefined ? -1 : numberOf(values, 'orientation')
  if (chosen >= 0) return chosen
  return exifBits[orientation - 1] ?? 0
}

function unflip(point: Point, bits: number, [width, height]: Point): Point {
  const [x, y] = swapIf((bits & swapsAxes) !== 0, point)
  const isFlippedX = (bits & flipsX) !== 0
  const isFlippedY = (bits & flipsY) !== 0
  return [isFlippedX ? width - x : x, isFlippedY ? height - y : y]
}

function swapIf(isSwapped: boolean, [x, y]: Point): Point {
  if (isSwapped) return [y, x]
  return [x, y]
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

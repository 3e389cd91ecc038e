import type { Point } from './frame.ts'
import { invert, type Perspective, project, toHomography } from './homography.ts'

/** The edges of a crop, as shares of the frame. */
export interface Crop {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A line that bounds the crop on one side: n·middle − reach·scale ≥ distance. */
interface Edge {
  readonly normal: Point
  readonly reach: number
  readonly distance: number
}

type Edges = readonly [top: Edge, right: Edge, bottom: Edge, left: Edge]

interface Candidate {
  readonly middle: Point
  readonly scale: number
}

/**
 * darktable leaves a dark pixel along an edge, even of a preview and after a quarter turn. The
 * margin is one pixel of a preview of this size.
 */
const smallestPreview = 500
const tolerance = 1e-6

/**
 * Returns the largest crop in the shape of the photo that has no empty corner of the warped
 * picture. Returns undefined if nothing is left.
 */
export function largestCrop(
  perspective: Perspective,
  width: number,
  height: number,
): Crop | undefined {
  const { matrix, size } = toHomography(perspective, width, height)
  const shape = shapeAfter(perspective.rotation, width, height)
  const to = (x: number, y: number): Point => project(matrix, [x, y])
  const a = to(0, 0)
  const b = to(width, 0)
  const c = to(width, height)
  const d = to(0, height)
  const margin = Math.max(1, Math.max(width, height) / smallestPreview)
  const edge = (from: Point, next: Point) => toEdge(from, next, shape, margin)
  const best = largest([edge(a, b), edge(b, c), edge(c, d), edge(d, a)])
  if (best === undefined) return undefined
  const halfWidth = (best.scale * shape[0]) / 2
  const halfHeight = (best.scale * shape[1]) / 2
  return {
    left: (best.middle[0] - halfWidth) / size[0],
    top: (best.middle[1] - halfHeight) / size[1],
    right: (best.middle[0] + halfWidth) / size[0],
    bottom: (best.middle[1] + halfHeight) / size[1],
  }
}

/** A picture that is turned by more than half a quarter gets a crop on its side. */
function shapeAfter(rotation: number, width: number, height: number): Point {
  const angle = (rotation * Math.PI) / 180
  if (Math.abs(Math.sin(angle)) > Math.abs(Math.cos(angle))) return [height, width]
  return [width, height]
}

/** An edge of the picture in clockwise direction, so that the picture lies to its right. */
function toEdge(
  [x, y]: Point,
  [nextX, nextY]: Point,
  [width, height]: Point,
  margin: number,
): Edge {
  const length = Math.hypot(nextX - x, nextY - y)
  const normal: Point = [(y - nextY) / length, (nextX - x) / length]
  return {
    normal,
    reach: (Math.abs(normal[0]) * width + Math.abs(normal[1]) * height) / 2,
    distance: normal[0] * x + normal[1] * y + margin,
  }
}

/**
 * Solves a linear programme of three unknowns. Its best points touch three of the four edges; the
 * mean of several best points is as good, and central.
 */
function largest(edges: Edges): Candidate | undefined {
  const [top, right, bottom, left] = edges
  const touched = [
    touching(top, right, bottom),
    touching(right, bottom, left),
    touching(bottom, left, top),
    touching(left, top, right),
  ]
  const candidates = touched.filter((candidate) => fits(candidate, edges))
  const scale = Math.max(...candidates.map((candidate) => candidate.scale))
  if (!(scale > 0)) return undefined
  const best = candidates.filter((candidate) => candidate.scale > scale - tolerance)
  const mean = (axis: 0 | 1) =>
    best.reduce((sum, { middle }) => sum + middle[axis], 0) / best.length
  return { middle: [mean(0), mean(1)], scale }
}

/** The crop that touches three edges. */
function touching(p: Edge, q: Edge, r: Edge): Candidate {
  const [a, b, c, d, e, f, g, h, i] = invert([
    ...p.normal,
    -p.reach,
    ...q.normal,
    -q.reach,
    ...r.normal,
    -r.reach,
  ])
  const row = (first: number, second: number, third: number) =>
    first * p.distance + second * q.distance + third * r.distance
  return { middle: [row(a, b, c), row(d, e, f)], scale: row(g, h, i) }
}

const fits = ({ middle, scale }: Candidate, edges: Edges): boolean =>
  edges.every(
    ({ normal, reach, distance }) =>
      normal[0] * middle[0] + normal[1] * middle[1] - reach * scale >= distance - tolerance * reach,
  )

/** The picture as it is stored, before any orientation. */
export interface Frame {
  readonly width: number
  readonly height: number
  /** As EXIF numbers it, 1 to 8. */
  readonly orientation?: number
  /**
   * Pixels of the sensor round the picture that are not shown, before any orientation; forms are
   * placed on the whole sensor.
   */
  readonly border?: Border
  /** What a lens correction looks up. */
  readonly camera?: CameraFacts
}

/** Widths of an edge, in pixels. */
export interface Border {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Which camera and lens took a picture, and how they were set. */
export interface CameraFacts {
  readonly make: string
  readonly model: string
  readonly lens?: string
  readonly focalLength?: number
  readonly aperture?: number
}

/** A point or a direction, in pixels or in shares of a frame. */
export type Point = readonly [x: number, y: number]

/** From the frame that the caller sees to the frame in which darktable keeps its forms. */
export interface FrameMap {
  /** Shares of the seen frame to shares of the stored one. */
  toStored(point: Point): Point
  /** A direction in pixels at a point of the seen frame, as it lies in the stored one. */
  turn(at: Point, direction: Point): Point
  /** How many shorter sides of the stored frame one shorter side of the seen frame is, at a point. */
  scaleAt(at: Point): number
  /** How many diagonals of the stored frame one diagonal of the seen frame is. */
  readonly diagonalScale: number
  /** Width and height of what is seen, in pixels. */
  readonly size: Point
}

/** The picture as it is stored, before any orientation. */
export interface Frame {
  readonly width: number
  readonly height: number
  /** The EXIF orientation, 1 to 8. */
  readonly orientation?: number | undefined
  /**
   * The pixels of the sensor around the picture that are not shown, before any orientation. Forms
   * are placed on the whole sensor.
   */
  readonly border?: Border | undefined
  /** The camera and lens, which a lens correction needs. */
  readonly camera?: CameraFacts | undefined
}

/** The widths of the four edges, in pixels. */
export interface Border {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The camera and lens that took a picture, and their settings. */
export interface CameraFacts {
  readonly make: string
  readonly model: string
  readonly lens?: string | undefined
  readonly focalLength?: number | undefined
  readonly aperture?: number | undefined
}

/** A point or a direction, in pixels or as shares of a frame. */
export type Point = readonly [x: number, y: number]

/** Maps the frame that the caller sees to the frame in which darktable keeps its forms. */
export interface FrameMap {
  /** Maps shares of the seen frame to shares of the stored one. */
  toStored(point: Point): Point
  /** Maps a direction in pixels at a point of the seen frame to its direction in the stored one. */
  turn(at: Point, direction: Point): Point
  /** The shorter side of the seen frame divided by that of the stored frame, at a point. */
  scaleAt(at: Point): number
  /** The diagonal of the seen frame divided by that of the stored frame. */
  readonly diagonalScale: number
  /** The width and height of the seen frame, in pixels. */
  readonly size: Point
}

/** The light on a sensor, and the EXIF data of the photo. */
export interface Scene {
  readonly width: number
  readonly height: number
  /** Returns linear red, green and blue of a pixel; 1 is the brightest value of the sensor. */
  readonly pixelAt: (x: number, y: number) => readonly [red: number, green: number, blue: number]
  readonly make?: string | undefined
  readonly model?: string | undefined
  readonly lensModel?: string | undefined
  /** In millimetres. */
  readonly focalLength?: number | undefined
  /** The EXIF orientation, 1 to 8. */
  readonly orientation?: number | undefined
}

/** One field of an image file directory: TIFF 6.0, section 2. */
interface Field {
  readonly tag: number
  readonly type: number
  readonly count: number
  readonly bytes: Uint8Array
}

const black = 512
const white = 16_383

/** Converts XYZ to the colours of the camera, which are those of sRGB. */
const colourMatrix = [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.204, 1.057]

/**
 * Writes a scene as a raw file: an uncompressed Bayer mosaic of 16 bits, with the tags that the DNG
 * specification (1.4) requires.
 */
export function toDng(scene: Scene): Uint8Array {
  const { width, height } = scene
  const exif = exifFields(scene)
  const mainAt = 8
  const exifAt = mainAt + sizeOf(mainFields(scene, 0, 0))
  const pixelsAt = exifAt + sizeOf(exif)
  const file = new Uint8Array(pixelsAt + width * height * 2)
  file.set([0x49, 0x49, 42, 0, mainAt, 0, 0, 0])
  writeDirectory(file, mainAt, mainFields(scene, exifAt, pixelsAt))
  writeDirectory(file, exifAt, exif)
  writeMosaic(new DataView(file.buffer, pixelsAt), scene)
  return file
}

const exifFields = ({
  width,
  height,
  lensModel = 'Pinhole 35mm',
  focalLength = 35,
}: Scene): readonly Field[] => [
  rationals(33_437, [[8, 1]]),
  shorts(34_855, [100]),
  ascii(36_867, '2026:01:01 12:00:00'),
  rationals(37_386, [[Math.round(focalLength * 10), 10]]),
  longs(40_962, [width]),
  longs(40_963, [height]),
  ascii(42_036, lensModel),
]

function mainFields(scene: Scene, exifAt: number, pixelsAt: number): readonly Field[] {
  const { width, height, make = 'Toolaccord', model = 'Pinhole', orientation = 1 } = scene
  return [
    longs(254, [0]),
    longs(256, [width]),
    longs(257, [height]),
    shorts(258, [16]),
    shorts(259, [1]),
    shorts(262, [32_803]),
    ascii(271, make),
    ascii(272, model),
    longs(273, [pixelsAt]),
    shorts(274, [orientation]),
    shorts(277, [1]),
    longs(278, [height]),
    longs(279, [width * height * 2]),
    shorts(284, [1]),
    shorts(33_421, [2, 2]),
    bytes(33_422, [0, 1, 1, 2]),
    longs(34_665, [exifAt]),
    bytes(50_706, [1, 4, 0, 0]),
    bytes(50_707, [1, 1, 0, 0]),
    ascii(50_708, `${make} ${model}`),
    shorts(50_714, [black]),
    shorts(50_717, [white]),
    signedRationals(50_721, colourMatrix),
    rationals(50_728, [
      [1, 1],
      [1, 1],
      [1, 1],
    ]),
    shorts(50_778, [21]),
  ]
}

function writeMosaic(view: DataView, { width, height, pixelAt }: Scene): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Red and blue are in opposite corners of every square of four, green in the others.
      const value = pixelAt(x, y)[(x % 2) + (y % 2)] ?? 0
      const light = Math.min(1, Math.max(0, value))
      view.setUint16((y * width + x) * 2, Math.round(black + light * (white - black)), true)
    }
  }
}

const directoryBytes = (count: number) => 2 + count * 12 + 4
const even = (length: number) => length + (length % 2)
/** The bytes of a field that are outside of its directory. */
const outside = ({ bytes }: Field) => (bytes.length > 4 ? even(bytes.length) : 0)
const sizeOf = (fields: readonly Field[]) =>
  even(directoryBytes(fields.length)) + fields.reduce((sum, field) => sum + outside(field), 0)

function writeDirectory(file: Uint8Array, at: number, fields: readonly Field[]): void {
  const view = new DataView(file.buffer)
  let free = at + even(directoryBytes(fields.length))
  view.setUint16(at, fields.length, true)
  for (const [index, field] of fields.entries()) {
    const entry = at + 2 + index * 12
    view.setUint16(entry, field.tag, true)
    view.setUint16(entry + 2, field.type, true)
    view.setUint32(entry + 4, field.count, true)
    const isInside = outside(field) === 0
    if (!isInside) view.setUint32(entry + 8, free, true)
    file.set(field.bytes, isInside ? entry + 8 : free)
    free += outside(field)
  }
}

/** The storage of the values of one type. */
interface Encoding {
  readonly type: number
  /** The bytes of one value. */
  readonly size: number
  readonly write: (view: DataView, at: number, value: number) => void
}

const byteType: Encoding = {
  type: 1,
  size: 1,
  write: (view, at, value) => view.setUint8(at, value),
}
const shortType: Encoding = {
  type: 3,
  size: 2,
  write: (view, at, value) => view.setUint16(at, value, true),
}
const longType: Encoding = {
  type: 4,
  size: 4,
  write: (view, at, value) => view.setUint32(at, value, true),
}
const rationalType: Encoding = { ...longType, type: 5 }
const signedRationalType: Encoding = {
  type: 10,
  size: 4,
  write: (view, at, value) => view.setInt32(at, value, true),
}

function field(
  tag: number,
  { type, size, write }: Encoding,
  values: readonly number[],
  count = values.length,
): Field {
  const bytes = new Uint8Array(values.length * size)
  const view = new DataView(bytes.buffer)
  for (const [index, value] of values.entries()) write(view, index * size, value)
  return { tag, type, count, bytes }
}

const bytes = (tag: number, values: readonly number[]) => field(tag, byteType, values)
const shorts = (tag: number, values: readonly number[]) => field(tag, shortType, values)
const longs = (tag: number, values: readonly number[]) => field(tag, longType, values)
const rationals = (tag: number, values: readonly (readonly [number, number])[]) =>
  field(tag, rationalType, values.flat(), values.length)

function signedRationals(tag: number, values: readonly number[]): Field {
  const fractions = values.flatMap((value) => [Math.round(value * 10_000), 10_000])
  return field(tag, signedRationalType, fractions, values.length)
}

function ascii(tag: number, text: string): Field {
  const encoded = new TextEncoder().encode(`${text}\0`)
  return { tag, type: 2, count: encoded.length, bytes: encoded }
}

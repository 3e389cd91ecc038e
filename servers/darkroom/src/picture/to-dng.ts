/** What a sensor saw, and what the camera wrote about it. */
export interface Scene {
  readonly width: number
  readonly height: number
  /** Linear red, green and blue of a pixel, 1 being the brightest that the sensor tells apart. */
  readonly pixelAt: (x: number, y: number) => readonly [red: number, green: number, blue: number]
  readonly make?: string
  readonly model?: string
  readonly lensModel?: string
  /** In millimetres. */
  readonly focalLength?: number
  /** As EXIF has it, 1 to 8. */
  readonly orientation?: number
}

/** One field of an image file directory: TIFF 6.0, section 2. */
interface Field {
  readonly tag: number
  readonly type: number
  readonly count: number
  readonly bytes: Uint8Array
}

const [black, white] = [512, 16_383]

/** From XYZ to the camera, whose colours are those of sRGB. */
const colourMatrix = [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.204, 1.057]

/**
 * Writes a scene as a raw file: an uncompressed Bayer mosaic of 16 bits, with the tags that the DNG
 * specification (1.4) asks for.
 */
export function toDng(scene: Scene): Uint8Array {
  const {
    width,
    height,
    make = 'Toolaccord',
    model = 'Pinhole',
    lensModel = 'Pinhole 35mm',
    focalLength = 35,
    orientation = 1,
  } = scene
  const exif = [
    rationals(33_437, [[8, 1]]),
    shorts(34_855, [100]),
    ascii(36_867, '2026:01:01 12:00:00'),
    rationals(37_386, [[Math.round(focalLength * 10), 10]]),
    longs(40_962, [width]),
    longs(40_963, [height]),
    ascii(42_036, lensModel),
  ]
  const mainFields = (exifAt: number, pixelsAt: number): readonly Field[] => [
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
  const mainAt = 8
  const exifAt = mainAt + sizeOf(mainFields(0, 0))
  const pixelsAt = exifAt + sizeOf(exif)
  const file = new Uint8Array(pixelsAt + width * height * 2)
  file.set([0x49, 0x49, 42, 0, mainAt, 0, 0, 0])
  writeDirectory(file, mainAt, mainFields(exifAt, pixelsAt))
  writeDirectory(file, exifAt, exif)
  writeMosaic(new DataView(file.buffer, pixelsAt), scene)
  return file
}

function writeMosaic(view: DataView, { width, height, pixelAt }: Scene): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Red and blue stand in the corners of every square of four, green between them.
      const value = pixelAt(x, y)[(x % 2) + (y % 2)] ?? 0
      view.setUint16(
        (y * width + x) * 2,
        Math.round(black + Math.min(1, Math.max(0, value)) * (white - black)),
        true,
      )
    }
  }
}

const directoryBytes = (count: number) => 2 + count * 12 + 4
const even = (length: number) => length + (length % 2)
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

/** A field of numbers; `write` puts one value at a place. */
function field(
  tag: number,
  type: number,
  size: number,
  values: readonly number[],
  write: (view: DataView, at: number, value: number) => void,
  count = values.length,
): Field {
  const bytes = new Uint8Array(values.length * size)
  const view = new DataView(bytes.buffer)
  for (const [index, value] of values.entries()) write(view, index * size, value)
  return { tag, type, count, bytes }
}

const bytes = (tag: number, values: readonly number[]) =>
  field(tag, 1, 1, values, (view, at, value) => view.setUint8(at, value))
const shorts = (tag: number, values: readonly number[]) =>
  field(tag, 3, 2, values, (view, at, value) => view.setUint16(at, value, true))
const longs = (tag: number, values: readonly number[]) =>
  field(tag, 4, 4, values, (view, at, value) => view.setUint32(at, value, true))
const rationals = (tag: number, values: readonly (readonly [number, number])[]) =>
  field(
    tag,
    5,
    4,
    values.flat(),
    (view, at, value) => view.setUint32(at, value, true),
    values.length,
  )
const signedRationals = (tag: number, values: readonly number[]) =>
  field(
    tag,
    10,
    4,
    values.flatMap((value) => [Math.round(value * 10_000), 10_000]),
    (view, at, value) => view.setInt32(at, value, true),
    values.length,
  )

function ascii(tag: number, text: string): Field {
  const encoded = new TextEncoder().encode(`${text}\0`)
  return { tag, type: 2, count: encoded.length, bytes: encoded }
}

import exifr from 'exifr'
import type { ExifSummary, ImageFacts } from './image-facts.ts'

/** What a file tells about how it was taken. */
export interface Exif {
  readonly summary: ExifSummary
  readonly aperture: number | null
  /** 1 to 8. */
  readonly orientation: number
  /** The pixels of the main picture, where they are written down. */
  readonly size: Pick<NonNullable<ImageFacts['frame']>, 'width' | 'height'> | null
}

const tags = [
  'Make',
  'Model',
  'LensModel',
  'FocalLength',
  'FNumber',
  'Orientation',
  'ExifImageWidth',
  'ExifImageHeight',
  'ImageWidth',
  'ImageHeight',
]

/** The tags of a photo; a file without them, or with broken ones, is one without. */
export async function readExif(path: string): Promise<Exif> {
  const found: unknown = await exifr
    .parse(path, { pick: tags, translateValues: false })
    .catch(() => undefined)
  // The cast names what a file may or may not hold; every member is checked below.
  const read = (found ?? {}) as Readonly<Record<string, unknown>>
  const orientation = toNumber(read.Orientation)
  return {
    summary: {
      make: toText(read.Make),
      model: toText(read.Model),
      lens_model: toText(read.LensModel),
      focal_length_mm: toNumber(read.FocalLength),
    },
    aperture: toNumber(read.FNumber),
    orientation: orientation !== null && orientation >= 1 && orientation <= 8 ? orientation : 1,
    size:
      toSize(read.ExifImageWidth, read.ExifImageHeight) ??
      toSize(read.ImageWidth, read.ImageHeight),
  }
}

/** Cameras fill fields up with blanks and zero bytes. */
function toText(value: unknown): string | null {
  const text =
    typeof value === 'string'
      ? value
          .replaceAll(/\p{Cc}/gu, ' ')
          .trim()
          .slice(0, 200)
      : ''
  return text === '' ? null : text
}

const toNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

function toSize(width: unknown, height: unknown): Exif['size'] {
  const [w, h] = [toNumber(width), toNumber(height)]
  return w !== null && h !== null && w > 0 && h > 0 ? { width: w, height: h } : null
}

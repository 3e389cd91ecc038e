import exifr from 'exifr'
import type { ExifSummary, ImageFacts } from './image-facts.ts'

/** The EXIF data of a photo. */
export interface Exif {
  readonly summary: ExifSummary
  readonly aperture: number | null
  /** 1 to 8. */
  readonly orientation: number
  /** The size of the main picture, if the file has it. */
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

/** Reads the EXIF data of a photo; broken data count as none. */
export async function readExif(path: string): Promise<Exif> {
  const found: unknown = await exifr
    .parse(path, { pick: tags, translateValues: false })
    .catch(() => undefined)
  // The cast is safe, because every property is checked below.
  const read = (found ?? {}) as Readonly<Record<string, unknown>>
  return {
    summary: {
      make: toText(read.Make),
      model: toText(read.Model),
      lens_model: toText(read.LensModel),
      focal_length_mm: toNumber(read.FocalLength),
    },
    aperture: toNumber(read.FNumber),
    orientation: toOrientation(read.Orientation),
    size:
      toSize(read.ExifImageWidth, read.ExifImageHeight) ??
      toSize(read.ImageWidth, read.ImageHeight),
  }
}

/** Cameras pad fields with blanks and zero bytes. */
function toText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.replaceAll(/\p{Cc}/gu, ' ').trim()
  return text.slice(0, 200) || null
}

const toNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

function toOrientation(value: unknown): number {
  const number = toNumber(value)
  const isValid = number !== null && number >= 1 && number <= 8
  return isValid ? number : 1
}

function toSize(width: unknown, height: unknown): Exif['size'] {
  const across = toNumber(width) ?? 0
  const down = toNumber(height) ?? 0
  if (across <= 0 || down <= 0) return null
  return { width: across, height: down }
}

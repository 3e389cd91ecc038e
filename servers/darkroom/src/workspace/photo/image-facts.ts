import { basename } from 'node:path'
import * as z from 'zod'

const text = z.string().nullable()
const Border = z.object({
  left: z.number(),
  top: z.number(),
  right: z.number(),
  bottom: z.number(),
})

/** The schema of the EXIF data that tools return. */
export const ExifSummary = z.object({
  make: text.describe('Maker of the camera'),
  model: text.describe('Model of the camera'),
  lens_model: text.describe('Model of the lens'),
  focal_length_mm: z.number().nullable().describe('Focal length in millimetres'),
})

/** The EXIF data that tools return. */
export type ExifSummary = z.output<typeof ExifSummary>

/** The schema of the facts about an original, written once when it is ingested. */
export const ImageFacts = z.object({
  image_id: z.string(),
  /** The name of the link to the original, in the folder `raw`. */
  file: z.string().refine((file) => basename(file) === file && file !== '..'),
  sha256: z.string(),
  bytes: z.number(),
  modified_ms: z.number(),
  kind: z.enum(['raw', 'ldr']),
  /**
   * The size as stored, before the orientation is applied. The border of the sensor is absent if
   * darktable could not be asked.
   */
  frame: z
    .object({
      width: z.number(),
      height: z.number(),
      orientation: z.number(),
      border: Border.optional(),
    })
    .nullable(),
  aperture: z.number().nullable(),
  exif: ExifSummary,
  ingested_at: z.string(),
})

/** The facts about an original. */
export type ImageFacts = z.output<typeof ImageFacts>

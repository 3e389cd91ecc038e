import { basename } from 'node:path'
import * as z from 'zod'

const text = z.string().nullable()
const Border = z.object({
  left: z.number(),
  top: z.number(),
  right: z.number(),
  bottom: z.number(),
})

/** What the camera wrote about a photo, as far as it is asked for. */
export const ExifSummary = z.object({
  make: text.describe('Maker of the camera'),
  model: text.describe('Model of the camera'),
  lens_model: text.describe('Model of the lens'),
  focal_length_mm: z.number().nullable().describe('Focal length in millimetres'),
})

/** What the camera wrote, as it was read. */
export type ExifSummary = z.output<typeof ExifSummary>

/** What is known of the original of a workspace; written once, when it is ingested. */
export const ImageFacts = z.object({
  image_id: z.string(),
  /** The name of the link to the original, in the folder raw. */
  file: z.string().refine((file) => basename(file) === file && file !== '..'),
  sha256: z.string(),
  bytes: z.number(),
  modified_ms: z.number(),
  kind: z.enum(['raw', 'ldr']),
  /**
   * As stored, before the orientation is applied; the border is that of the sensor, where darktable
   * could tell.
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

/** What is known of an original, as it was read. */
export type ImageFacts = z.output<typeof ImageFacts>

import * as z from 'zod'
import { MaskSpec } from '../masks/mask-spec.ts'
import { derivations } from './derivations.ts'

const Name = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lowercase words joined by underscores')
const Text = z.string().min(1).max(500)
const Tags = z
  .array(z.string().regex(/^[a-z0-9-]{1,32}$/))
  .min(1)
  .max(16)
const Encoding = z.enum(['le_f32', 'le_i32'])

/** A field of a module; the value is multiplied by `scale`, then `plus` is added. */
const Place = z.strictObject({
  offset: z.int().min(0),
  encoding: Encoding,
  scale: z.number().optional(),
  plus: z.number().optional(),
})

const ManifestParameter = Place.extend({
  name: Name,
  type: z.literal('float'),
  summary: Text,
  unit: z.string().min(1).max(20).optional(),
  range: z.tuple([z.number(), z.number()]),
  default: z.number(),
  /** The value that does nothing; by default the neutral value of the field. */
  identity: z.number().optional(),
  module: z.string(),
  modversion: z.int(),
  /** Further fields that are set to the same value. */
  also: z.array(Place).max(8).optional(),
})

const ManifestModule = z.strictObject({
  operation: z.string(),
  modversion: z.int(),
  values: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  /** Separates uses of one operation that must not share their settings. */
  instance: z
    .string()
    .regex(/^[a-z_]{1,20}$/)
    .optional(),
  /** The way to apply a strength below 1: values nearer to neutral, opacity, or none. */
  strength: z.enum(['fields', 'opacity', 'none']).optional(),
})

const ManifestEntry = z.strictObject({
  name: Name,
  layer: z.enum(['L1', 'L2', 'L3']),
  subtype: z.string().regex(/^[a-z-]{1,32}$/),
  description: Text,
  tags: Tags,
  modules: z.array(ManifestModule).min(1).max(16),
  parameters: z.array(ManifestParameter).min(1).max(16).optional(),
  /** A rule that computes further fields from the values of the parameters. */
  derive: z.enum(derivations).optional(),
  mask_spec: MaskSpec.optional(),
  global_variant: Name.optional(),
  applies_to: z
    .strictObject({ make: z.string(), model: z.string(), lens_model: z.string() })
    .optional(),
  raw_only: z.boolean().optional(),
})

const ManifestMask = z.strictObject({
  name: Name,
  kind: z.literal('mask'),
  description: Text,
  tags: Tags,
  spec: MaskSpec,
  llm_vision_prompt: Text.optional(),
})

/** The schema of a pack of vocabulary. */
export const Manifest = z.strictObject({
  pack: Name,
  darktable_version: z.string(),
  source: Text,
  license: z.string(),
  entries: z.array(ManifestEntry).max(1000).optional(),
  masks: z.array(ManifestMask).max(1000).optional(),
})

/** A pack of vocabulary. */
export type Manifest = z.infer<typeof Manifest>
/** One move of a pack. */
export type ManifestEntry = z.infer<typeof ManifestEntry>
/** One module that a move sets. */
export type ManifestModule = z.infer<typeof ManifestModule>
/** One number that a caller may give. */
export type ManifestParameter = z.infer<typeof ManifestParameter>
/** One named mask of a pack. */
export type ManifestMask = z.infer<typeof ManifestMask>

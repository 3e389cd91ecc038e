import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { VocabularyEntry } from '../editing/index.ts'
import type { Darkroom } from './darkroom.ts'

const Layer = z.enum(['L1', 'L2', 'L3'])

const Parameter = z.object({
  name: z.string(),
  type: z.string(),
  unit: z.string().optional(),
  range: z.tuple([z.number(), z.number()]).describe('Lowest and highest value, both included'),
  default: z.number().describe('Taken when no value is given'),
  module: z.string().describe("darktable's operation"),
  modversion: z.int(),
  offset: z.int().describe('Of the field in the parameters of the operation, in bytes'),
})

/** A move, as a list shows it. */
export const VocabularyItem = z.object({
  name: z.string(),
  layer: Layer,
  subtype: z.string().nullable(),
  description: z.string(),
  tags: z.array(z.string()),
  touches: z.array(z.string()).describe("darktable's operations that it sets"),
  mask_spec: z.record(z.string(), z.unknown()).nullable().describe('The mask that it comes with'),
  global_variant: z.string().nullable().describe('The same move without a mask'),
  parameters: z.array(Parameter).nullable().describe('What apply_primitive takes as value; null when it takes none'),
})

export const listVocabulary = ({ vocabulary }: Darkroom) =>
  defineTool({
    name: 'list_vocabulary',
    summary: 'List the moves that can be applied to a photo, with their parameters and ranges.',
    description: 'Begin here. Moves of layer L3 and looks of layer L2 are applied by name with apply_primitive; L1 and L2 are bound with bind_layers.',
    input: z.object({
      layer: Layer.optional().describe('L1 corrections for a camera and lens, L2 looks, L3 single moves'),
      tags: z.array(z.string().min(1).max(64)).max(32).optional().describe('Keep what has any of these tags'),
    }),
    output: z.array(VocabularyItem),
    effect: 'read',
    cli: { flags: { tags: 'tag' } },
    run: ({ layer, tags }) => ok(vocabulary.list({ layer, tags }).map(toVocabularyItem)),
  })

/** Shows a move. */
export const toVocabularyItem = ({ name, layer, subtype, description, tags, touches, mask_spec, global_variant, parameters }: VocabularyEntry) => ({
  name,
  layer,
  subtype,
  description,
  tags,
  touches,
  mask_spec,
  global_variant,
  parameters: parameters?.map(({ name, type, unit, range, default: initial, module, modversion, offset }) => ({ name, type, unit, range, default: initial, module, modversion, offset })) ?? null,
})

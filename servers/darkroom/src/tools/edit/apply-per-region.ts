import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { entryArgument, imageArgument, labelArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { findEntry } from '../../calls/find-entry.ts'
import { guard } from '../../calls/guard.ts'
import { Edited, editState } from '../../calls/state-after.ts'
import {
  type EditState,
  MaskSpec,
  type VocabularyEntry,
  applyRegions,
} from '../../editing/index.ts'
import { describeMove } from './describe-move.ts'
import { warnIdle } from './warn-idle.ts'

const values = z
  .record(z.string(), z.number())
  .optional()
  .describe('Values by the name of the parameter')

const Move = z.object({
  primitive_name: entryArgument.describe('A move'),
  parameter_values: values,
})

const Region = z
  .object({
    mask_spec: MaskSpec.describe('The region'),
    parameter_values: values,
    ops: z
      .array(Move)
      .min(1)
      .max(64)
      .optional()
      .describe('The moves of this region, if regions have different ones'),
  })
  .meta({
    examples: [
      {
        mask_spec: { kind: 'named', name: 'mask_sky' },
        ops: [{ primitive_name: 'exposure', parameter_values: { ev: -0.5 } }],
      },
    ],
  })

const input = z.object({
  image_id: imageArgument,
  regions: z.array(Region).min(1).max(64).describe('The regions'),
  primitive_name: entryArgument.optional().describe('The one move for all regions'),
  label: labelArgument,
})

const output = Edited.extend({
  n_regions: z.int(),
  n_op_region_pairs: z.int().describe('Moves that were applied, counted once per region'),
  primitive_name: z.string().nullable(),
  shape: z.enum(['single', 'mixed']).describe('One move for all regions, or moves per region'),
})

const description = [
  'Either one move for all regions (primitive_name, with parameter_values per region,',
  'at most 32 regions), or moves per region (ops, at most 64 in all).',
].join(' ')

/** The most moves of one call that the log describes. */
const mostLogged = 8

/** Creates the tool that applies moves to several regions. */
export const applyPerRegion = ({ workspaces, vocabulary }: Darkroom) =>
  defineTool({
    name: 'apply_per_region',
    summary: 'Apply moves to several regions of an image, as one snapshot.',
    description,
    input,
    output,
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'masking_error', 'versioning_error'],
    cli: { positionals: ['image_id'], flags: { primitive_name: 'entry' } },
    run: ({ image_id, regions, primitive_name, label }, call) =>
      guard(call, async () => {
        const workspace = await workspaces.open(image_id)
        const { frame } = workspace
        const entry =
          primitive_name === undefined
            ? undefined
            : findEntry(vocabulary, primitive_name, 'primitive_name')
        const metadata: Record<string, unknown> = {}
        let pairs = 0
        let idle: readonly VocabularyEntry[] = []
        const apply = (state: EditState) => {
          const applied = applyRegions(state, regions, { entry, vocabulary, frame })
          pairs = applied.pairs.length
          idle = applied.idle
          metadata.moves = applied.pairs.slice(0, mostLogged).map(describeMove)
          return applied.state
        }
        const about = {
          label: label ?? `apply ${entry?.name ?? 'moves'} to ${regions.length} regions`,
          metadata,
          signal: call.signal,
        }
        const edited = await editState(workspace, about, apply)
        for (const move of idle) warnIdle(call, move)
        return ok({
          ...edited,
          n_regions: regions.length,
          n_op_region_pairs: pairs,
          primitive_name: entry?.name ?? null,
          shape: entry === undefined ? 'mixed' : 'single',
        } as const)
      }),
  })

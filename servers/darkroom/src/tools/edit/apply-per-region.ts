import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { entryArgument, imageArgument, labelArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { findEntry } from '../../calls/find-entry.ts'
import { guard } from '../../calls/guard.ts'
import { Edited, editState } from '../../calls/state-after.ts'
import { MaskSpec, type VocabularyEntry, applyRegions } from '../../editing/index.ts'
import { warnIdle } from './warn-idle.ts'

const values = z
  .record(z.string().max(64), z.number())
  .optional()
  .describe('Values by the name of the parameter')

const Region = z
  .object({
    mask_spec: MaskSpec.describe('The region'),
    parameter_values: values,
    ops: z
      .array(
        z.object({ primitive_name: entryArgument.describe('A move'), parameter_values: values }),
      )
      .min(1)
      .max(64)
      .optional()
      .describe('Moves of this region, where regions have different ones'),
  })
  .meta({
    examples: [
      {
        mask_spec: { kind: 'named', name: 'mask_sky' },
        ops: [{ primitive_name: 'exposure', parameter_values: { ev: -0.5 } }],
      },
    ],
  })

export const applyPerRegion = ({ workspaces, vocabulary }: Darkroom) =>
  defineTool({
    name: 'apply_per_region',
    summary: 'Apply moves to several regions of an image, as one snapshot.',
    description: [
      'Either one move for all regions (primitive_name, with parameter_values per region, at most 32 regions), or moves per region (ops, at most 64 in all).',
      'Details of failures: image_id or primitive_name (not_found), head_hash (versioning_error, when HEAD is detached).',
    ].join(' '),
    input: z.object({
      image_id: imageArgument,
      regions: z.array(Region).min(1).max(64).describe('The regions'),
      primitive_name: entryArgument.optional().describe('The one move for all regions'),
      label: labelArgument,
    }),
    output: Edited.extend({
      n_regions: z.int(),
      n_op_region_pairs: z.int().describe('Moves that were applied, counted once per region'),
      primitive_name: z.string().nullable(),
      shape: z.enum(['single', 'mixed']).describe('One move for all regions, or moves per region'),
    }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'masking_error', 'versioning_error'],
    cli: { positionals: ['image_id'], flags: { primitive_name: 'entry' } },
    run: ({ image_id, regions, primitive_name, label }, call) =>
      guard(call, async () => {
        const workspace = await workspaces.open(image_id)
        const entry =
          primitive_name === undefined
            ? undefined
            : findEntry(vocabulary, primitive_name, 'primitive_name')
        let pairs = 0
        let idle: readonly VocabularyEntry[] = []
        const edited = await editState(
          workspace,
          label ?? `apply ${entry?.name ?? 'moves'} to ${regions.length} regions`,
          (state) => {
            const applied = applyRegions(state, regions, {
              entry,
              vocabulary,
              frame: workspace.frame,
            })
            ;({ pairs, idle } = applied)
            return applied.state
          },
          call.signal,
        )
        for (const move of idle) warnIdle(call, move)
        const shape = entry === undefined ? 'mixed' : 'single'
        return ok({
          ...edited,
          n_regions: regions.length,
          n_op_region_pairs: pairs,
          primitive_name: entry?.name ?? null,
          shape,
        } as const)
      }),
  })

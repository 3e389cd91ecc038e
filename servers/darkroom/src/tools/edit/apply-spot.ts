import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, labelArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { Edited, editState } from '../../calls/state-after.ts'
import { applySpot as addSpot } from '../../editing/index.ts'

const Kind = z.enum(['heal', 'clone'])
const share = z.number().min(0).max(1)

const input = z.object({
  image_id: imageArgument,
  kind: Kind.describe('Blend in with what is around, or copy the source'),
  x: share.describe('Middle of the spot, across').meta({ examples: [0.24] }),
  y: share.describe('Middle of the spot, down').meta({ examples: [0.2] }),
  radius: z
    .number()
    .gt(0)
    .max(1)
    .describe('As a share of the shorter side')
    .meta({ examples: [0.02] }),
  source_x: share.optional().describe('Middle of what is copied; clone needs it'),
  source_y: share.optional().describe('Middle of what is copied; clone needs it'),
  opacity: z.number().min(0).max(100).default(100).describe('In percent'),
  border: z
    .number()
    .min(0)
    .max(0.5)
    .default(0.02)
    .describe('Width of the soft edge, as a share of the shorter side'),
  label: labelArgument,
})

const output = Edited.extend({
  kind: Kind,
  coordinates: z.object({ x: z.number(), y: z.number(), radius: z.number() }),
})

const description = [
  'Coordinates are shares of the picture as it is shown, from the top left corner:',
  '0.5, 0.5 is its middle. Without a source, heal finds one nearby.',
].join(' ')

/** Creates the tool that heals or clones a spot. */
export const applySpot = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'apply_spot',
    summary: 'Heal or clone over a round spot, such as dust, as one snapshot.',
    description,
    input,
    output,
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'masking_error', 'versioning_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id, label, ...spot }, call) =>
      guard(call, async () => {
        const workspace = await workspaces.open(image_id)
        const frame =
          workspace.frame ??
          call.fail('state_error', {
            message: 'The file does not contain the size of the picture, so no spot can be placed.',
          })
        const edited = await editState(
          workspace,
          { label: label ?? `${spot.kind} a spot`, metadata: { spot }, signal: call.signal },
          (state) => addSpot(state, spot, frame),
        )
        const { kind, x, y, radius } = spot
        return ok({ ...edited, kind, coordinates: { x, y, radius } })
      }),
  })

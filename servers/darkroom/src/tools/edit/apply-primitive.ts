import { defineTool, ok, withParameters } from 'toolaccord'
import * as z from 'zod'
import { entryArgument, imageArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { findEntry } from '../../calls/find-entry.ts'
import { guard } from '../../calls/guard.ts'
import { Edited, editState } from '../../calls/state-after.ts'
import { type EditState, MaskSpec, applyEntry, changesNothing } from '../../editing/index.ts'
import { describeMove } from './describe-move.ts'
import { warnIdle } from './warn-idle.ts'

const input = z.object({
  image_id: imageArgument,
  primitive_name: entryArgument.describe('The name of an entry of list_vocabulary'),
  mask_spec: MaskSpec.optional().describe(
    'Where it acts; default: the mask of the entry, or everywhere',
  ),
  strength: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('How much of it: 0 is nothing, 1 is the whole move'),
})

const description = [
  'value, strength and mask_spec may be combined freely.',
  'Applying a move again replaces it; with another mask it is added.',
  'Parameters that are left out have their defaults;',
  'a move that does nothing there is applied with a warning.',
  'A mask is {"kind":"named","name":"mask_sky"}, or drawn, such as {"dt_form":"ellipse",',
  '"dt_params":{"center_x":0.5,"center_y":0.4,"radius_x":0.2,"radius_y":0.3}},',
  'or {"range_filter":{"kind":"luminance","min":0.7,"max":1}};',
  'coordinates are shares of the picture as it is shown.',
].join(' ')

/** Creates the tool that applies a move. */
export const applyPrimitive = ({ workspaces, vocabulary }: Darkroom) =>
  defineTool({
    name: 'apply_primitive',
    summary: 'Apply one move of the vocabulary to an image, as one snapshot.',
    description,
    input: withParameters(
      input,
      ({ primitive_name }) => vocabulary.find(primitive_name)?.parameterSet,
    ),
    output: Edited,
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'masking_error', 'versioning_error'],
    cli: { positionals: ['image_id'], flags: { primitive_name: 'entry' } },
    run: ({ image_id, primitive_name, value, mask_spec: mask, strength }, call) =>
      guard(call, async () => {
        const workspace = await workspaces.open(image_id)
        const { frame } = workspace
        const entry = findEntry(vocabulary, primitive_name, 'primitive_name')
        const values = entry.parameters === null ? undefined : value
        let isIdle = false
        const apply = (state: EditState) => {
          const options = { value: values, mask, strength, frame, vocabulary }
          const after = applyEntry(state, entry, options)
          isIdle = changesNothing(entry, values, state, after)
          return after
        }
        const move = describeMove({ entry, values, strength, mask })
        const about = { label: `apply ${entry.name}`, metadata: { move }, signal: call.signal }
        const edited = await editState(workspace, about, apply)
        if (isIdle) warnIdle(call, entry)
        return ok(edited)
      }),
  })

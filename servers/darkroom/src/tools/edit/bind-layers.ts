import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { entryArgument, imageArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { findEntry } from '../../calls/find-entry.ts'
import { guard } from '../../calls/guard.ts'
import { Edited, describeHead } from '../../calls/state-after.ts'
import { type EditState, bindLayer, readXmp, writeXmp } from '../../editing/index.ts'

export const bindLayers = ({ workspaces, vocabulary }: Darkroom) =>
  defineTool({
    name: 'bind_layers',
    summary:
      'Set the correction (L1) and the look (L2) of an image, as one snapshot; single moves stay.',
    description:
      'Without either nothing is written. Details of failures: image_id or primitive_name (not_found), head_hash (versioning_error, when HEAD is detached).',
    input: z.object({
      image_id: imageArgument,
      l1_template: entryArgument.optional().describe('An entry of layer L1'),
      l2_template: entryArgument.optional().describe('An entry of layer L2'),
    }),
    output: Edited.extend({ applied: z.array(z.string()).describe('What was bound') }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'masking_error', 'versioning_error'],
    cli: { positionals: ['image_id'], flags: { l1_template: 'l1', l2_template: 'l2' } },
    run: ({ image_id, l1_template, l2_template }, call) =>
      guard(call, async () => {
        const workspace = await workspaces.open(image_id)
        const { frame } = workspace
        const l1 =
          l1_template === undefined ? undefined : findEntry(vocabulary, l1_template, 'l1_template')
        const l2 =
          l2_template === undefined ? undefined : findEntry(vocabulary, l2_template, 'l2_template')
        const applied = [l1, l2].flatMap((entry) => entry?.name ?? [])
        const bind = (state: EditState): EditState => {
          const corrected =
            l1 === undefined ? state : bindLayer(state, l1, { layer: 'L1', frame, vocabulary })
          return l2 === undefined
            ? corrected
            : bindLayer(corrected, l2, { layer: 'L2', frame, vocabulary })
        }
        const change = (text: string) =>
          applied.length === 0 ? null : writeXmp(bind(readXmp(text)))
        const head = await workspace.repository.edit(
          `bind ${applied.join(' and ')}`,
          change,
          call.signal,
        )
        return ok({ state_after: describeHead(head), snapshot_hash: head.hash, applied })
      }),
  })

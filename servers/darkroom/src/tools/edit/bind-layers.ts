import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { entryArgument, imageArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { findEntry } from '../../calls/find-entry.ts'
import { guard } from '../../calls/guard.ts'
import { Edited, describeHead } from '../../calls/state-after.ts'
import { bindLayer, readXmp, writeXmp } from '../../editing/index.ts'

const layers = [
  { layer: 'L1', argument: 'l1_template' },
  { layer: 'L2', argument: 'l2_template' },
] as const

/** Creates the tool that sets correction and look. */
export const bindLayers = ({ workspaces, vocabulary }: Darkroom) =>
  defineTool({
    name: 'bind_layers',
    summary:
      'Set the correction (L1) and the look (L2) of an image, as one snapshot; single moves stay.',
    description: 'Without either nothing is written.',
    input: z.object({
      image_id: imageArgument,
      l1_template: entryArgument
        .meta({ examples: [] })
        .optional()
        .describe('An entry of layer L1; there is none unless a pack brings some'),
      l2_template: entryArgument
        .meta({ examples: ['look_neutral'] })
        .optional()
        .describe('An entry of layer L2'),
    }),
    output: Edited.extend({ applied: z.array(z.string()).describe('The entries that were bound') }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'masking_error', 'versioning_error'],
    cli: { positionals: ['image_id'], flags: { l1_template: 'l1', l2_template: 'l2' } },
    run: ({ image_id, ...templates }, call) =>
      guard(call, async () => {
        const { frame, repository } = await workspaces.open(image_id)
        const bindings = layers.flatMap(({ layer, argument }) => {
          const name = templates[argument]
          if (name === undefined) return []
          return [{ layer, entry: findEntry(vocabulary, name, argument) }]
        })
        const applied = bindings.map(({ entry }) => entry.name)
        const bind = (text: string) => {
          if (bindings.length === 0) return null
          let state = readXmp(text)
          for (const { layer, entry } of bindings)
            state = bindLayer(state, entry, { layer, frame, vocabulary })
          return writeXmp(state)
        }
        const head = await repository.edit(`bind ${applied.join(' and ')}`, bind, {
          metadata: { bound: applied },
          signal: call.signal,
        })
        return ok({ state_after: describeHead(head), snapshot_hash: head.hash, applied })
      }),
  })

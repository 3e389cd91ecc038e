import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, refArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { type StateChange, diffStates, readXmp } from '../../editing/index.ts'

const Change = z.object({
  operation: z.string().describe("darktable's operation"),
  multi_priority: z.int().describe('Which instance of it'),
  layer: z.enum(['L1', 'L2', 'L3']).nullable(),
  kind: z.enum(['added', 'removed', 'changed']),
  changes: z
    .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
    .describe('Fields by name, masks and blending included'),
})

/** Creates the tool that compares snapshots by their fields. */
export const diff = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'diff',
    summary: 'Show the differences between two snapshots of an image, in fields and values.',
    input: z.object({
      image_id: imageArgument,
      hash_a: refArgument.meta({ examples: ['baseline'] }),
      hash_b: refArgument.meta({ examples: ['HEAD'] }),
    }),
    output: z.array(Change),
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id', 'hash_a', 'hash_b'] },
    run: ({ image_id, hash_a, hash_b }, call) =>
      guard(call, async () => {
        const { repository } = await workspaces.open(image_id)
        const stateOf = async (text: string, path: string) => {
          const { hash } = await repository.resolve(text, path)
          return readXmp(await repository.read(hash))
        }
        const a = await stateOf(hash_a, 'hash_a')
        const b = await stateOf(hash_b, 'hash_b')
        return ok(diffStates(a, b).map(toChange))
      }),
  })

const toChange = (change: StateChange) => ({
  ...change,
  changes: change.changes.map(({ field, from = null, to = null }) => ({ field, from, to })),
})

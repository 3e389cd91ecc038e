import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, refArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { StateAfter, describeHead } from '../../calls/state-after.ts'

/** Creates the tool that goes to a snapshot. */
export const checkout = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'checkout',
    summary: 'Go to a branch, a tag or a snapshot.',
    description: [
      'A tag or a hash detaches HEAD: look and export there,',
      'and make a branch before the next move.',
    ].join(' '),
    input: z.object({
      image_id: imageArgument,
      ref_or_hash: refArgument.meta({ examples: ['main'] }),
    }),
    output: StateAfter,
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id', 'ref_or_hash'], flags: { ref_or_hash: 'ref' } },
    run: ({ image_id, ref_or_hash }, call) =>
      guard(call, async () => {
        const { repository } = await workspaces.open(image_id)
        return ok(describeHead(await repository.checkout(ref_or_hash)))
      }),
  })

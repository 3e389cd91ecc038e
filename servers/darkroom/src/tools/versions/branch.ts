import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, newRefArgument, refArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'

/** Creates the tool that begins a branch. */
export const branch = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'branch',
    summary: 'Begin a branch at a snapshot, without going there.',
    description: 'checkout goes there.',
    input: z.object({
      image_id: imageArgument,
      name: newRefArgument.meta({ examples: ['warm'] }),
      from_: refArgument.default('HEAD'),
    }),
    output: z.object({ ref: z.string().describe('The full name') }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id'], flags: { from_: 'from' } },
    run: ({ image_id, name, from_ }, call) =>
      guard(call, async () => {
        const { repository } = await workspaces.open(image_id)
        return ok({ ref: await repository.branch(name, from_) })
      }),
  })

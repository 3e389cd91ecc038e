import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, newRefArgument, refArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'

/** Creates the tool that tags a snapshot. */
export const tag = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'tag',
    summary: 'Give a snapshot a name that never moves.',
    input: z.object({
      image_id: imageArgument,
      name: newRefArgument.meta({ examples: ['keeper'] }),
      hash: refArgument.optional().describe('The snapshot; default: the one that HEAD is on'),
    }),
    output: z.object({ ref: z.string().describe('The full name') }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id, name, hash }, call) =>
      guard(call, async () => {
        const { repository } = await workspaces.open(image_id)
        return ok({ ref: await repository.tag(name, hash) })
      }),
  })

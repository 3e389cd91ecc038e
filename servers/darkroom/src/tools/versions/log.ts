import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { LogEntry } from '../../workspace/versions/log-entry.ts'

/** Creates the tool that lists what was done. */
export const log = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'log',
    summary: 'List what was done to an image, the newest first.',
    description: 'metadata has the move with its values and its mask.',
    input: z.object({
      image_id: imageArgument,
      limit: z.int().min(1).max(200).default(20).describe('The most entries'),
    }),
    output: z.array(LogEntry),
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id, limit }, call) =>
      guard(call, async () => {
        const { repository } = await workspaces.open(image_id)
        return ok([...(await repository.log(limit))])
      }),
  })

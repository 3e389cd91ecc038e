import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, labelArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'

/** Creates the tool that labels the current state. */
export const snapshot = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'snapshot',
    summary: 'Write the current state into the log under a label.',
    description: 'Every move is already a snapshot; this one has a label.',
    input: z.object({ image_id: imageArgument, label: labelArgument }),
    output: z.object({ hash: z.string() }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id, label }, call) =>
      guard(call, async () => {
        const { repository } = await workspaces.open(image_id)
        const { hash } = await repository.edit(label ?? null, (text) => text, {
          signal: call.signal,
        })
        return ok({ hash })
      }),
  })

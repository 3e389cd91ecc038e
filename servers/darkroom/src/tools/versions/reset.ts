import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, refFlag, refArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { StateAfter, describeHead } from '../../calls/state-after.ts'

/** Creates the tool that undoes moves. */
export const reset = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'reset',
    summary:
      'Undo and redo: put an image back to an earlier snapshot or its baseline; nothing is lost.',
    description: [
      'HEAD~1 undoes the last move, and the same again the move before it.',
      'redo brings back the move that was undone last, until the next move is made.',
      'The branch goes to the snapshot, and the next move goes on from there.',
      'Without ref_or_hash it goes back to the tag baseline, the image as it was ingested,',
      'and a detached HEAD goes to main.',
    ].join(' '),
    input: z.object({
      image_id: imageArgument,
      ref_or_hash: refArgument
        .optional()
        .describe('HEAD~1, redo, or the snapshot to go to; default: baseline'),
    }),
    output: StateAfter,
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: { positionals: ['image_id'], flags: refFlag },
    run: ({ image_id, ref_or_hash }, call) =>
      guard(call, async () => {
        const { repository } = await workspaces.open(image_id)
        return ok(describeHead(await repository.reset(ref_or_hash)))
      }),
  })

import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, proseArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'

/** Creates the tool that proposes a note. */
export const proposeNotesUpdate = ({ proposals, workspaces, now, newProposalId }: Darkroom) =>
  defineTool({
    name: 'propose_notes_update',
    summary: 'Propose a note about an image; nothing is written before the photographer agrees.',
    description: 'Show it to the photographer, then call confirm_notes_update.',
    input: z.object({
      image_id: imageArgument,
      content: proseArgument
        .trim()
        .min(1)
        .describe('Markdown')
        .meta({ examples: ['The sun is clipped.'] }),
    }),
    output: z.object({ proposal_id: z.string(), image_id: z.string() }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error'],
    cli: { positionals: ['image_id'] },
    run: ({ image_id, content }, call) =>
      guard(call, async () => {
        const { id } = await workspaces.open(image_id)
        const proposal_id = newProposalId()
        await proposals.put({
          kind: 'notes',
          proposal_id,
          content,
          image_id: id,
          proposed_at: now().toISOString(),
        })
        return ok({ proposal_id, image_id: id })
      }),
  })

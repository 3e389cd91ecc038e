import { join } from 'node:path'
import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { appendMarkdown } from '../../context/markdown.ts'

/** Creates the tool that writes a proposed note. */
export const confirmNotesUpdate = ({ proposals, workspaces }: Darkroom) =>
  defineTool({
    name: 'confirm_notes_update',
    summary: 'Write a proposed note about an image, once the photographer has agreed.',
    input: z.object({
      proposal_id: z
        .string()
        .min(1)
        .max(64)
        .describe('As propose_notes_update returned it')
        .meta({ examples: ['0f8fad5bd9cb469fa16570867728950e'] }),
    }),
    output: z.object({ written_to: z.string(), image_id: z.string() }),
    effect: 'write',
    codes: ['not_found', 'state_error'],
    cli: { positionals: ['proposal_id'] },
    run: ({ proposal_id }, call) =>
      guard(call, async () => {
        const { image_id } = await proposals.get('notes', proposal_id)
        const { folder } = await workspaces.open(image_id)
        return workspaces.locks.hold(join(folder, 'lock'), async () => {
          // Read again: another process may have confirmed it while this one waited.
          const { content } = await proposals.get('notes', proposal_id)
          const written_to = await appendMarkdown(folder, 'notes.md', content, join(folder, 'tmp'))
          await proposals.remove(proposal_id)
          return ok({ written_to, image_id })
        })
      }),
  })

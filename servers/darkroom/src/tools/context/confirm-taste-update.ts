import { join } from 'node:path'
import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { appendMarkdown } from '../../context/markdown.ts'

/** Creates the tool that writes a proposed taste. */
export const confirmTasteUpdate = ({ proposals, tastesFolder, workspaces }: Darkroom) =>
  defineTool({
    name: 'confirm_taste_update',
    summary: "Write a proposed line into the photographer's tastes, once they have agreed.",
    input: z.object({
      proposal_id: z
        .string()
        .min(1)
        .max(64)
        .describe('As propose_taste_update returned it')
        .meta({ examples: ['0f8fad5bd9cb469fa16570867728950e'] }),
    }),
    output: z.object({ written_to: z.string(), category: z.string() }),
    effect: 'write',
    codes: ['not_found', 'state_error'],
    cli: { positionals: ['proposal_id'] },
    run: ({ proposal_id }, call) =>
      guard(call, () =>
        workspaces.locks.hold(join(tastesFolder, '.lock'), async () => {
          const { file, content, category } = await proposals.get('taste', proposal_id)
          const drafts = join(tastesFolder, '.tmp')
          const written_to = await appendMarkdown(tastesFolder, file, content, drafts)
          await proposals.remove(proposal_id)
          return ok({ written_to, category })
        }),
      ),
  })

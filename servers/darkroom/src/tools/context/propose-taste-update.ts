import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { tasteArguments } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { checkTasteFile } from '../../context/read-tastes.ts'

/** Creates the tool that proposes a taste. */
export const proposeTasteUpdate = ({ proposals, now, newProposalId }: Darkroom) =>
  defineTool({
    name: 'propose_taste_update',
    summary: "Propose a line for the photographer's tastes; nothing is written before they agree.",
    description: 'Show it to the photographer, then call confirm_taste_update.',
    input: z.object(tasteArguments),
    output: z.object({
      proposal_id: z.string(),
      target_file: z.string(),
      category: tasteArguments.category,
    }),
    effect: 'write',
    codes: ['invalid_input', 'state_error'],
    run: ({ content, category, file }, call) =>
      guard(call, async () => {
        const target = checkTasteFile(file)
        const proposal_id = newProposalId()
        await proposals.put({
          kind: 'taste',
          proposal_id,
          content,
          category,
          file: target,
          proposed_at: now().toISOString(),
        })
        return ok({ proposal_id, target_file: target, category })
      }),
  })

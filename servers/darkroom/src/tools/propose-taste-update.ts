import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { defaultTastes, tasteFile } from '../context/read-tastes.ts'
import type { Darkroom } from './darkroom.ts'
import { guard } from './guard.ts'
import { prose } from './inputs.ts'

const Category = z.enum(['appearance', 'process', 'value'])

export const proposeTasteUpdate = ({ proposals, now, newProposalId }: Darkroom) =>
  defineTool({
    name: 'propose_taste_update',
    summary: "Propose a line for the photographer's tastes; nothing is written before they agree.",
    description: 'Show it to the photographer, then call confirm_taste_update.',
    input: z.object({
      content: prose.trim().min(1).describe('Markdown').meta({ examples: ['Skies a little warm.'] }),
      category: Category.describe('How pictures look, how to work, or what matters'),
      file: z.string().min(1).max(100).optional().describe('The genre; default: tastes in general'),
    }),
    output: z.object({ proposal_id: z.string(), target_file: z.string(), category: Category }),
    effect: 'write',
    codes: ['invalid_input', 'state_error'],
    run: ({ content, category, file }, call) =>
      guard(call, async () => {
        const hint = "A genre is made of letters, digits, '_', '.' and '-'."
        const target = (file === undefined ? defaultTastes : tasteFile(file)) ?? call.fail('invalid_input', { message: 'That is no name of a genre.', path: 'file', hint })
        const proposal_id = newProposalId()
        await proposals.put({ kind: 'taste', proposal_id, content, category, file: target, proposed_at: now().toISOString() })
        return ok({ proposal_id, target_file: target, category })
      }),
  })

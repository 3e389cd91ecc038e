import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { inputLimits } from '../../research/input-limits.ts'
import type { Research } from '../../research/research.ts'
import { guard } from '../guard.ts'

const name = z.string().min(1).max(inputLimits.name)

const input = z.object({
  question: z
    .string()
    .min(1)
    .max(inputLimits.question)
    .describe('What must be known before a decision')
    .meta({ examples: ['Which store keeps sessions over restarts?'] }),
  spec_id: name.optional().describe('The spec that needs the answer'),
  task_id: name.optional().describe('The task that needs the answer'),
})

/** Creates the tool that begins with a question. */
export const researchStart = ({ research }: { readonly research: Research }) =>
  defineTool({
    name: 'research_start',
    summary: 'Start research on a question that a decision of the plan stands on.',
    input,
    output: z.object({ research_id: z.string() }),
    effect: 'write',
    codes: ['VALIDATION_ERROR', 'CONFLICT', 'STORAGE_FAILED'],
    scopes: ['foundry:work'],
    cli: { positionals: ['question'] },
    run: (init, call) =>
      guard(call, async () => {
        const { id } = await research.start(init)
        return ok({ research_id: id })
      }),
  })

import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { nodeOf } from '../../spec/node-of.ts'
import { withJournal } from '../../spec/with-journal.ts'
import { proseArgument, specArgument, taskArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const input = z.object({
  text: proseArgument.describe('What others must know'),
  type: z.enum(['note', 'decision', 'deviation']).default('note'),
  task_id: taskArgument.optional(),
  spec_id: specArgument,
})

/** Creates the tool that writes a line into the journal. */
export const note = (foundry: Foundry) =>
  defineTool({
    name: 'note',
    summary: 'Write a line into the journal: a note, a decision, a deviation from the plan.',
    input,
    output: z.object({ spec_id: z.string(), entry_id: z.string(), version: z.string() }),
    effect: 'write',
    codes: writeCodes,
    scopes: [scopes.work],
    cli: { positionals: ['text'] },
    run: ({ text, type, task_id, spec_id: named }, call) =>
      guard(call, async () => {
        const { spec_id } = await findPlan(foundry, { spec_id: named, task_id })
        const entry_id = foundry.ids.id()
        const { version } = await foundry.plans.edit(spec_id, ({ spec }) => {
          const about = task_id === undefined ? spec.title : nodeOf(spec, task_id).title
          const changed = withJournal(spec, {
            timestamp: foundry.now().toISOString(),
            entry_type: type,
            title: about ?? spec_id,
            content: text,
            author: foundry.workerOf(call),
            task_id,
            metadata: { id: entry_id },
          })
          return { spec: changed, answer: undefined }
        })
        return ok({ spec_id, entry_id, version })
      }),
  })

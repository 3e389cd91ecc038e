import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { specArgument } from '../tools/arguments.ts'
import { readCodes } from '../tools/codes.ts'
import { findPlan } from '../tools/find-plan.ts'
import type { Foundry } from '../tools/foundry.ts'
import { guard } from '../tools/guard.ts'
import { scopes } from '../tools/scopes.ts'
import type { Screen } from './screen.ts'
import { toBoard } from './to-board.ts'

/** Creates the command that shows a plan on a terminal. */
export const board = (foundry: Foundry, { columns }: Pick<Screen, 'columns'>) =>
  defineTool({
    name: 'board',
    summary: 'Show a plan on the terminal: phases, tasks, who has them, and why they wait.',
    input: z.object({
      spec_id: specArgument,
      all: z.boolean().default(false).describe('Also what is done'),
    }),
    output: z.object({ text: z.string() }),
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    cli: { positionals: ['spec_id'], print: 'text' },
    run: ({ spec_id, all }, call) =>
      guard(call, async () => {
        const plan = await findPlan(foundry, { spec_id })
        return ok({ text: toBoard(plan, foundry.indexOf(plan.spec), { width: columns, all }) })
      }),
  })

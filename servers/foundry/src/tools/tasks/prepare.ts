import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { stateNow } from '../../tasks/state-now.ts'
import { toBrief } from '../../tasks/to-brief.ts'
import { specArgument, taskArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const texts = z.array(z.string())

const output = z.object({
  spec_id: z.string(),
  version: z.string(),
  task_id: z.string(),
  state: z.string(),
  title: z.string(),
  description: z.string().optional(),
  criteria: texts,
  files: texts,
  checks: z.array(
    z.object({
      verify_id: z.string(),
      title: z.string(),
      type: z.string(),
      command: z.string().optional(),
      expected: z.string().optional(),
    }),
  ),
  comments: texts.describe('Open: heed them, and answer with comment'),
  after: z.array(
    z.object({
      task_id: z.string(),
      title: z.string(),
      state: z.string(),
      note: z.string().optional(),
    }),
  ),
  phase: z.object({ phase_id: z.string(), title: z.string() }).optional(),
  mission: z.string().optional(),
  journal: texts,
  folder: z.string(),
})

/** Creates the tool that gives a worker all it must know of a task. */
export const prepare = (foundry: Foundry) =>
  defineTool({
    name: 'prepare',
    summary: 'Read all that is needed for a task: criteria, files, checks, what came before.',
    input: z.object({ task_id: taskArgument, spec_id: specArgument }),
    output,
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    cli: { positionals: ['task_id'] },
    run: (choice, call) =>
      guard(call, async () => {
        const plan = await findPlan(foundry, choice)
        const { spec_id, version } = plan
        const { state } = stateNow(plan, choice.task_id)
        const { criteria, files, checks, comments, after, journal, ...brief } = toBrief(
          plan,
          choice.task_id,
        )
        return ok({
          spec_id,
          version,
          state,
          ...brief,
          criteria: [...criteria],
          files: [...files],
          checks: [...checks],
          comments: [...comments],
          after: [...after],
          journal: [...journal],
          folder: foundry.folder,
        })
      }),
  })

import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { type Uncovered, trace } from '../../proof/reports/trace.ts'
import { specArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const ids = z.object({ items: z.array(z.string()), total: z.int() })

const output = z.object({
  spec_id: z.string(),
  clean: z.boolean().describe('True if nothing is uncovered'),
  requirements: z.array(z.object({ id: z.string(), text: z.string(), tasks: z.array(z.string()) })),
  tasks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      state: z.string(),
      requirements: z.array(z.string()),
      checks: z.array(z.object({ id: z.string(), proof: z.string() })),
      commits: z.array(z.string()),
    }),
  ),
  uncovered: z.object({
    requirements: ids,
    tasks_without_check: ids,
    tasks_without_commit: ids,
    unknown_requirements: z.object({
      items: z.array(z.record(z.string(), z.unknown())),
      total: z.int(),
    }),
  }),
})

/** How many commits are looked at. */
const mostCommits = 5000

/** Creates the tool that follows requirements to tasks, checks and commits. */
export const traceSpec = (foundry: Foundry) =>
  defineTool({
    name: 'trace',
    summary: 'Follow each requirement to tasks, checks and commits, and name what is uncovered.',
    input: z.object({
      spec_id: specArgument,
      check: z.boolean().default(false).describe('Fails if something is uncovered, for CI'),
    }),
    output,
    effect: 'read',
    codes: [...readCodes, 'UNCOVERED'],
    scopes: [scopes.read],
    cli: { positionals: ['spec_id'] },
    fidelity: {
      items: [
        { path: 'tasks', id: 'id' },
        { path: 'requirements', id: 'id' },
      ],
    },
    run: ({ spec_id: named, check }, call) =>
      guard(call, async () => {
        const plan = await findPlan(foundry, { spec_id: named })
        const { spec, spec_id } = plan
        const records = await foundry.checks.listAll(spec.spec_id)
        const commits = await foundry.git.commitsFor({ since: spec.generated, limit: mostCommits })
        const { clean, requirements, tasks, uncovered } = trace(spec, records, commits)
        const data = {
          spec_id,
          clean,
          requirements: requirements.items,
          tasks: tasks.items,
          uncovered,
        }
        if (clean || !check) return ok(output.parse(data))
        return call.reject([{ code: 'UNCOVERED', message: toSummary(uncovered) }], {
          data: output.parse(data),
        })
      }),
  })

function toSummary(uncovered: Uncovered): string {
  const open = Object.entries(uncovered).filter(([, { total }]) => total > 0)
  return `Not covered: ${open.map(([name, { total }]) => `${total} ${name}`).join(', ')}.`
}

import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { toBeadsJsonl } from '../../plans/out/to-beads-jsonl.ts'
import { toMarkdown } from '../../plans/out/to-markdown.ts'
import { toMermaid } from '../../plans/out/to-mermaid.ts'
import { toTasksJson } from '../../plans/out/to-tasks-json.ts'
import { specArgument } from '../arguments.ts'
import { readCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const writers = {
  markdown: toMarkdown,
  mermaid: toMermaid,
  'tasks-json': toTasksJson,
  beads: toBeadsJsonl,
} as const

const input = z.object({
  spec_id: specArgument,
  format: z
    .enum(['markdown', 'mermaid', 'tasks-json', 'beads'])
    .default('markdown')
    .describe('tasks-json is that of task-master, beads is JSONL'),
})

/** Creates the tool that writes a spec as other tools read it. */
export const exportSpec = (foundry: Foundry) =>
  defineTool({
    name: 'export_spec',
    summary: 'Write a spec as Markdown, as a Mermaid graph, as tasks.json, or for beads.',
    input,
    output: z.object({ spec_id: z.string(), format: z.string(), text: z.string() }),
    effect: 'read',
    codes: readCodes,
    scopes: [scopes.read],
    cli: { positionals: ['spec_id'], print: 'text', output: 'text' },
    run: ({ spec_id: named, format }, call) =>
      guard(call, async () => {
        const { spec, spec_id } = await findPlan(foundry, { spec_id: named })
        return ok({ spec_id, format, text: writers[format](spec) })
      }),
  })

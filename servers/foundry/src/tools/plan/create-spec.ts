import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { newSpec } from '../../spec/new-spec.ts'
import { proseArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { addPhaseParts } from './add-parts.ts'
import { PhaseInit } from './task-init.ts'

const sentences = z.array(proseArgument).max(50).default([])

const input = z.object({
  title: z.string().trim().min(1).max(200),
  mission: proseArgument.describe('What will be better when it is done'),
  spec_id: z.string().min(1).max(128).optional().describe('Default: made from the title'),
  description: proseArgument.optional(),
  success_criteria: sentences,
  constraints: sentences,
  open_questions: sentences,
  phases: z.array(PhaseInit).max(50).default([]),
  active: z.boolean().default(false).describe('True if its tasks may be begun at once'),
})

const output = z.object({
  spec_id: z.string(),
  stage: z.string(),
  version: z.string(),
  ids: z.array(z.string()).describe('Of its phases and tasks, in order'),
  folder: z.string(),
})

/** Creates the tool that makes a spec, with all of its phases and tasks in one call. */
export const createSpec = (foundry: Foundry) =>
  defineTool({
    name: 'create_spec',
    summary: 'Make a spec for a change: mission, criteria, and phases with tasks and checks.',
    input,
    output,
    effect: 'write',
    codes: [
      ...writeCodes,
      'DUPLICATE_ENTRY',
      'INVALID_FORMAT',
      'DEPENDENCY_NOT_FOUND',
      'CIRCULAR_DEPENDENCY',
      'SELF_REFERENCE',
    ],
    scopes: [scopes.maintain],
    rest: { method: 'POST', path: '/specs', created: '/specs/:spec_id' },
    cli: { positionals: ['title'], files: { phases: JSON.parse } },
    run: ({ title, phases, active, spec_id: named, ...metadata }, call) =>
      guard(call, async () => {
        const now = foundry.now()
        const spec_id = named ?? foundry.ids.specId(title, now)
        const empty = newSpec({ spec_id, title, now, metadata })
        const { spec, ids } = addPhaseParts(empty, phases, foundry.ids)
        const plan = await foundry.plans.create(spec, active ? 'active' : 'pending')
        const { stage, version } = plan
        return ok({ spec_id, stage, version, ids: [...ids], folder: foundry.folder })
      }),
  })

import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { positionArgument, specArgument, versionArgument } from '../arguments.ts'
import { addCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'
import { addPhaseParts } from './add-parts.ts'
import { PhaseInit } from './task-init.ts'

const input = z.object({
  phases: z.array(PhaseInit).min(1).max(50),
  position: positionArgument,
  spec_id: specArgument,
  version: versionArgument,
})

const output = z.object({
  spec_id: z.string(),
  ids: z.array(z.string()).describe('Of phases and tasks, in order'),
  version: z.string(),
})

/** Creates the tool that adds phases with their tasks. */
export const addPhases = (foundry: Foundry) =>
  defineTool({
    name: 'add_phases',
    summary: 'Add phases with their tasks and checks; tasks may wait for others of the call.',
    input,
    output,
    effect: 'write',
    codes: addCodes,
    scopes: [scopes.maintain],
    cli: { files: { phases: JSON.parse } },
    run: ({ phases, position, version, ...choice }, call) =>
      guard(call, async () => {
        const { spec_id } = await findPlan(foundry, choice)
        const edited = await foundry.plans.edit(
          spec_id,
          ({ spec }) => {
            const added = addPhaseParts(spec, phases, foundry.ids, position)
            return { spec: added.spec, answer: added.ids }
          },
          { version },
        )
        return ok({ spec_id, ids: [...edited.answer], version: edited.version })
      }),
  })

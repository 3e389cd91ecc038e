import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Plan } from '../../store/plan-store.ts'
import { stages } from '../../store/stage.ts'
import { toProgress } from '../../tasks/to-progress.ts'
import { versionArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { scopes } from '../scopes.ts'

const input = z.object({
  spec_id: z.string().min(1).max(128),
  to: z.enum(stages),
  version: versionArgument,
})

/** Creates the tool that moves a spec to another folder. */
export const moveSpec = (foundry: Foundry) =>
  defineTool({
    name: 'move_spec',
    summary: 'Move a spec to pending, active, completed or archived; completed must be true.',
    input,
    output: z.object({ spec_id: z.string(), stage: z.string(), version: z.string() }),
    effect: 'write',
    codes: writeCodes,
    scopes: [scopes.maintain],
    cli: { positionals: ['spec_id', 'to'] },
    run: ({ spec_id, to, version: expected }, call) =>
      guard(call, async () => {
        const before = await foundry.plans.read(spec_id)
        if (to === 'completed') checkComplete(before)
        if (before.stage === to) call.warn('NOTHING_TO_DO', `Spec '${spec_id}' is ${to} already.`)
        const { stage, version } = await foundry.plans.move(spec_id, to, { version: expected })
        return ok({ spec_id, stage, version })
      }),
  })

/** A spec is complete if every part is completed, or cancelled with a reason. */
function checkComplete({ spec, spec_id }: Plan): void {
  if (spec.hierarchy[rootId]?.status === 'completed') return
  throw new FoundryError('CONFLICT', `Spec '${spec_id}' is not complete: ${toProgress(spec)}.`, {
    path: 'to',
    hint: 'Complete what is open, or cancel it with a reason; list shows its tasks.',
  })
}

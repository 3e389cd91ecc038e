import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { leaseArgument, proseArgument, specArgument, taskArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { moveTask } from '../move-task.ts'
import { movedOutput } from '../moved-output.ts'
import { needsMaintainer } from '../needs-maintainer.ts'
import { scopes } from '../scopes.ts'

/** Moves that take back or drop what was planned are for those who decide about the plan. */
const forMaintainers = new Set(['cancel', 'reopen'])

const input = z.object({
  task_id: taskArgument,
  move: z.enum([
    'unblock',
    'submit',
    'release',
    'fail',
    'retry',
    'defer',
    'resume',
    'cancel',
    'reopen',
  ]),
  reason: proseArgument.describe('Why, for the journal'),
  lease: leaseArgument,
  spec_id: specArgument,
})

/** Creates the tool for all moves that are not the way of an ordinary task. */
export const setState = (foundry: Foundry) =>
  defineTool({
    name: 'set_state',
    summary:
      'Move a task off the straight way: give it back, hand it in, fail, retry, defer, cancel.',
    description:
      'submit hands it in for review; release gives it back; retry follows fail, resume follows ' +
      'defer, unblock follows block. cancel and reopen need the scope foundry:maintain.',
    input,
    output: movedOutput,
    effect: 'write',
    codes: writeCodes,
    scopes: [scopes.work],
    rest: { method: 'POST', path: '/specs/:spec_id/states', form: '/plans/:spec_id#node-:task_id' },
    cli: { positionals: ['task_id', 'move'] },
    run: (asked, call) =>
      guard(call, async () => {
        if (forMaintainers.has(asked.move) && !foundry.isMaintainer(call)) {
          throw needsMaintainer(`'${asked.move}'`, 'move')
        }
        return ok(await moveTask(foundry, { ...asked, worker: foundry.workerOf(call) }))
      }),
  })

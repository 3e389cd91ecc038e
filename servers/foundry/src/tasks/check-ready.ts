import { FoundryError } from '../errors/foundry-error.ts'
import { nodeOf } from '../spec/node-of.ts'
import type { Spec } from '../spec/spec.ts'
import { movesFrom } from '../state/moves.ts'
import { stateOf } from '../state/state-of.ts'
import { checkedTask, isWork } from './is-check.ts'
import { toTaskLine } from './to-task-line.ts'
import { stoppedBy, waitsFor } from './waits-for.ts'

/** Throws CONFLICT, with everything that is in the way, unless a task can be begun now. */
export function checkReady(spec: Spec, id: string): void {
  const node = nodeOf(spec, id)
  const checked = checkedTask(spec, node)
  if (checked !== undefined) throw isCheckOf(id, checked)
  if (!isWork(spec, node)) throw isNotWork(id, node.type)
  const state = stateOf(node)
  // A program that knows no leases may have written that it is in progress.
  if (state !== 'pending' && state !== 'in_progress') throw isElsewhere(id, state)
  const waits = [...waitsFor(spec, id), ...stoppedBy(spec, id)]
  if (waits.length > 0) throw mustWait(spec, id, waits)
}

const isCheckOf = (id: string, taskId: string) =>
  new FoundryError('CONFLICT', `'${id}' is a check of task '${taskId}', not work of its own.`, {
    path: 'task_id',
    hint: `Work on '${taskId}', and run its checks with run_check.`,
  })

const isNotWork = (id: string, type: string) =>
  new FoundryError(
    'CONFLICT',
    `'${id}' is a ${type}; only tasks and verifications are worked on.`,
    {
      path: 'task_id',
      hint: 'Call next, or list with the spec_id for its tasks.',
    },
  )

const isElsewhere = (id: string, state: ReturnType<typeof stateOf>) =>
  new FoundryError('CONFLICT', `Task '${id}' is ${state}, so it cannot be begun.`, {
    path: 'task_id',
    hint: `From ${state} it can: ${movesFrom(state).join(', ')}; set_state does that.`,
    details: { state },
  })

/** How many tasks are named that another one waits for. */
const namedTasks = 5

function mustWait(spec: Spec, id: string, waits: readonly string[]): FoundryError {
  const lines = waits.slice(0, namedTasks).map((one) => toTaskLine(spec, one))
  const names = lines.map(({ task_id, state }) => `${task_id} (${state})`).join(', ')
  return new FoundryError('CONFLICT', `Task '${id}' waits for ${names}.`, {
    path: 'task_id',
    hint: 'Call next for a task that can be begun.',
    details: { waits_for: lines, total: waits.length },
  })
}

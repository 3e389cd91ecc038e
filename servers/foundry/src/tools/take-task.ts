import { FoundryError } from '../errors/foundry-error.ts'
import { nodeOf } from '../spec/node-of.ts'
import type { Spec } from '../spec/spec.ts'
import { withJournal } from '../spec/with-journal.ts'
import { withMetadata, withNode } from '../spec/with-node.ts'
import type { Plan } from '../store/plan-store.ts'
import type { Running, RunningTask } from '../store/running.ts'
import { checkReady } from '../tasks/check-ready.ts'
import { type Claim, claimTask, heldBy, renewTask } from '../tasks/claim-task.ts'
import type { Foundry } from './foundry.ts'

/** Who wants which task. */
export interface Taker {
  readonly task_id: string
  readonly worker: string
  /** The number of the lease, if the worker has the task already and names it. */
  readonly lease?: number | undefined
}

/** A plan in which a task is with its taker. */
export interface Taken {
  readonly spec: Spec
  readonly running: Running
  readonly task: RunningTask
}

/** Gives a task to a worker; throws CONFLICT if another has it, or if it must wait. */
export function takeTask(foundry: Foundry, { spec, running }: Plan, taker: Taker): Taken {
  const { task_id, worker: name, lease } = taker
  const { now, leaseMs } = foundry
  const worker = { name, now: now(), leaseMs }
  nodeOf(spec, task_id)
  if (lease !== undefined) {
    const held = heldBy(running, task_id, { worker: name, lease })
    return { spec, ...renewTask(running, task_id, held, worker) }
  }
  if (running.tasks[task_id]?.holder !== name) checkReady(spec, task_id)
  const claim = claimTask(running, task_id, worker)
  return { spec: withGivenOn(foundry, spec, taker, claim), ...claim }
}

/** Claims a task in one step. */
export async function claimOrThrow(
  foundry: Foundry,
  specId: string,
  taker: Taker,
): Promise<RunningTask> {
  const { answer } = await foundry.plans.edit(specId, (plan) => {
    const { spec, running, task } = takeTask(foundry, plan, taker)
    return { spec, running, answer: task }
  })
  return answer
}

/** Claims a task in one step; undefined if somebody else was faster, or if it must wait. */
export async function claimIfFree(
  foundry: Foundry,
  specId: string,
  taker: Taker,
): Promise<RunningTask | undefined> {
  try {
    return await claimOrThrow(foundry, specId, taker)
  } catch (thrown) {
    if (thrown instanceof FoundryError && thrown.code === 'CONFLICT') return undefined
    throw thrown
  }
}

/** Says in the journal that a task was given on; that it was begun is remembered. */
function withGivenOn({ ids, now }: Foundry, spec: Spec, taker: Taker, { takenFrom }: Claim): Spec {
  if (takenFrom === undefined) return spec
  const { task_id, worker } = taker
  const { holder, lease, expires_at, started_at } = takenFrom
  const begun =
    started_at === undefined
      ? spec
      : withNode(spec, task_id, (node) => withMetadata(node, { started_at }))
  return withJournal(begun, {
    timestamp: now().toISOString(),
    entry_type: 'note',
    title: `${nodeOf(spec, task_id).title}: given on`,
    content: `The lease of ${holder} ended at ${expires_at}. ${worker} has the task now.`,
    author: worker,
    task_id,
    metadata: { id: ids.id(), from: holder, to: worker, lease },
  })
}

import { FoundryError } from '../errors/foundry-error.ts'
import type { Running, RunningTask } from '../store/running.ts'
import { isExpired } from './state-now.ts'

/** Who wants to work on a task, and until when. */
export interface Worker {
  readonly name: string
  readonly now: Date
  readonly leaseMs: number
}

/** A claim that was made. */
export interface Claim {
  readonly running: Running
  readonly task: RunningTask
  /** Who had it before, if its time was over. */
  readonly takenFrom?: RunningTask | undefined
}

/** Gives a task to a worker. Whoever has it keeps it, with more time; nobody takes it away. */
export function claimTask(running: Running, id: string, worker: Worker): Claim {
  const held = running.tasks[id]
  if (held?.holder === worker.name) return renewTask(running, id, held, worker)
  if (held !== undefined && !isExpired(held, worker.now)) throw heldByAnother(id, held)
  const lease = running.lease + 1
  const task: RunningTask = {
    state: 'claimed',
    holder: worker.name,
    lease,
    claimed_at: worker.now.toISOString(),
    expires_at: endOfLease(worker),
  }
  return { running: withTask({ ...running, lease }, id, task), task, takenFrom: held }
}

/** Gives a worker more time for what it has. */
export function renewTask(running: Running, id: string, held: RunningTask, worker: Worker): Claim {
  if (held.state === 'in_review') return { running, task: held }
  const task = { ...held, expires_at: endOfLease(worker) }
  return { running: withTask(running, id, task), task }
}

/** What a caller says about itself. */
export interface Holder {
  readonly worker: string
  /** The number of its lease, if it names it. */
  readonly lease?: number | undefined
}

/**
 * Returns the task if the caller still has it. A lease that was given on is refused, however late
 * its holder answers; one that is over and that nobody has taken still holds.
 */
export function heldBy(running: Running, id: string, { worker, lease }: Holder): RunningTask {
  const held = running.tasks[id]
  if (held === undefined) throw notHeld(id, lease)
  if (lease !== undefined && lease !== held.lease) throw leaseGivenOn(id, lease, held)
  if (lease === undefined && held.holder !== worker) throw heldByAnother(id, held)
  return held
}

/** Returns what is going on with one task changed. */
export const withTask = (running: Running, id: string, task: RunningTask): Running => ({
  ...running,
  tasks: { ...running.tasks, [id]: task },
})

/** Returns what is going on without one task. */
export function withoutTask(running: Running, id: string): Running {
  if (running.tasks[id] === undefined) return running
  const { [id]: _, ...tasks } = running.tasks
  return { ...running, tasks }
}

const endOfLease = ({ now, leaseMs }: Worker): string =>
  new Date(now.getTime() + leaseMs).toISOString()

const heldByAnother = (id: string, { holder, lease, expires_at: end }: RunningTask) =>
  new FoundryError('CONFLICT', `Task '${id}' is with '${holder}'${toUntil(end)}.`, {
    path: 'task_id',
    hint: 'Call next for a task that is free.',
    details: { holder, lease, expires_at: end },
  })

const toUntil = (end: string | undefined): string =>
  end === undefined ? ', and is in review' : ` until ${end}`

const leaseGivenOn = (id: string, lease: number, held: RunningTask) =>
  new FoundryError('CONFLICT', `Lease ${lease} of task '${id}' is over: '${held.holder}' has it.`, {
    path: 'lease',
    hint: 'Stop working on it, keep what you have, and call next.',
    details: { holder: held.holder, lease: held.lease, your_lease: lease },
  })

function notHeld(id: string, lease: number | undefined): FoundryError {
  if (lease === undefined) {
    return new FoundryError('CONFLICT', `Nobody has task '${id}'.`, {
      path: 'task_id',
      hint: 'Call start with the task_id first; get shows its state.',
    })
  }
  return new FoundryError('CONFLICT', `Nobody has task '${id}' any more.`, {
    path: 'lease',
    hint: `Lease ${lease} is over. Call get for its state, and start without lease to take it.`,
  })
}

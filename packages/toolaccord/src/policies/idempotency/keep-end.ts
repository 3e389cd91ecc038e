import type { CallRequest } from '../../define/policy.ts'
import type { Room } from './create-room.ts'
import type { Lease } from './lease.ts'
import { repeat } from './repeat.ts'
import type { IdempotencyPlan } from './to-idempotency-plan.ts'
import type { UnkeptReason } from './warn-of-outcome.ts'

/** The end of a call, to be kept under its key. */
export interface CallEnd {
  readonly request: CallRequest
  readonly lease: Lease
  /** The record with the outcome. */
  readonly text: string
  /** The record without it, for a process that has no room to remember more. */
  readonly shortText: string
}

/** What became of the record of a call's end. */
export interface Keeping {
  /** Why the store does not have it; undefined if it does. */
  readonly unkept?: UnkeptReason | undefined
  /** Resolves when this process need not remember the outcome; undefined if that is now. */
  readonly remembered?: Promise<unknown> | undefined
}

/**
 * Keeps the end of a call. If the store does not take it, the answer does not wait any longer, and
 * this process tries again until the store does, or until the outcome would have expired.
 */
export async function keepEnd(plan: IdempotencyPlan, end: CallEnd, room: Room): Promise<Keeping> {
  const { lease, text, request } = end
  try {
    if (!(await lease.keep(text))) {
      logUnkept(request, takenKey())
      return { unkept: 'taken' }
    }
  } catch (thrown) {
    logUnkept(request, thrown)
    return keepLater(plan, end, room)
  }
  if (lease.unanswered().length === 0 || !room.take(text.length)) return {}
  return { remembered: keepOn(plan, end, room) }
}

/** Tries on with as much of the record as there is room for. */
function keepLater(plan: IdempotencyPlan, end: CallEnd, room: Room): Keeping {
  const { text, shortText } = end
  if (room.take(text.length)) return { unkept: 'pending', remembered: keepOn(plan, end, room) }
  if (!room.take(shortText.length)) return { unkept: 'forgotten' }
  keepOn(plan, { ...end, text: shortText }, room)
  return { unkept: 'large' }
}

/** Tries until the record is in the store for good; then gives the room of the record back. */
async function keepOn(plan: IdempotencyPlan, end: CallEnd, room: Room): Promise<void> {
  const { lease, text, request } = end
  const expiresAt = plan.now() + plan.ttlMs
  const isExpired = () => plan.now() >= expiresAt
  let late: readonly Promise<unknown>[] = []
  do {
    const isKept = await repeat(() => lease.keep(text), isExpired)
    if (isKept === undefined) logUnkept(request, new Error('The outcome has expired.'))
    if (isKept === false) logUnkept(request, takenKey())
    if (isKept !== true) break
    // A renewal that goes through late replaces the record, which is then written once more.
    late = lease.unanswered()
    await endOf(late)
  } while (late.length > 0)
  room.give(text.length)
}

/** A write that has no answer after an hour will not go through any more. */
const longestWriteMs = 3_600_000

/** Resolves when writes have ended, in whatever way. */
function endOf(writes: readonly Promise<unknown>[]): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestWriteMs)
    // Only in Node does a timer keep the process alive, and only there it has this method.
    timer.unref?.()
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    Promise.allSettled(writes).then(stop)
  })
}

const takenKey = () => new Error('Another call took the key before the end of this one was kept.')

function logUnkept({ log, tool, id }: CallRequest, thrown: unknown): void {
  log.error(`the end of ${tool.name} could not be kept for its idempotency key`, { id, thrown })
}

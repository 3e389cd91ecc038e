import type { CallRequest } from '../../define/policy.ts'
import type { IdempotencyPlan } from './options.ts'

/** The hold of this process on a key, while a call runs under it. */
export interface Lease {
  /** Whether no other process can have taken the key. */
  isHeld(): boolean
  /** Puts the end of the call in the place of the hold. */
  settle(text: string): Promise<void>
  /** Makes the key free again. */
  release(): Promise<void>
}

/** A hold on nothing: the store is away, and the call runs all the same. */
export const noLease: Lease = {
  isHeld: () => true,
  settle: async () => {},
  release: async () => {},
}

/**
 * Takes a key if it is free. It is held as long as the call lives, and for up to `leaseMs` after
 * that in case its tool goes on; the hold is short and renewed, so that one whose process has died
 * does not last.
 */
export async function takeLease(
  { store, leaseMs, ttlMs, now }: IdempotencyPlan,
  slot: string,
  text: string,
  request: CallRequest,
): Promise<Lease | undefined> {
  let heldUntil = now() + leaseMs
  if (!(await store.add(slot, text, leaseMs))) return undefined
  const isHeld = () => now() < heldUntil

  async function renew(): Promise<void> {
    // A hold that has run out may be another's by now.
    if (request.signal.aborted || !isHeld()) {
      clearInterval(timer)
      return
    }
    const until = now() + leaseMs
    try {
      await store.set(slot, text, leaseMs)
      heldUntil = until
    } catch (thrown) {
      request.log.warn('the hold on an idempotency key could not be renewed', {
        id: request.id,
        thrown,
      })
    }
  }
  let renewal = Promise.resolve()
  const timer = setInterval(() => void (renewal = renewal.then(renew)), leaseMs / 3)
  // Only in Node does a timer keep the process alive, and only there it has this method.
  timer.unref?.()

  /** Waits for a renewal under way, which would undo what is written next. */
  function stop(): Promise<void> {
    clearInterval(timer)
    return renewal
  }

  return {
    isHeld,
    async settle(text) {
      await stop()
      if (isHeld()) await store.set(slot, text, ttlMs)
      else if (!(await store.add(slot, text, ttlMs)))
        throw new Error(
          'The tool went on for so long after its call had ended that another call took the key.',
        )
    },
    async release() {
      await stop()
      if (isHeld()) await store.delete(slot)
    },
  }
}

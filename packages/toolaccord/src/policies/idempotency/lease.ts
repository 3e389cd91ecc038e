import type { CallRequest } from '../../define/policy.ts'
import type { IdempotencyPlan } from './to-idempotency-plan.ts'

/** The hold of this process on a key, while a call runs under it. */
export interface Lease {
  /** True if no other process can have taken the key. */
  isHeld(): boolean
  /** Replaces the hold by the record of the call's end. */
  settle(text: string): Promise<void>
  /** Makes the key free again. */
  release(): Promise<void>
}

/** The lease of a call that runs although the store is down; it holds nothing. */
export const noLease: Lease = {
  isHeld: () => true,
  settle: async () => {},
  release: async () => {},
}

/**
 * Takes a key if it is free; undefined if it is not. The key is held as long as the call lives, and
 * for up to `leaseMs` longer in case its tool goes on. Each hold is short and renewed, so that the
 * hold of a process that died does not last.
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
    // A hold that has run out may belong to another process.
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
  const timer = setInterval(() => {
    renewal = renewal.then(renew)
  }, leaseMs / 3)
  // Only in Node does a timer keep the process alive, and only there it has this method.
  timer.unref?.()

  /** Waits for a renewal under way, which would overwrite what is written next. */
  function stop(): Promise<void> {
    clearInterval(timer)
    return renewal
  }

  return {
    isHeld,
    async settle(text) {
      await stop()
      if (isHeld()) return store.set(slot, text, ttlMs)
      if (await store.add(slot, text, ttlMs)) return undefined
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

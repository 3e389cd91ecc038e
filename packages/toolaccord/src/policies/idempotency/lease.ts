import type { CallRequest } from '../../define/policy.ts'
import { freeKey } from './free-key.ts'
import type { IdempotencyPlan } from './to-idempotency-plan.ts'

/** The hold of this process on a key, while a call runs under it and until its end is kept. */
export interface Lease {
  /** True if no other process can have taken the key, or if this process knows the call's end. */
  isHeld(): boolean
  /**
   * Tries once to replace the hold by the record of the call's end. False if another call has taken
   * the key meanwhile. The hold is renewed until a try succeeds.
   */
  keep(text: string): Promise<boolean>
  /** The renewals that the store has not answered, and that may still go through. */
  unanswered(): readonly Promise<unknown>[]
  /** Makes the key free again; if the store is away, as soon as it is back. */
  release(): Promise<void>
}

/** The lease of a call that runs although the store is down; it holds nothing. */
export const noLease: Lease = {
  isHeld: () => true,
  keep: async () => false,
  unanswered: () => [],
  release: async () => {},
}

/**
 * Takes a key if it is free; undefined if it is not. The key is held as long as the call lives, and
 * for up to `leaseMs` longer in case its tool goes on. Each hold is short and renewed, so that the
 * hold of a process that died does not last.
 */
export async function takeLease(
  plan: IdempotencyPlan,
  slot: string,
  claim: string,
  request: CallRequest,
): Promise<Lease | undefined> {
  const hold = { slot, claim, heldUntil: plan.now() + plan.leaseMs }
  if (!(await takeKey(plan, hold))) return undefined
  return createLease(plan, hold, request)
}

interface Hold {
  readonly slot: string
  /** What stands under the slot; no two are the same. */
  readonly claim: string
  readonly heldUntil: number
}

/** Adds a claim; one that goes through after nobody waits for it any more is removed again. */
async function takeKey(plan: IdempotencyPlan, hold: Hold): Promise<boolean> {
  const { store, ask, leaseMs, now } = plan
  const { slot, claim, heldUntil } = hold
  let adding: Promise<boolean> | undefined
  try {
    return await ask(() => {
      adding = store.add(slot, claim, leaseMs)
      return adding
    })
  } catch (thrown) {
    const isOver = () => now() >= heldUntil
    if (adding !== undefined) freeKey(plan, { slot, text: claim, writes: [adding], isOver })
    throw thrown
  }
}

function createLease(plan: IdempotencyPlan, hold: Hold, request: CallRequest): Lease {
  const { store, ask, leaseMs, ttlMs, now } = plan
  const { slot, claim } = hold
  let { heldUntil } = hold
  let isEnding = false
  let isKept = false
  /** The renewals that the store has not answered. */
  const unanswered = new Set<Promise<unknown>>()
  /** One write after the other: a renewal must not overwrite what follows it. */
  let lastWrite: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    lastWrite = lastWrite.then(renew)
  }, leaseMs / 3)
  // Only in Node does a timer keep the process alive, and only there it has this method.
  timer.unref?.()

  const isInTime = () => now() < heldUntil

  async function renew(): Promise<void> {
    // A hold that has run out may belong to another process.
    if (!isInTime()) clearInterval(timer)
    const isNeeded = isEnding ? !isKept : !request.signal.aborted
    if (!isInTime() || !isNeeded) return
    const until = now() + leaseMs
    try {
      await ask(writeClaim)
      heldUntil = until
    } catch (thrown) {
      request.log.warn('the hold on an idempotency key could not be renewed', {
        id: request.id,
        thrown,
      })
    }
  }

  function writeClaim(): Promise<void> {
    const writing = store.set(slot, claim, leaseMs)
    unanswered.add(writing)
    const forget = () => {
      unanswered.delete(writing)
    }
    writing.then(forget, forget)
    return writing
  }

  /** Writes the record over a claim of this lease, or where no entry is. */
  async function write(text: string): Promise<boolean> {
    const overwrite = () => ask(() => store.set(slot, text, ttlMs))
    if (isInTime()) {
      await overwrite()
      return true
    }
    if (await ask(() => store.add(slot, text, ttlMs))) return true
    const found = await ask(() => store.get(slot))
    if (found === undefined) throw new Error('The entry of an idempotency key has just expired.')
    if (found === claim) await overwrite()
    // An earlier try may have gone through without an answer.
    return found === claim || found === text
  }

  async function keep(text: string): Promise<boolean> {
    isKept = await write(text)
    clearInterval(timer)
    return isKept
  }

  async function remove(writes: Promise<unknown>[]): Promise<void> {
    await ask(() => {
      const deleting = store.delete(slot)
      writes.push(deleting)
      return deleting
    })
  }

  return {
    isHeld: () => isEnding || isInTime(),
    keep(text) {
      isEnding = true
      const keeping = lastWrite.then(() => keep(text))
      lastWrite = keeping.catch(ignoreReported)
      return keeping
    },
    unanswered: () => [...unanswered],
    async release() {
      clearInterval(timer)
      await lastWrite
      if (!isInTime()) return
      const writes = [...unanswered]
      try {
        await remove(writes)
        if (unanswered.size === 0) return
      } catch (thrown) {
        const message = 'an idempotency key could not be freed yet; it is tried again'
        request.log.warn(message, { id: request.id, thrown })
      }
      freeKey(plan, { slot, text: claim, writes, isOver: () => !isInTime() })
    },
  }
}

/** Whoever tried to keep the end gets the failure. */
function ignoreReported(): void {}

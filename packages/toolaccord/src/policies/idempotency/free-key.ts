import { repeat } from './repeat.ts'
import type { IdempotencyPlan } from './to-idempotency-plan.ts'

/** A claim that is of no use any more. */
export interface OldClaim {
  readonly slot: string
  /** The claim as it is written; no other claim has the same text. */
  readonly text: string
  /** The writes of it that may still go through. */
  readonly writes: readonly Promise<unknown>[]
  /** True if the claim has run out by itself. */
  readonly isOver: () => boolean
}

/**
 * Frees a key whose claim may be in the store, once that answers. It waits for the true end of
 * every step: a removal that comes late must not hit the claim of another call.
 */
export async function freeKey({ store }: IdempotencyPlan, claim: OldClaim): Promise<void> {
  const { slot, text, writes, isOver } = claim
  await Promise.allSettled(writes)
  const remove = async () => {
    if ((await store.get(slot)) === text) await store.delete(slot)
  }
  await repeat(remove, isOver)
}

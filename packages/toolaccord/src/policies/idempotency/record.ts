import type { CallRequest } from '../../define/policy.ts'
import { hashJson } from '../../json/hash-json.ts'
import { isRecord } from '../../json/json.ts'
import { toHex } from '../../json/to-hex.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { isStorable } from '../../stores/store.ts'

/**
 * What makes a call the same as another, as hashes, so that a store holds neither keys nor
 * arguments.
 */
export interface Identity {
  /** Of the caller, the tool and the key. */
  readonly slot: string
  readonly args: string
}

/** What a store holds under a slot. */
export interface CallRecord {
  readonly args: string
  /** Absent while the call runs; null where it is done and its outcome could not be kept. */
  readonly outcome?: Outcome | null
}

/** Who calls what under which key, and with what. */
export async function identify({
  caller,
  client,
  tool,
  idempotencyKey,
  args,
}: CallRequest): Promise<Identity> {
  // The two are kept apart, so that nobody gets the outcomes of a caller by claiming its id as a name.
  const who = caller === undefined ? { client: client?.name ?? null } : { caller: caller.id }
  const [slot, hash] = await Promise.all([
    hashJson([who, tool.name, idempotencyKey]),
    hashJson(args),
  ])
  return { slot: `idempotency:${toHex(slot)}`, args: toHex(hash) }
}

/** A record as a store holds it. */
export const toRecordText = (record: CallRecord): string => JSON.stringify(record)

/** The record of a call that is done, as text; undefined where a store cannot hold it. */
export function toOutcomeText(args: string, outcome: Outcome): string | undefined {
  try {
    const text = toRecordText({ args, outcome })
    return isStorable(text) ? text : undefined
  } catch {
    // A policy further in may have put something into the outcome that is no JSON.
    return undefined
  }
}

/** Throws for a text that is no record. */
export function fromRecordText(text: string): CallRecord {
  const record: unknown = JSON.parse(text)
  // The cast is safe because the pipeline checks every outcome that a policy gives.
  if (isRecord(record) && typeof record.args === 'string') return record as unknown as CallRecord
  throw new TypeError(
    'The store holds something under an idempotency key that is no record of a call.',
  )
}

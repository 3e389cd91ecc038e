import type { CallRequest } from '../../define/policy.ts'
import { hashJson } from '../../json/hash-json.ts'
import { isRecord } from '../../json/json.ts'
import { toHex } from '../../json/to-hex.ts'
import { toCallerKey } from '../../names/to-caller-key.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { isStorable, toSharedKey } from '../../stores/store.ts'

/**
 * What makes two calls the same. Both members are hashes, so that a store holds neither keys nor
 * arguments.
 */
export interface Identity {
  /** The hash of the caller, the tool and the key; a store in memory counts it for the caller. */
  readonly slot: string
  /** The hash of the arguments. */
  readonly args: string
}

/** The entry of a call in the store, under its slot. */
export interface CallRecord {
  /** The hash of the arguments. */
  readonly args: string
  /** Tells claims of the same call apart; absent when the call is done. */
  readonly claim?: string
  /** Absent while the call runs; null if it is done and its outcome could not be kept. */
  readonly outcome?: Outcome | null
}

/** Computes the identity of a call. */
export async function identify({
  caller,
  client,
  tool,
  idempotencyKey,
  args,
}: CallRequest): Promise<Identity> {
  // Kept apart, so that nobody gets the outcomes of a caller by claiming its id as a client name.
  const who =
    caller === undefined ? { client: client?.name ?? null } : { caller: toCallerKey(caller) }
  const [share, slot, hash] = await Promise.all([
    hashJson(who),
    hashJson([who, tool.name, idempotencyKey]),
    hashJson(args),
  ])
  return { slot: toSharedKey('idempotency', toHex(share), toHex(slot)), args: toHex(hash) }
}

/** Writes the claim of a call that begins; no two are the same. */
export const toClaimText = (args: string): string =>
  toRecordText({ args, claim: crypto.randomUUID() })

/** Writes a record as a string for a store. */
export const toRecordText = (record: CallRecord): string => JSON.stringify(record)

/** Writes the record of a call that is done; undefined if a store cannot hold it. */
export function toOutcomeText(args: string, outcome: Outcome): string | undefined {
  try {
    const text = toRecordText({ args, outcome })
    if (isStorable(text)) return text
    return undefined
  } catch {
    // A policy further in may have put something into the outcome that is not JSON.
    return undefined
  }
}

/** Reads a record from a string of a store; throws if it is not one. */
export function fromRecordText(text: string): CallRecord {
  const record: unknown = JSON.parse(text)
  // The cast is safe because the pipeline checks every outcome that a policy gives.
  if (isRecord(record) && typeof record.args === 'string') return record as unknown as CallRecord
  throw new TypeError(
    'The store has something under an idempotency key that is not a record of a call.',
  )
}

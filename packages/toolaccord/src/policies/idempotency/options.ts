import { clip, isRecord } from '../../json/json.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import { createPatientStore } from '../../stores/create-patient-store.ts'
import type { Store } from '../../stores/store.ts'

/** Where outcomes are kept, how long, and what happens when they cannot be. */
export interface IdempotencyOptions {
  /** One that processes share makes a key good for all of them. Default: the memory of this process. */
  readonly store?: Store | undefined
  /** How long an outcome is kept. Default: 24 hours. */
  readonly ttlMs?: number | undefined
  /** How long a call waits for another one under its key that runs in the same process. Default: 30000. */
  readonly waitMs?: number | undefined
  /**
   * How long a key stays taken after its process has died or its call has ended before its tool
   * did. Default: 60000.
   */
  readonly leaseMs?: number | undefined
  /** How long to wait for a store. Default: 5000. */
  readonly storeTimeoutMs?: number | undefined
  /**
   * Whether a call whose key cannot be looked up is refused, or run although it may have run
   * before. Default: refuse.
   */
  readonly onStoreFailure?: 'refuse' | 'run' | undefined
  /** Default: Date.now. */
  readonly now?: (() => number) | undefined
}

/** The options with nothing left open. */
export type IdempotencyPlan = Required<Omit<IdempotencyOptions, 'storeTimeoutMs'>>

const day = 86_400_000

/** Fills in defaults, or throws one error that names every fault. */
export function toPlan(options: IdempotencyOptions): IdempotencyPlan {
  const {
    store,
    ttlMs = day,
    waitMs = 30_000,
    leaseMs = 60_000,
    storeTimeoutMs = 5000,
    onStoreFailure = 'refuse',
    now = Date.now,
  } = options
  const faults = [
    ...(store === undefined || isStore(store)
      ? []
      : [
          'store: must have get, set, add and delete; createMemoryStore, createRedisStore and createPostgresStore make one',
        ]),
    ...wholeFaults('ttlMs', ttlMs, 1000, 365 * day),
    ...wholeFaults('waitMs', waitMs, 0, 3_600_000),
    ...wholeFaults('leaseMs', leaseMs, 1000, 3_600_000),
    ...wholeFaults('storeTimeoutMs', storeTimeoutMs, 1, 60_000),
    ...(['refuse', 'run'].includes(onStoreFailure)
      ? []
      : [`onStoreFailure: '${clip(String(onStoreFailure))}' is neither 'refuse' nor 'run'`]),
  ]
  if (faults.length > 0)
    throw new TypeError(`Idempotency cannot work with this: ${faults.join('; ')}.`)
  return {
    store:
      store === undefined ? createMemoryStore({ now }) : createPatientStore(store, storeTimeoutMs),
    ttlMs,
    waitMs,
    leaseMs,
    onStoreFailure,
    now,
  }
}

const isStore = (store: unknown): boolean =>
  isRecord(store) &&
  ['get', 'set', 'add', 'delete'].every((name) => typeof store[name] === 'function')

const wholeFaults = (where: string, value: unknown, low: number, high: number): string[] =>
  Number.isInteger(value) && Number(value) >= low && Number(value) <= high
    ? []
    : [`${where}: ${clip(String(value))} is not a whole number from ${low} to ${high}`]

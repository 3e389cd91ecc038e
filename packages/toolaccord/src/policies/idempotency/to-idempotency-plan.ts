import { clip, isRecord } from '../../json/json.ts'
import { wholeFaults } from '../../json/whole-faults.ts'
import { createMemoryStore } from '../../stores/create-memory-store.ts'
import { type Patience, createPatience } from '../../stores/create-patience.ts'
import type { Store } from '../../stores/store.ts'

/** Where outcomes are kept, for how long, and what happens if they cannot be kept. */
export interface IdempotencyOptions {
  /**
   * With a store that processes share, a key is good for all of them. Default: the memory of this
   * process.
   */
  readonly store?: Store | undefined
  /** How long an outcome is kept. Default: 24 hours. */
  readonly ttlMs?: number | undefined
  /** How long a call waits for another one under its key in the same process. Default: 30000. */
  readonly waitMs?: number | undefined
  /**
   * How long a key stays taken after its process died, or after its call ended before its tool did.
   * Default: 60000.
   */
  readonly leaseMs?: number | undefined
  /**
   * How long to wait for a store. A store that keeps silent for so long is left alone for a second,
   * and then asked by one call at a time. Default: 5000.
   */
  readonly storeTimeoutMs?: number | undefined
  /**
   * A call whose key cannot be looked up is refused, or run although it may have run before.
   * Default: refuse.
   */
  readonly onStoreFailure?: 'refuse' | 'run' | undefined
  /** Milliseconds of a clock that nobody sets. Default: performance.now. */
  readonly now?: (() => number) | undefined
}

/** The options with their defaults. */
export interface IdempotencyPlan extends Required<Omit<IdempotencyOptions, 'storeTimeoutMs'>> {
  /** Asks the store, for as long as it may take. */
  readonly ask: Patience
}

const day = 86_400_000

/** Fills in defaults, or throws one error that names every fault. */
export function toIdempotencyPlan(options: IdempotencyOptions): IdempotencyPlan {
  const {
    store: given,
    ttlMs = day,
    waitMs = 30_000,
    leaseMs = 60_000,
    storeTimeoutMs = 5000,
    onStoreFailure = 'refuse',
    now = () => performance.now(),
  } = options
  const faults = [
    ...storeFaults(given),
    ...wholeFaults('ttlMs', ttlMs, 1000, 365 * day),
    ...wholeFaults('waitMs', waitMs, 0, 3_600_000),
    ...wholeFaults('leaseMs', leaseMs, 1000, 3_600_000),
    ...wholeFaults('storeTimeoutMs', storeTimeoutMs, 1, 60_000),
  ]
  if (!['refuse', 'run'].includes(onStoreFailure)) {
    const shown = clip(String(onStoreFailure))
    faults.push(`onStoreFailure: '${shown}' is neither 'refuse' nor 'run'`)
  }
  if (faults.length > 0) {
    throw new TypeError(`Idempotency cannot work with this: ${faults.join('; ')}.`)
  }
  const plan = { ttlMs, waitMs, leaseMs, onStoreFailure, now }
  if (given === undefined) return { ...plan, store: createMemoryStore({ now }), ask: askAtOnce }
  return { ...plan, store: given, ask: createPatience(storeTimeoutMs) }
}

/** The memory of the process is never silent. */
const askAtOnce: Patience = (ask) => ask()

function storeFaults(store: unknown): string[] {
  if (store === undefined || isStore(store)) return []
  return [
    'store: must have get, set, add and delete; ' +
      'createMemoryStore, createRedisStore and createPostgresStore make one',
  ]
}

const isStore = (store: unknown): boolean =>
  isRecord(store) &&
  ['get', 'set', 'add', 'delete'].every((name) => typeof store[name] === 'function')

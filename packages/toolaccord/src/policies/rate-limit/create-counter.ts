import {
  BurstyRateLimiter,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { isRecord } from '../../json/json.ts'
import type { CallLimit, RateLimitStore } from './options.ts'

/** What a limit says after one call more. */
export interface Count {
  readonly isOver: boolean
  /** Calls left, the burst not included. */
  readonly remaining: number
  readonly msToReset: number
}

/** Counts one call; rejects when the store fails. */
export type Counter = (key: string) => Promise<Count>

/** How many windows it takes until a burst is there again. */
const burstWindows = 10

/** A counter of one limit; its store is not touched before the first call. */
export function createCounter(
  { calls, perSeconds, burst }: CallLimit,
  keyPrefix: string,
  store?: RateLimitStore,
): Counter {
  const steady = createLimiter({ keyPrefix, points: calls, duration: perSeconds }, store)
  const limiter =
    burst === undefined
      ? steady
      : new BurstyRateLimiter(
          steady,
          createLimiter(
            { keyPrefix: `${keyPrefix}-burst`, points: burst, duration: perSeconds * burstWindows },
            store,
          ),
        )
  return async (key) => {
    try {
      return toCount(await limiter.consume(key), false)
    } catch (rejected) {
      if (rejected instanceof RateLimiterRes) return toCount(rejected, true)
      throw rejected
    }
  }
}

const toCount = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Count => ({
  isOver,
  remaining: remainingPoints,
  msToReset: Math.max(msBeforeNext, 0),
})

interface Window {
  readonly keyPrefix: string
  readonly points: number
  readonly duration: number
}

function createLimiter(window: Window, store: RateLimitStore | undefined): RateLimiterAbstract {
  if (store === undefined) return new RateLimiterMemory(window)
  if ('redis' in store) return new RateLimiterRedis({ ...window, storeClient: store.redis })
  // The type of the client is told, because minified code has lost the name that it is guessed by.
  return new TableLimiter({
    ...window,
    storeClient: store.postgres,
    storeType: 'pool',
    tableName: store.table ?? 'toolaccord_rate_limits',
  })
}

/**
 * Makes its table when a call finds none, so that neither a late start of the database nor a new
 * one stops the counting.
 */
class TableLimiter extends RateLimiterPostgres {
  readonly #options: ConstructorParameters<typeof RateLimiterPostgres>[0]

  constructor(options: ConstructorParameters<typeof RateLimiterPostgres>[0]) {
    super({ ...options, tableCreated: true })
    this.#options = options
  }

  override async consume(key: string): Promise<RateLimiterRes> {
    try {
      return await super.consume(key)
    } catch (thrown) {
      if (!isRecord(thrown) || thrown.code !== undefinedTable) throw thrown
    }
    await makeTable(this.#options)
    return super.consume(key)
  }
}

/** PostgreSQL, appendix A. */
const undefinedTable = '42P01'

const makeTable = (
  options: ConstructorParameters<typeof RateLimiterPostgres>[0],
): Promise<unknown> =>
  new Promise<void>(
    (resolve, reject) =>
      new RateLimiterPostgres({ ...options, clearExpiredByTimeout: false }, (error) =>
        error === undefined ? resolve() : reject(error),
      ),
  )

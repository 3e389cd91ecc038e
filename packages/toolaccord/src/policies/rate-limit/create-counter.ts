import {
  BurstyRateLimiter,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { isPostgresError, postgresErrors } from '../../postgres/postgres-errors.ts'
import { type CallLimit, type RateLimitStore, burstWindows } from './to-rate-limit-plan.ts'

/** The state of a limit after one more call. */
export interface Count {
  readonly isOver: boolean
  /** Calls left, the burst not included. */
  readonly remaining: number
  readonly msToReset: number
}

/** Counts one call; rejects if the store fails. */
export type Counter = (key: string) => Promise<Count>

/** Creates a counter of one limit; its store is not touched before the first call. */
export function createCounter(
  { calls, perSeconds, burst }: CallLimit,
  keyPrefix: string,
  store?: RateLimitStore,
): Counter {
  const steady = createLimiter({ keyPrefix, points: calls, duration: perSeconds }, store)
  const limiter = burst === undefined ? steady : withBurst(burst)

  function withBurst(points: number): BurstyRateLimiter {
    const window = { keyPrefix: `${keyPrefix}-burst`, points, duration: perSeconds * burstWindows }
    return new BurstyRateLimiter(steady, createLimiter(window, store))
  }

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
  // The library guesses the type of the client by the name of its class, which minifying changes.
  return new TableLimiter({
    ...window,
    storeClient: store.postgres,
    storeType: 'pool',
    tableName: store.table ?? 'toolaccord_rate_limits',
  })
}

/**
 * Creates its table if a call finds none, so that counting survives a late start of the database,
 * and a new one.
 */
class TableLimiter extends RateLimiterPostgres {
  readonly #options: ConstructorParameters<typeof RateLimiterPostgres>[0]
  /** The table while it is being made, which calls that come at once wait for together. */
  #making: Promise<unknown> | undefined

  constructor(options: ConstructorParameters<typeof RateLimiterPostgres>[0]) {
    super({ ...options, tableCreated: true })
    this.#options = options
  }

  override async consume(key: string): Promise<RateLimiterRes> {
    try {
      return await super.consume(key)
    } catch (thrown) {
      if (!isPostgresError(thrown, postgresErrors.undefinedTable)) throw thrown
    }
    const fault = await this.#make()
    try {
      return await super.consume(key)
    } catch (thrown) {
      throw isPostgresError(thrown, postgresErrors.undefinedTable) ? fault : thrown
    }
  }

  /** Returns the fault instead of throwing it: another process may make the table at once. */
  async #make(): Promise<unknown> {
    this.#making ??= createTable(this.#options)
    try {
      await this.#making
      return undefined
    } catch (thrown) {
      return thrown
    } finally {
      this.#making = undefined
    }
  }
}

/** The library creates the table as a side effect of the constructor. */
function createTable(
  options: ConstructorParameters<typeof RateLimiterPostgres>[0],
): Promise<unknown> {
  return new Promise<void>((resolve, reject) => {
    const onReady = (error?: Error) => {
      if (error === undefined) resolve()
      else reject(error)
    }
    return new RateLimiterPostgres({ ...options, clearExpiredByTimeout: false }, onReady)
  })
}

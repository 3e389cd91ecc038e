import { clip, isRecord } from '../../json/json.ts'
import { wholeFaults } from '../../json/whole-faults.ts'

/** How many calls of one tool are allowed in how many seconds. */
export interface CallLimit {
  readonly calls: number
  readonly perSeconds: number
  /** Extra calls for a busy moment; once used, they come back after ten times `perSeconds`. */
  readonly burst?: number | undefined
}

/** How many windows it takes until a burst can be used again. */
export const burstWindows = 10

/** The part of an ioredis client that counting needs. */
export interface RedisClient {
  defineCommand(
    name: string,
    definition: { readonly lua: string; readonly numberOfKeys?: number },
  ): void
}

/** The part of a pool of `pg` that counting needs. */
export interface PostgresPool {
  query(query: {
    readonly text: string
    readonly values?: unknown[]
    readonly name?: string
  }): Promise<unknown>
}

/** A store in which several processes count together; whoever made its client closes it. */
export type RateLimitStore =
  | { readonly redis: RedisClient }
  | {
      readonly postgres: PostgresPool
      /** Default: toolaccord_rate_limits. */
      readonly table?: string | undefined
    }

/** Which tools have which limits, and where calls are counted. */
export interface RateLimitOptions {
  /**
   * The limit of each tool that `tools` does not name. The environment variable
   * TOOLACCORD_RATE_LIMIT, such as `100/60+20`, wins over it.
   */
  readonly limit?: CallLimit | undefined
  /** By bare tool name; false for a tool without a limit. */
  readonly tools?: Readonly<Record<string, CallLimit | false>> | undefined
  /**
   * True to count each caller alone. Default: true. Without authentication a caller is known by its
   * client's name, which is only a claim.
   */
  readonly perClient?: boolean | undefined
  /** Default: the memory of this process. */
  readonly store?: RateLimitStore | undefined
  /** The start of each key in a store, so that servers can share it. Default: toolaccord. */
  readonly keyPrefix?: string | undefined
  /**
   * How long to wait for a store. A store that keeps silent for so long is left alone for a second,
   * and then asked by one call at a time. Default: 1000.
   */
  readonly storeTimeoutMs?: number | undefined
  /**
   * What happens to calls that the store cannot count. `allow`: this process counts them alone, and
   * allows them within their limit. Default: allow.
   */
  readonly onStoreFailure?: 'allow' | 'refuse' | undefined
  /** Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** The clock for the times in answers. Default: Date.now. Windows follow the machine's clock. */
  readonly now?: (() => number) | undefined
}

/** The options with their defaults. */
export interface RateLimitPlan extends Required<
  Omit<RateLimitOptions, 'limit' | 'tools' | 'store' | 'env'>
> {
  readonly limit?: CallLimit | undefined
  readonly tools: ReadonlyMap<string, CallLimit | false>
  readonly store?: RateLimitStore | undefined
}

const variable = 'TOOLACCORD_RATE_LIMIT'
const maxCalls = 1_000_000
const maxSeconds = 86_400

/** Fills in defaults and the environment, or throws one error that names every fault. */
export function toRateLimitPlan(options: RateLimitOptions): RateLimitPlan {
  const {
    tools = {},
    perClient = true,
    store,
    keyPrefix = 'toolaccord',
    storeTimeoutMs = 1000,
    onStoreFailure = 'allow',
    now = Date.now,
  } = options
  const text = (options.env ?? globalThis.process?.env)?.[variable]?.trim() || undefined
  const ordered = text === undefined ? undefined : parseLimit(text)
  const limit = ordered ?? options.limit
  const limits = new Map(Object.entries(tools))
  const faults: string[] = []
  if (text !== undefined && ordered === undefined) faults.push(unreadable(text))
  if (ordered !== undefined) faults.push(...limitFaults(variable, ordered))
  if (options.limit !== undefined) faults.push(...limitFaults('limit', options.limit))
  for (const [name, one] of limits) {
    if (one !== false) faults.push(...limitFaults(`tools.${clip(name)}`, one))
  }
  if (limit === undefined && ![...limits.values()].some(Boolean)) {
    faults.push(`nothing is limited; give limit or tools, or set ${variable}`)
  }
  faults.push(...storeFaults(store), ...prefixFaults(keyPrefix))
  faults.push(...wholeFaults('storeTimeoutMs', storeTimeoutMs, 1, 60_000))
  if (!['allow', 'refuse'].includes(onStoreFailure)) {
    const shown = clip(String(onStoreFailure))
    faults.push(`onStoreFailure: '${shown}' is neither 'allow' nor 'refuse'`)
  }
  if (faults.length > 0) throw new TypeError(`These rate limits cannot work: ${faults.join('; ')}.`)
  return { limit, tools: limits, perClient, store, keyPrefix, storeTimeoutMs, onStoreFailure, now }
}

function parseLimit(text: string): CallLimit | undefined {
  const match = /^(?<calls>\d+)\/(?<perSeconds>\d+)(?:\+(?<burst>\d+))?$/.exec(text)
  if (match?.groups === undefined) return undefined
  const { calls, perSeconds, burst } = match.groups
  const limit = { calls: Number(calls), perSeconds: Number(perSeconds) }
  if (burst === undefined) return limit
  return { ...limit, burst: Number(burst) }
}

const unreadable = (text: string): string =>
  `${variable}: '${clip(text)}' is not a limit; ` +
  'write calls/seconds or calls/seconds+burst, such as 100/60 or 100/60+20'

function limitFaults(where: string, limit: unknown): string[] {
  if (!isRecord(limit)) return [`${where}: must be { calls, perSeconds, burst? }`]
  const { calls, perSeconds, burst = 1 } = limit
  return [
    ...wholeFaults(`${where}: calls`, calls, 1, maxCalls),
    ...wholeFaults(`${where}: perSeconds`, perSeconds, 1, maxSeconds),
    ...wholeFaults(`${where}: burst`, burst, 1, maxCalls),
  ]
}

function prefixFaults(keyPrefix: string): string[] {
  if (/^[\w:.-]{1,64}$/.test(keyPrefix)) return []
  return [`keyPrefix: '${clip(keyPrefix)}' must be 1 to 64 letters, digits, '_', ':', '.' or '-'`]
}

function storeFaults(store: unknown): string[] {
  if (store === undefined) return []
  if (!isRecord(store) || 'redis' in store === 'postgres' in store)
    return ['store: must be { redis } or { postgres, table? }; leave it out to count in memory']
  const faults: string[] = []
  if ('redis' in store) {
    if (!hasMethod(store.redis, 'defineCommand'))
      faults.push('store.redis: is not a client of ioredis')
    return faults
  }
  const { postgres, table = 'ok' } = store
  if (!hasMethod(postgres, 'query')) faults.push('store.postgres: is not a pool of pg')
  if (!/^[A-Za-z_]\w{0,39}$/.test(String(table))) {
    const rule = "must be 1 to 40 letters, digits and '_', and not start with a digit"
    faults.push(`store.table: '${clip(String(table))}' ${rule}`)
  }
  return faults
}

const hasMethod = (value: unknown, name: string): boolean =>
  isRecord(value) && typeof value[name] === 'function'

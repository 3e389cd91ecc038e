import { clip, isRecord } from '../../json/json.ts'

/** So many calls of one tool in so many seconds. */
export interface CallLimit {
  readonly calls: number
  readonly perSeconds: number
  /** Extra calls for a busy moment; once used, they come back after ten times `perSeconds`. */
  readonly burst?: number | undefined
}

/** As much of an ioredis client as counting needs. */
export interface RedisClient {
  defineCommand(
    name: string,
    definition: { readonly lua: string; readonly numberOfKeys?: number },
  ): void
}

/** As much of a pool of `pg` as counting needs. */
export interface PostgresPool {
  query(query: {
    readonly text: string
    readonly values?: unknown[]
    readonly name?: string
  }): Promise<unknown>
}

/** Where several processes count together; whoever made the client closes it. */
export type RateLimitStore =
  | { readonly redis: RedisClient }
  | {
      readonly postgres: PostgresPool
      /** Default: toolaccord_rate_limits. */ readonly table?: string
    }

export interface RateLimitOptions {
  /**
   * For each tool that `tools` does not name; the environment variable TOOLACCORD_RATE_LIMIT, such
   * as `100/60+20`, takes its place.
   */
  readonly limit?: CallLimit | undefined
  /** By bare tool name; false for a tool without a limit. */
  readonly tools?: Readonly<Record<string, CallLimit | false>> | undefined
  /**
   * Whether each caller is counted alone. Default: true. Without authentication a caller is known
   * by its client's name, which is only a claim.
   */
  readonly perClient?: boolean | undefined
  /** Default: the memory of this process. */
  readonly store?: RateLimitStore | undefined
  /** What starts every key in a store, so that several servers can share it. Default: toolaccord. */
  readonly keyPrefix?: string | undefined
  /** How long to wait for a store. Default: 1000. */
  readonly storeTimeoutMs?: number | undefined
  /** What happens to calls that cannot be counted. Default: allow. */
  readonly onStoreFailure?: 'allow' | 'refuse' | undefined
  /** Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /**
   * The time that resets are told by. Default: Date.now; windows themselves follow the clock of the
   * machine.
   */
  readonly now?: (() => number) | undefined
}

/** The options with nothing left open. */
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
export function toPlan(options: RateLimitOptions): RateLimitPlan {
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
  const faults = [
    ...(text !== undefined && ordered === undefined
      ? [
          `${variable}: '${clip(text)}' is no limit; write calls/seconds or calls/seconds+burst, such as 100/60 or 100/60+20`,
        ]
      : []),
    ...(ordered === undefined ? [] : limitFaults(variable, ordered)),
    ...(options.limit === undefined ? [] : limitFaults('limit', options.limit)),
    ...[...limits].flatMap(([name, one]) =>
      one === false ? [] : limitFaults(`tools.${clip(name)}`, one),
    ),
    ...(limit === undefined && ![...limits.values()].some(Boolean)
      ? [`nothing is limited; give limit or tools, or set ${variable}`]
      : []),
    ...storeFaults(store),
    ...(/^[\w:.-]{1,64}$/.test(keyPrefix)
      ? []
      : [`keyPrefix: '${clip(keyPrefix)}' must be 1 to 64 letters, digits, '_', ':', '.' or '-'`]),
    ...wholeFaults('storeTimeoutMs', storeTimeoutMs, 60_000),
    ...(['allow', 'refuse'].includes(onStoreFailure)
      ? []
      : [`onStoreFailure: '${clip(String(onStoreFailure))}' is neither 'allow' nor 'refuse'`]),
  ]
  if (faults.length > 0) throw new TypeError(`These rate limits cannot work: ${faults.join('; ')}.`)
  return { limit, tools: limits, perClient, store, keyPrefix, storeTimeoutMs, onStoreFailure, now }
}

function parseLimit(text: string): CallLimit | undefined {
  const [, calls, perSeconds, burst] = /^(\d+)\/(\d+)(?:\+(\d+))?$/.exec(text) ?? []
  if (calls === undefined) return undefined
  return {
    calls: Number(calls),
    perSeconds: Number(perSeconds),
    ...(burst !== undefined && { burst: Number(burst) }),
  }
}

function limitFaults(where: string, limit: unknown): string[] {
  if (!isRecord(limit)) return [`${where}: must be { calls, perSeconds, burst? }`]
  return [
    ...wholeFaults(`${where}: calls`, limit.calls, maxCalls),
    ...wholeFaults(`${where}: perSeconds`, limit.perSeconds, maxSeconds),
    ...(limit.burst === undefined ? [] : wholeFaults(`${where}: burst`, limit.burst, maxCalls)),
  ]
}

const wholeFaults = (where: string, value: unknown, high: number): string[] =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= high
    ? []
    : [`${where}: ${clip(String(value))} is not a whole number from 1 to ${high}`]

function storeFaults(store: unknown): string[] {
  if (store === undefined) return []
  if (!isRecord(store) || 'redis' in store === 'postgres' in store)
    return ['store: must be { redis } or { postgres, table? }; leave it out to count in memory']
  if ('redis' in store)
    return hasMethod(store.redis, 'defineCommand')
      ? []
      : ['store.redis: is not a client of ioredis']
  const { table = 'ok' } = store
  return [
    ...(hasMethod(store.postgres, 'query') ? [] : ['store.postgres: is not a pool of pg']),
    ...(/^[A-Za-z_]\w{0,39}$/.test(String(table))
      ? []
      : [
          `store.table: '${clip(String(table))}' must be 1 to 40 letters, digits and '_', and not start with a digit`,
        ]),
  ]
}

const hasMethod = (value: unknown, name: string): boolean =>
  isRecord(value) && typeof value[name] === 'function'

import type { CallRequest, Policy } from '../../define/policy.ts'
import type { Outcome, RateLimit } from '../../outcome/outcome.ts'
import { toWarning, withWarning } from '../../outcome/warnings.ts'
import { createPatience } from '../../stores/create-patience.ts'
import { type Count, type Counter, createCounter } from './create-counter.ts'
import { createKeys } from './create-keys.ts'
import { type StandIn, createStandIn } from './create-stand-in.ts'
import {
  type CallLimit,
  type RateLimitOptions,
  type RateLimitPlan,
  toRateLimitPlan,
} from './to-rate-limit-plan.ts'

export type {
  CallLimit,
  PostgresPool,
  RateLimitOptions,
  RateLimitStore,
  RedisClient,
} from './to-rate-limit-plan.ts'

/** An answer warns if less than this share of its limit is left. */
const scarceShare = 0.2

/**
 * Creates the policy that limits how often each caller calls each tool. Every answer says how many
 * calls are left.
 */
export function createRateLimit(options: RateLimitOptions): Policy {
  const plan = toRateLimitPlan(options)
  const findRule = createRules(plan)
  const toKey = plan.perClient ? createKeys(longestMs(plan)) : async () => 'all'
  let isDown = false

  /** Counts a call; undefined if nobody can. An outage of the store is logged once. */
  async function count(request: CallRequest, rule: Rule): Promise<Count | undefined> {
    const key = `${request.tool.name}:${await toKey(request)}`
    try {
      const counted = await rule.count(key)
      isDown = false
      return (await rule.standIn?.note(key, counted)) ?? counted
    } catch (thrown) {
      if (!isDown) warnOfStore(request, thrown)
      isDown = true
      return rule.standIn?.count(key)
    }
  }

  function warnOfStore({ log, id }: CallRequest, thrown: unknown): void {
    const meanwhile =
      plan.onStoreFailure === 'allow' ? 'this process counts alone' : 'calls are refused'
    log.warn(`rate limits cannot be counted in their store; until they can, ${meanwhile}`, {
      id,
      thrown,
    })
  }

  return {
    name: 'rate-limit',
    isShared: plan.store !== undefined,
    covers: ({ name }) => findRule(name) !== undefined,
    async around(request, next) {
      const rule = findRule(request.tool.name)
      if (rule === undefined) return next(request)
      const counted = await count(request, rule)
      // A store may take longer than the call has, and a tool must not start after its call ended.
      if (plan.store !== undefined && request.signal.aborted) return request.refuse('cancelled')
      if (counted === undefined) return refuseUncounted(request)
      const state = toState(rule.limit, counted, plan.now)
      if (counted.isOver) return refuseOver(request, rule.limit, state)
      return withState(await next(request), state, request.tool.name)
    },
  }
}

interface Rule {
  readonly limit: CallLimit
  readonly count: Counter
  /** Counts if the store cannot; absent if there is no store, or if calls are refused then. */
  readonly standIn?: StandIn | undefined
}

/** Returns a function that finds the rule of a tool; undefined for a tool without a limit. */
function createRules(plan: RateLimitPlan): (tool: string) => Rule | undefined {
  const { limit, tools, store, keyPrefix, onStoreFailure } = plan
  const ask = createPatience(plan.storeTimeoutMs)
  const toRule = (limit: CallLimit): Rule => {
    const count = createCounter(limit, keyPrefix, store)
    if (store === undefined) return { limit, count }
    const standIn = onStoreFailure === 'allow' ? createStandIn(limit, keyPrefix) : undefined
    return { limit, count: (key) => ask(() => count(key)), standIn }
  }
  const named = new Map(
    [...tools].map(([name, one]) => [name, one === false ? undefined : toRule(one)]),
  )
  const others = limit && toRule(limit)
  return (tool) => (named.has(tool) ? named.get(tool) : others)
}

/** The longest window of a plan, in milliseconds. */
function longestMs({ limit, tools }: RateLimitPlan): number {
  const limits = [limit, ...tools.values()].filter((one) => typeof one === 'object')
  return Math.max(...limits.map(({ perSeconds }) => perSeconds)) * 1000
}

type State = Required<Omit<RateLimit, 'resetAt'>> & { readonly resetAt: string }

const toState = (
  { calls }: CallLimit,
  { isOver, remaining, msToReset }: Count,
  now: () => number,
): State => ({
  limit: calls,
  remaining: isOver ? 0 : remaining,
  resetAt: new Date(now() + msToReset).toISOString(),
  retryAfterSeconds: Math.max(1, Math.ceil(msToReset / 1000)),
})

function refuseOver(
  { refuse, tool }: CallRequest,
  { calls, perSeconds, burst }: CallLimit,
  rateLimit: State,
): Outcome {
  const seconds = rateLimit.retryAfterSeconds
  const limit = `${many(calls, 'call')} in ${many(perSeconds, 'second')}`
  const extra = burst === undefined ? '' : ` and a burst of ${burst}`
  const refused = refuse('rate_limited', {
    message: `'${tool.name}' is over its limit of ${limit}${extra}.`,
    hint: `Wait ${many(seconds, 'second')} and call again.`,
    details: { retry_after_seconds: seconds },
  })
  return { ...refused, notes: { ...refused.notes, rateLimit } }
}

function refuseUncounted({ refuse }: CallRequest): Outcome {
  const refused = refuse('unavailable', {
    message: 'The server cannot check its rate limit now.',
    hint: 'Wait 1 second and call again; wait longer each time.',
    details: { retry_after_seconds: 1 },
  })
  return { ...refused, notes: { ...refused.notes, rateLimit: { retryAfterSeconds: 1 } } }
}

/**
 * Notes how much is left. A note that the outcome has already stays, because it is about a limit
 * nearer to the tool.
 */
function withState(outcome: Outcome, { limit, remaining, resetAt }: State, tool: string): Outcome {
  const { notes } = outcome
  const rateLimit = notes.rateLimit ?? { limit, remaining, resetAt }
  const noted: Outcome = { ...outcome, notes: { ...notes, rateLimit } }
  if (remaining >= limit * scarceShare) return noted
  const message = `${remaining} of ${many(limit, 'call')} of '${tool}' left until ${resetAt}.`
  const context = { limit, remaining, reset_at: resetAt }
  return withWarning(noted, toWarning('RATE_LIMIT_APPROACHING', message, context))
}

const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

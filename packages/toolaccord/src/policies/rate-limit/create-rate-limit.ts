import type { CallRequest, Policy } from '../../define/policy.ts'
import type { Outcome, RateLimit, Warning } from '../../outcome/outcome.ts'
import { type Count, createCounter } from './create-counter.ts'
import { createKeys } from './create-keys.ts'
import { createPatience } from './create-patience.ts'
import { type CallLimit, type RateLimitOptions, type RateLimitPlan, toPlan } from './options.ts'

export type {
  CallLimit,
  PostgresPool,
  RateLimitOptions,
  RateLimitStore,
  RedisClient,
} from './options.ts'

/** The share of a limit below which an answer warns. */
const scarce = 0.2

/** Limits how often each tool is called by each caller, and tells on every answer how much is left. */
export function createRateLimit(options: RateLimitOptions): Policy {
  const plan = toPlan(options)
  const rules = createRules(plan)
  let isDown = false

  /** The count after this call, or undefined when the store fails, which is logged once per outage. */
  async function count(request: CallRequest, rule: Rule): Promise<Count | undefined> {
    try {
      const counted = await rule.count(request)
      isDown = false
      return counted
    } catch (thrown) {
      if (!isDown)
        request.log.warn(
          `rate limits cannot be counted; until they can, the policy is to ${plan.onStoreFailure} calls`,
          { id: request.id, thrown },
        )
      isDown = true
      return undefined
    }
  }

  return {
    name: 'rate-limit',
    covers: ({ name }) => rules.of(name) !== undefined,
    async around(request, next) {
      const rule = rules.of(request.tool.name)
      if (rule === undefined) return next(request)
      const counted = await count(request, rule)
      // A store may take longer than the call has, and a tool must not start after its call has ended.
      if (plan.store !== undefined && request.signal.aborted) return request.refuse('cancelled')
      if (counted === undefined)
        return plan.onStoreFailure === 'allow' ? next(request) : uncounted(request)
      const state = toState(rule.limit, counted, plan.now)
      return counted.isOver
        ? tooMany(request, rule.limit, state)
        : withState(await next(request), state, request.tool.name)
    },
  }
}

interface Rule {
  readonly limit: CallLimit
  count(request: CallRequest): Promise<Count>
}

/** The rule of each tool; tools without a limit have none. */
function createRules({
  limit,
  tools,
  perClient,
  store,
  keyPrefix,
  storeTimeoutMs,
}: RateLimitPlan): { of(tool: string): Rule | undefined } {
  const limits = [limit, ...tools.values()].filter((one) => typeof one === 'object')
  const toKey = perClient
    ? createKeys(Math.max(...limits.map(({ perSeconds }) => perSeconds)) * 1000)
    : () => 'all'
  const withPatience = createPatience(storeTimeoutMs)
  const toRule = (limit: CallLimit): Rule => {
    const counter = createCounter(limit, keyPrefix, store)
    const count = async (request: CallRequest) =>
      counter(`${request.tool.name}:${await toKey(request)}`)
    return {
      limit,
      count: store === undefined ? count : (request) => withPatience(() => count(request)),
    }
  }
  const named = new Map(
    [...tools].map(([name, one]) => [name, one === false ? undefined : toRule(one)]),
  )
  const others = limit && toRule(limit)
  return { of: (tool) => (named.has(tool) ? named.get(tool) : others) }
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

function tooMany(
  { refuse, tool }: CallRequest,
  { calls, perSeconds, burst }: CallLimit,
  rateLimit: State,
): Outcome {
  const seconds = rateLimit.retryAfterSeconds
  const extra = burst === undefined ? '' : ` and a burst of ${burst}`
  const refused = refuse('rate_limited', {
    message: `'${tool.name}' is over its limit of ${many(calls, 'call')} in ${many(perSeconds, 'second')}${extra}.`,
    hint: `Wait ${many(seconds, 'second')} and call again.`,
    details: { retry_after_seconds: seconds },
  })
  return { ...refused, notes: { ...refused.notes, rateLimit } }
}

function uncounted({ refuse }: CallRequest): Outcome {
  const refused = refuse('unavailable', {
    message: 'The server cannot check its rate limit now.',
    hint: 'Wait 1 second and call again; wait longer each time.',
    details: { retry_after_seconds: 1 },
  })
  return { ...refused, notes: { ...refused.notes, rateLimit: { retryAfterSeconds: 1 } } }
}

/**
 * The outcome with what is left; a note that is there already stays, for it is about a limit nearer
 * to the tool.
 */
function withState(outcome: Outcome, { limit, remaining, resetAt }: State, tool: string): Outcome {
  const { notes } = outcome
  const rateLimit = notes.rateLimit ?? { limit, remaining, resetAt }
  if (remaining >= limit * scarce) return { ...outcome, notes: { ...notes, rateLimit } }
  const warning: Warning = {
    code: 'RATE_LIMIT_APPROACHING',
    severity: 'warning',
    message: `${remaining} of ${many(limit, 'call')} of '${tool}' left until ${resetAt}.`,
    context: { limit, remaining, reset_at: resetAt },
  }
  return {
    ...outcome,
    notes: { ...notes, rateLimit, warnings: [...(notes.warnings ?? []), warning] },
  }
}

const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

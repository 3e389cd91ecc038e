import { describe, expect, it } from 'vitest'
import { type RateLimitOptions, toRateLimitPlan } from './to-rate-limit-plan.ts'

const limit = { calls: 10, perSeconds: 60 }
/** As plain JavaScript may give them. */
const planOf = (options: object) => toRateLimitPlan({ env: {}, ...options } as RateLimitOptions)

describe('the limit in the environment', () => {
  it.each([
    ['100/60', { calls: 100, perSeconds: 60 }],
    [' 100/60+20 ', { calls: 100, perSeconds: 60, burst: 20 }],
  ])('is read from %j and replaces the default one', (text, expected) => {
    expect(planOf({ limit, env: { TOOLACCORD_RATE_LIMIT: text } }).limit).toEqual(expected)
    expect(planOf({ env: { TOOLACCORD_RATE_LIMIT: text } }).limit).toEqual(expected)
  })

  it('does not replace those of single tools', () => {
    const { tools } = planOf({ tools: { search: limit }, env: { TOOLACCORD_RATE_LIMIT: '1/1' } })
    expect(tools.get('search')).toEqual(limit)
  })

  it.each([{}, { TOOLACCORD_RATE_LIMIT: '' }])('does nothing in %j', (env) => {
    expect(planOf({ limit, env }).limit).toEqual(limit)
  })

  it.each(['100', '100/', 'off', '1/60s', '-1/60', '1.5/60'])('is refused as %j', (text) => {
    expect(() => planOf({ limit, env: { TOOLACCORD_RATE_LIMIT: text } })).toThrow(
      `TOOLACCORD_RATE_LIMIT: '${text}' is not a limit; ` +
        'write calls/seconds or calls/seconds+burst, such as 100/60 or 100/60+20',
    )
  })

  it('is held to the same bounds', () => {
    expect(() => planOf({ env: { TOOLACCORD_RATE_LIMIT: '0/60' } })).toThrow(
      'TOOLACCORD_RATE_LIMIT: calls: 0 is not a whole number from 1 to 1000000',
    )
  })

  it('is that of the process where no other is given', () => {
    process.env.TOOLACCORD_RATE_LIMIT = '7/1'
    try {
      expect(toRateLimitPlan({}).limit).toEqual({ calls: 7, perSeconds: 1 })
    } finally {
      delete process.env.TOOLACCORD_RATE_LIMIT
    }
  })
})

describe('wrong options', () => {
  it('are all named at once', () => {
    const options = {
      limit: { calls: 0, perSecond: 60 },
      tools: { search: { ...limit, burst: 1.5 }, purge: 5 },
      store: { redis: {} },
      keyPrefix: 'a b',
      storeTimeoutMs: 0,
      onStoreFailure: 'wait',
    }
    expect(() => planOf(options)).toThrow(
      'These rate limits cannot work: limit: calls: 0 is not a whole number from 1 to 1000000; ' +
        'limit: perSeconds: undefined is not a whole number from 1 to 86400; ' +
        'tools.search: burst: 1.5 is not a whole number from 1 to 1000000; ' +
        'tools.purge: must be { calls, perSeconds, burst? }; ' +
        'store.redis: is not a client of ioredis; ' +
        "keyPrefix: 'a b' must be 1 to 64 letters, digits, '_', ':', '.' or '-'; " +
        'storeTimeoutMs: 0 is not a whole number from 1 to 60000; ' +
        "onStoreFailure: 'wait' is neither 'allow' nor 'refuse'.",
    )
  })

  it.each<[string, object]>([
    ['nothing is limited; give limit or tools, or set TOOLACCORD_RATE_LIMIT', {}],
    ['nothing is limited', { tools: { search: false } }],
    [
      'store: must be { redis } or { postgres, table? }; leave it out to count in memory',
      { limit, store: {} },
    ],
    [
      'store: must be { redis } or { postgres, table? }',
      { limit, store: { redis: {}, postgres: {} } },
    ],
    ['store.postgres: is not a pool of pg', { limit, store: { postgres: {} } }],
    [
      `store.table: 'a"b' must be 1 to 40 letters`,
      { limit, store: { postgres: { query: () => {} }, table: 'a"b' } },
    ],
  ])('are refused: %s', (message, options) => {
    expect(() => planOf(options)).toThrow(message)
  })
})

import { describe, expect, it } from 'vitest'
import { createIdempotency } from './create-idempotency.ts'

describe('the options of idempotency', () => {
  it('can all be left out', () => {
    expect(createIdempotency()).toMatchObject({ name: 'idempotency' })
  })

  it('are refused with every fault named', () => {
    const options = {
      store: { get: () => {}, set: 1 },
      ttlMs: 999,
      waitMs: -1,
      leaseMs: 0.5,
      storeTimeoutMs: Infinity,
      onStoreFailure: 'hope',
    }
    // The cast is for a caller without types.
    expect(() => createIdempotency(options as never)).toThrow(
      'Idempotency cannot work with this: ' +
        'store: must have get, set, add and delete; ' +
        'createMemoryStore, createRedisStore and createPostgresStore make one; ' +
        'ttlMs: 999 is not a whole number from 1000 to 31536000000; ' +
        'waitMs: -1 is not a whole number from 0 to 3600000; ' +
        'leaseMs: 0.5 is not a whole number from 1000 to 3600000; ' +
        'storeTimeoutMs: Infinity is not a whole number from 1 to 60000; ' +
        "onStoreFailure: 'hope' is neither 'refuse' nor 'run'.",
    )
  })
})

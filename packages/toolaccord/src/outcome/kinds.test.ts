import { describe, expect, it } from 'vitest'
import { isKind, kinds } from './kinds.ts'

describe('the table of kinds', () => {
  it('is exactly this: a number that changes is a breaking change', () => {
    expect(kinds).toEqual({
      validation: {
        status: 400,
        exit: 2,
        retry: 'Fix the input, then call again.',
        recoverable: true,
      },
      authentication: {
        status: 401,
        exit: 11,
        retry: 'Authenticate again, then call again.',
        recoverable: true,
      },
      authorization: {
        status: 403,
        exit: 9,
        retry: 'Do not retry: the caller may not do this.',
        recoverable: false,
      },
      feature_flag: {
        status: 403,
        exit: 12,
        retry: 'Do not retry: check the feature flag.',
        recoverable: false,
      },
      not_found: {
        status: 404,
        exit: 3,
        retry: 'Do not retry with the same name.',
        recoverable: true,
      },
      conflict: {
        status: 409,
        exit: 4,
        retry: 'Check the current state first.',
        recoverable: true,
      },
      rate_limit: { status: 429, exit: 14, retry: 'Retry after the delay.', recoverable: true },
      internal: { status: 500, exit: 1, retry: 'Retry with backoff.', recoverable: true },
      not_implemented: {
        status: 501,
        exit: 10,
        retry: 'Do not retry: this does not exist yet.',
        recoverable: false,
      },
      unavailable: { status: 503, exit: 15, retry: 'Retry with backoff.', recoverable: true },
    })
  })

  it('gives every kind an exit code of its own, and none of them 0', () => {
    const exits = Object.values(kinds).map(({ exit }) => exit)
    expect(new Set(exits).size).toBe(10)
    expect(exits).not.toContain(0)
  })
})

describe('isKind', () => {
  it.each(Object.keys(kinds))('knows %s', (kind) => {
    expect(isKind(kind)).toBe(true)
  })

  it.each([
    'constructor',
    '__proto__',
    'toString',
    'Validation',
    '',
    400,
    null,
    undefined,
    ['validation'],
  ])('does not take %j for a kind', (value) => {
    expect(isKind(value)).toBe(false)
  })
})

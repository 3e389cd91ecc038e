import { describe, expect, it } from 'vitest'
import { checkEligibility } from './check-eligibility.ts'

describe('checkEligibility', () => {
  it.each([
    [{ chars: 10_000 }, {}],
    [{ chars: 500 }, { minChars: 500 }],
    [{ chars: 1 }, { policy: 'always' as const }],
  ])('accepts %j under %j', (document, options) => {
    expect(checkEligibility(document, options)).toEqual({ eligible: true })
  })

  it.each([
    [{ chars: 100_000 }, { policy: 'off' as const }, 'policy_off'],
    [{ chars: 9_999 }, {}, 'too_short'],
    [{ chars: 0 }, { policy: 'always' as const }, 'empty'],
    [
      { contentType: 'digest/v1', chars: 100_000 },
      { policy: 'always' as const },
      'already_digested',
    ],
  ])('skips %j under %j: %s', (document, options, reason) => {
    expect(checkEligibility(document, options)).toMatchObject({
      eligible: false,
      reason,
      message: expect.stringMatching(/\.$/),
    })
  })
})

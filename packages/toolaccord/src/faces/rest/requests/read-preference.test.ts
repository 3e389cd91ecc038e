import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPreference } from './read-preference.ts'

describe('the preferences of a request', () => {
  it.each<[string | null, object]>([
    [null, { respondAsync: false }],
    ['respond-async', { respondAsync: true }],
    ['Respond-Async , WAIT = 10', { respondAsync: true, waitSeconds: 10 }],
    ['wait="10"', { respondAsync: false, waitSeconds: 10 }],
    ['return=minimal; foo="some, parameter", wait=7', { respondAsync: false, waitSeconds: 7 }],
    ['wait=7; priority=5', { respondAsync: false, waitSeconds: 7 }],
    ['wait=1, wait=2', { respondAsync: false, waitSeconds: 1 }],
    ['wait=x, wait=2', { respondAsync: false }],
    ['wait=-1, respond-async', { respondAsync: true }],
    ['wait=1.5', { respondAsync: false }],
    ['wait', { respondAsync: false }],
    ['"wait=5"', { respondAsync: false }],
    [',,;=,', { respondAsync: false }],
    ['wait="5', { respondAsync: false }],
    [`wait=5, ${'x'.repeat(1000)}`, { respondAsync: false }],
  ])('%j is %j', (header, preference) => {
    expect(readPreference(header)).toEqual(preference)
  })

  it('are read from any header without a fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 1200 }), (header) => {
        const { waitSeconds = 0 } = readPreference(header)
        expect(waitSeconds).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('are found wherever they stand', () => {
    const other = fc.constantFrom('return=minimal', 'handling=lenient; a="b,c"', 'x', '', 'a="\\""')
    fc.assert(
      fc.property(fc.array(other), fc.array(other), fc.nat(), (before, after, seconds) => {
        const header = [...before, `wait=${seconds}`, ...after].join(', ')
        fc.pre(header.length <= 1000)
        expect(readPreference(header).waitSeconds).toBe(seconds)
      }),
    )
  })
})

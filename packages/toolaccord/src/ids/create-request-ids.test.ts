import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequestIds } from './create-request-ids.ts'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
const take = (count: number, newId: () => string) => Array.from({ length: count }, () => newId())
const filledWith = (byte: number) => (bytes: Uint8Array) => {
  bytes.fill(byte)
}
const zeros = filledWith(0)
const ones = filledWith(255)

describe('createRequestIds', () => {
  it('makes UUIDs of version 7 and the variant of RFC 9562, whatever the time and chance', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 48 - 2 }),
        fc.integer({ min: 0, max: 255 }),
        (time, byte) => {
          const id = createRequestIds({ now: () => time, random: filledWith(byte) })()
          expect(id).toMatch(form)
          expect(timeOf(id)).toBe(time)
        },
      ),
    )
  })

  it('makes 100,000 ids of the right form in ascending order, no two the same', () => {
    const ids = take(100_000, createRequestIds())
    expect(ids.every((id) => form.test(id))).toBe(true)
    expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? ''))).toBe(true)
  })

  it('stays ascending within one millisecond, whatever chance brings', () => {
    for (const random of [zeros, ones]) {
      const ids = take(10_000, createRequestIds({ now: () => 1_700_000_000_000, random }))
      expect([...new Set(ids)].sort()).toEqual(ids)
    }
  })

  it('stays ascending under any clock, and never contains a time before it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 2 }), (clock) => {
        let at = 0
        const ids = take(clock.length, createRequestIds({ now: () => clock[at++] ?? 0 }))
        expect([...new Set(ids)].sort()).toEqual(ids)
        expect(ids.every((id, index) => timeOf(id) >= (clock[index] ?? 0))).toBe(true)
      }),
    )
  })

  it('gives the same ids for the same time and chance', () => {
    const make = () => take(3, createRequestIds({ now: () => 0x0123456789ab, random: zeros }))
    expect(make()).toEqual([
      '01234567-89ab-7000-8000-000000000000',
      '01234567-89ab-7001-8000-000000000000',
      '01234567-89ab-7002-8000-000000000000',
    ])
    expect(make()).toEqual(make())
  })

  it('uses chance in all the bits that are left to it', () => {
    expect(createRequestIds({ now: () => 0, random: ones })()).toBe(
      '00000000-0000-73ff-bfff-ffffffffffff',
    )
  })

  it('draws chance for many ids at once', () => {
    let draws = 0
    const random = () => {
      draws++
    }
    take(1000, createRequestIds({ random }))
    expect(draws).toBeLessThan(10)
  })

  it('shares nothing between two makers', () => {
    const one = take(1000, createRequestIds())
    const other = take(1000, createRequestIds())
    expect(new Set([...one, ...other]).size).toBe(2000)
  })
})

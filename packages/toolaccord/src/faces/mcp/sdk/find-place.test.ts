import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Place, findPlace } from './find-place.ts'

const limits = { total: 6, perCaller: 3, perAddress: 4, idleMs: 1000 }

interface Held extends Place {
  readonly label: string
}

/** Sessions written as `ada`, `ada!` with work in it, `ada~` with an open stream. */
const toSessions = (...labels: readonly string[]): readonly Held[] =>
  labels.map((label) => ({
    label,
    holder: { name: label.replace(/[!~]/, ''), isCaller: true },
    isBusy: () => label.endsWith('!'),
    isHeard: () => label.endsWith('~'),
  }))

function placeFor(name: string, sessions: readonly Held[], isCaller = true) {
  const place = findPlace(sessions, { name, isCaller }, limits)
  return typeof place === 'object' ? sessions.indexOf(place) : place
}

describe('a place for a session', () => {
  it('is free while there are few', () => {
    expect(placeFor('ada', toSessions('ada', 'bob!'))).toBe(undefined)
  })

  it('is that of an own session once the share is used up', () => {
    expect(placeFor('ada', toSessions('bob', 'ada!', 'ada~', 'ada'))).toBe(3)
    expect(placeFor('ada', toSessions('bob', 'ada!', 'ada~', 'ada!'))).toBe(2)
    expect(placeFor('ada', toSessions('bob', 'ada!', 'ada!', 'ada!'))).toBe(429)
  })

  it('is more for an address, which many may share', () => {
    expect(placeFor('ada', toSessions('ada', 'ada', 'ada'), false)).toBe(undefined)
    expect(placeFor('ada', toSessions('ada', 'ada', 'ada', 'ada'), false)).toBe(0)
  })

  it('is that of whoever has the most once all are taken', () => {
    expect(placeFor('eve', toSessions('ada', 'bob!', 'bob', 'bob', 'cyd', 'cyd'))).toBe(2)
    expect(placeFor('eve', toSessions('ada', 'bob!', 'bob!', 'bob!', 'cyd', 'cyd'))).toBe(4)
  })

  it('is not there if everybody has as little, or is at work', () => {
    expect(placeFor('eve', toSessions('a!', 'b!', 'c!', 'd!', 'f!', 'g!'))).toBe(503)
    expect(placeFor('eve', toSessions('eve!', 'b', 'c', 'd', 'f', 'g'))).toBe(503)
    expect(placeFor('eve', toSessions('eve', 'b', 'c', 'd', 'f', 'g'))).toBe(0)
  })

  it('is never that of a session at work, nor of one who has no more than whoever asks', () => {
    const label = fc.constantFrom('ada', 'ada!', 'ada~', 'bob', 'bob!', 'cyd', 'cyd!', 'dan')
    fc.assert(
      fc.property(fc.array(label, { maxLength: 6 }), (labels) => {
        const sessions = toSessions(...labels)
        const place = findPlace(sessions, { name: 'ada', isCaller: true }, limits)
        if (typeof place !== 'object') return
        const heldBy = (name: string) => sessions.filter(({ holder }) => holder.name === name)
        expect(place.isBusy()).toBe(false)
        const { name } = place.holder
        expect(name === 'ada' || heldBy(name).length > heldBy('ada').length).toBe(true)
      }),
    )
  })
})

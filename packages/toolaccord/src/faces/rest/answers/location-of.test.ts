import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locationOf } from './location-of.ts'

describe('the location of what was made', () => {
  it.each([
    ['/notes/:id', { id: 'n1' }, '/notes/n1'],
    ['/notes/:note.id', { note: { id: 7 } }, '/notes/7'],
    ['/:a/b/:c.d.e', { a: 'x', c: { d: { e: 'y' } } }, '/x/b/y'],
    ['/settings', {}, '/settings'],
    ['/notes/:id', { id: 'a/b ?#é' }, '/notes/a%2Fb%20%3F%23%C3%A9'],
  ])('is %s filled with %j', (template, data, location) => {
    expect(locationOf(template, data)).toBe(location)
  })

  it.each([undefined, null, '', '.', '..', true, {}, [], 'x'.repeat(1025), '\ud800'])(
    'is not known if the property is %j',
    (id) => {
      expect(locationOf('/notes/:id', { id })).toBeUndefined()
    },
  )

  it.each([undefined, null, 'text', [], { note: null }, { note: 'n' }, { note: {} }])(
    'is not known if the data is %j',
    (data) => {
      expect(locationOf('/notes/:note.id', data)).toBeUndefined()
      expect(locationOf('/notes/:constructor.name', data)).toBeUndefined()
    },
  )

  it('has as many segments as its template, whatever the property', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.double()), (id) => {
        const location = locationOf('/notes/:id/text', { id }) ?? '/notes/none/text'
        const { pathname, search, hash } = new URL(location, 'http://localhost')
        expect([pathname, pathname.split('/').length, search, hash]).toEqual([location, 4, '', ''])
      }),
    )
  })
})

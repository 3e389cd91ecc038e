import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

const tools = ['list_notes', 'get_note', 'add_note']

describe('nearest', () => {
  it.each([
    ['a missing letter', 'get_not', 'get_note'],
    ['a doubled letter', 'gett_note', 'get_note'],
    ['two letters swapped', 'get_ntoe', 'get_note'],
    ['a wrong letter', 'git_note', 'get_note'],
    ['another case', 'GET_NOTE', 'get_note'],
    ['dashes for underscores', 'get-note', 'get_note'],
    ['the plural', 'list_note', 'list_notes'],
  ])('offers the name that was meant: %s', (_, typed, meant) => {
    expect(nearest(typed, tools)).toBe(meant)
  })

  it('offers nothing when no name is close', () => {
    expect(nearest('delete_everything', tools)).toBeUndefined()
    expect(nearest('get_note', [])).toBeUndefined()
  })

  it('prefers the first of two names that are equally close', () => {
    expect(nearest('get_nota', ['get_notb', 'get_notc'])).toBe('get_notb')
  })

  it('gives up on a name that is too long to be a typing mistake', () => {
    const long = 'x'.repeat(65)
    expect(nearest(long, [long])).toBeUndefined()
  })

  it('offers a name itself before any other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }), (known) => {
        expect(known.map((name) => nearest(name, known))).toEqual(known)
      }),
    )
  })

  it('never offers a name that has no letter in common with the given one', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-m]{1,8}$/),
        fc.array(fc.stringMatching(/^[n-z]{1,8}$/)),
        (name, known) => {
          expect(nearest(name, known)).toBeUndefined()
        },
      ),
    )
  })

  it('only ever offers a known name', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, known) => {
        expect([undefined, ...known]).toContain(nearest(name, known))
      }),
    )
  })
})

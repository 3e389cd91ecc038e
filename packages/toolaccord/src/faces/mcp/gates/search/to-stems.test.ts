import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toQueryStems, toStem, toStems } from './to-stems.ts'

/** Letters of many scripts, signs, and halves of characters. */
const letters = fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code))

describe('toStems', () => {
  it.each([
    ['delete_bookmark', ['delet', 'bookmark']],
    ['list-open-issues', ['list', 'open', 'issu']],
    ['getHTTPStatus', ['get', 'http', 'status']],
    ['Remove the links of a user.', ['remov', 'link', 'user']],
    ['删除 bookmark书签', ['删', '除', 'bookmark', '书', '签']],
    ['', []],
    ['the of a', []],
  ])('splits %j at signs and at capitals, without words that say nothing', (text, stems) => {
    expect(toStems(text)).toEqual(stems)
  })

  it.each([
    ['delete', 'deletes', 'deleted', 'deleting', 'deletion'],
    ['create', 'creates', 'created', 'creating', 'creation'],
    ['category', 'categories'],
    ['box', 'boxes'],
    ['note', 'notes'],
    ['stopped', 'stopping'],
    ['validate', 'validates', 'validation', 'validations'],
  ])('gives the forms of %s one stem', (...forms) => {
    expect(new Set(forms.map(toStem)).size).toBe(1)
  })

  it.each(['status', 'class', 'analysis', 'string', 'set', 'is'])('leaves %s as it is', (word) => {
    expect(toStem(word)).toBe(word)
  })

  it('takes every string', () => {
    fc.assert(
      fc.property(fc.string({ unit: letters }), (text) => {
        expect(toStems(text).every((stem) => stem !== '')).toBe(true)
      }),
    )
  })
})

describe('toQueryStems', () => {
  it.each([
    ['get rid of a note', ['delet', 'note']],
    ['look up a user', ['lookup', 'user']],
    ['how many users are active', ['count', 'user', 'activ']],
    ['which users are there', ['user', 'list']],
  ])('reads verbs of several words in %j as one', (query, stems) => {
    expect(toQueryStems(query)).toEqual(stems)
  })
})

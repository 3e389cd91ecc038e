import { describe, expect, it } from 'vitest'
import { toKebab } from '../names/to-kebab.ts'
import { pathArguments } from './definition.ts'

describe('toKebab', () => {
  it.each([
    ['list_notes', 'list-notes'],
    ['listNotes', 'list-notes'],
    ['parseHTTPBody', 'parse-http-body'],
    ['v2Items', 'v2-items'],
    ['Get', 'get'],
  ])('spells %s as %s', (name, kebab) => {
    expect(toKebab(name)).toBe(kebab)
  })
})

describe('pathArguments', () => {
  it('are the named segments, in order', () => {
    expect(pathArguments('/schemas/:version/elements/:element_id')).toEqual([
      'version',
      'element_id',
    ])
    expect(pathArguments('/notes')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { toKebab } from './to-kebab.ts'

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

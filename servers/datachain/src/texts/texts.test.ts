import { describe, expect, test } from 'vitest'
import { text } from '../testing/tiny-version.ts'
import { filterLocales } from './filter-locales.ts'
import { pickText } from './pick-text.ts'
import { sortLocales } from './sort-locales.ts'

const [en, fr] = text('yes', 'oui')
const km = { locale: 'km', value: 'ok' }

describe('texts', () => {
  test('fall back to English, then to the first language', () => {
    expect(pickText([km, { locale: 'en', value: 'yes' }], 'fr')?.value).toBe('yes')
    expect(pickText([km], 'fr')).toBe(km)
    expect(pickText([], 'fr')).toBeUndefined()
    expect(pickText(text('yes', 'oui'), 'fr')?.value).toBe('oui')
  })

  test('are cut to some languages at any depth, and nothing else is', () => {
    const value = {
      id: 'a',
      name: [en, fr],
      list: ['en', 1, null],
      inner: [{ label: [fr], ids: ['fr'] }],
      none: [],
    }
    expect(filterLocales(value, ['en'])).toEqual({
      id: 'a',
      name: [en],
      list: ['en', 1, null],
      inner: [{ label: [], ids: ['fr'] }],
      none: [],
    })
    expect(filterLocales(value, undefined)).toBe(value)
    expect(filterLocales(value, ['de'])).toMatchObject({ name: [], id: 'a' })
  })

  test('are sorted by language at any depth, other languages last', () => {
    const value = { a: [km, fr, en], b: [{ c: [fr, en] }], d: ['z', 'a'] }
    expect(sortLocales(value, ['en', 'fr'])).toEqual({
      a: [en, fr, km],
      b: [{ c: [en, fr] }],
      d: ['z', 'a'],
    })
  })
})

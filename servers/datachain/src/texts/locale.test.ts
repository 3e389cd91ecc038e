import { describe, expect, test } from 'vitest'
import { text } from '../testing/tiny-version.ts'
import { projectFields } from '../tools/taxonomy/project-fields.ts'
import { filterLocales, pickText, sortLocales } from './locale.ts'

const [en, fr] = text('yes', 'oui')
const km = { locale: 'km', value: 'ok' }

describe('languages', () => {
  test('a text falls back to English, then to the first', () => {
    expect(pickText([km, { locale: 'en', value: 'yes' }], 'fr')?.value).toBe('yes')
    expect(pickText([km], 'fr')).toBe(km)
    expect(pickText([], 'fr')).toBeUndefined()
    expect(pickText(text('yes', 'oui'), 'fr')?.value).toBe('oui')
  })

  test('a filter cuts every text at any depth, and nothing else', () => {
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

  test('an order sorts every text, those of other languages last', () => {
    expect(
      sortLocales({ a: [km, fr, en], b: [{ c: [fr, en] }], d: ['z', 'a'] }, ['en', 'fr']),
    ).toEqual({ a: [en, fr, km], b: [{ c: [en, fr] }], d: ['z', 'a'] })
  })
})

describe('projectFields', () => {
  test('keeps the id, and what was asked for and is there', () => {
    const item: { id: string; title: string; context?: string } = { id: 'a', title: 't' }
    expect(projectFields(item, ['title', 'context'])).toEqual({ id: 'a', title: 't' })
    expect(projectFields(item, [])).toEqual({ id: 'a' })
    expect(projectFields(item, 'all')).toBe(item)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLocator, toLocator } from './locator.ts'

describe('a locator', () => {
  it.each([
    ['char:1500-1800', { start: 1_500, end: 1_800 }],
    ['page:3:char:200-450', { page: 3, start: 200, end: 450 }],
    ['char:0-1', { start: 0, end: 1 }],
  ])('reads %s', (text, locator) => {
    expect(parseLocator(text)).toEqual(locator)
    expect(toLocator(locator)).toBe(text)
  })

  it.each([
    '',
    'char:0-0',
    'char:5-4',
    'char:-1-4',
    'char:01-4',
    'char:1-4 ',
    'char:1.5-4',
    'page:0:char:1-4',
    'page:1:1-4',
    'chars:1-4',
    'char:1-9999999999999999',
    'char:1-4\n',
  ])('refuses %j', (text) => {
    expect(parseLocator(text)).toBeUndefined()
  })

  it('comes back as it went', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: undefined }),
        (start, length, page) => {
          const locator = { start, end: start + length + 1, page }
          expect(parseLocator(toLocator(locator))).toEqual(locator)
        },
      ),
    )
  })
})

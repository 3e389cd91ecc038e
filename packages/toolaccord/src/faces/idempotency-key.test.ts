import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIdempotencyKey } from './idempotency-key.ts'

describe('an idempotency key', () => {
  it('is 1 to 255 visible ASCII characters', () => {
    const visible = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code)),
      minLength: 1,
      maxLength: 255,
    })
    fc.assert(fc.property(visible, isIdempotencyKey))
  })

  it.each([
    ['nothing', ''],
    ['two words', 'a b'],
    ['too long', 'x'.repeat(256)],
    ['not ASCII', 'ключ'],
    ['a line break', 'a\n'],
    ['a number', 5],
    ['null', null],
  ])('is not %s', (_, key) => {
    expect(isIdempotencyKey(key)).toBe(false)
  })
})

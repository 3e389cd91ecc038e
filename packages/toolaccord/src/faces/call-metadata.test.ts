import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIdempotencyKey, plausibleTimeout, plausibleTraceparent } from './call-metadata.ts'

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

describe('a traceparent', () => {
  const whole = `00-${'0a'.repeat(16)}-${'1b'.repeat(8)}-01`

  it('is kept as it came', () => {
    expect(plausibleTraceparent(whole)).toBe(whole)
  })

  it.each([
    '',
    'x',
    whole.slice(1),
    `${whole}0`,
    `${whole}\n`,
    whole.toUpperCase(),
    whole.replaceAll('-', '_'),
    null,
    undefined,
    5,
  ])('is dropped when it is %j', (value) => {
    expect(plausibleTraceparent(value)).toBe(undefined)
  })
})

describe('a time limit', () => {
  it.each([
    [500, 500],
    ['500', 500],
    [0.5, 0.5],
  ])('is kept when it is %j', (value, timeoutMs) => expect(plausibleTimeout(value)).toBe(timeoutMs))

  it.each([
    '',
    '0',
    '-1',
    '1e3',
    'soon',
    '5 s',
    '99999999999',
    0,
    -1,
    Number.NaN,
    null,
    undefined,
    {},
  ])('is dropped when it is %j', (value) => expect(plausibleTimeout(value)).toBe(undefined))
})

import { describe, expect, it } from 'vitest'
import { plausibleTimeout, plausibleTraceparent } from './plausible.ts'

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

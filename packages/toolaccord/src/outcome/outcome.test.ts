import { describe, expect, it } from 'vitest'
import { failure, rejection } from './failure.ts'
import { isFailure, isOutcome, ok } from './outcome.ts'

const others = [
  null,
  undefined,
  'gone',
  7,
  [],
  {},
  { ok: false },
  { ok: false, problems: [] },
  { ok: false, problems: 'gone' },
]

describe('isFailure', () => {
  it.each([
    ['failure', failure('gone')],
    ['rejection', rejection([{ code: 'gone' }])],
  ])('is true for what %s makes', (_, value) => {
    expect(isFailure(value)).toBe(true)
  })

  it.each([...others, { ok: true, problems: [{ code: 'gone' }] }])('is false for %j', (value) => {
    expect(isFailure(value)).toBe(false)
  })

  it('is false for an error', () => {
    expect(isFailure(new Error('SECRET-1'))).toBe(false)
  })
})

describe('isOutcome', () => {
  it.each([
    ['ok', ok(undefined)],
    ['failure', failure('gone')],
    ['rejection', rejection([{ code: 'gone' }])],
  ])('is true for what %s makes', (_, value) => {
    expect(isOutcome(value)).toBe(true)
  })

  it.each([
    ...others,
    { ok: true },
    { ok: true, notes: null },
    { ok: 1, notes: {} },
    { ok: false, problems: [], soft: false, notes: {} },
    { ok: false, problems: [{ code: 'gone' }], notes: {} },
    { ok: false, problems: [{ code: 'gone' }], soft: false },
  ])('is false for %j', (value) => {
    expect(isOutcome(value)).toBe(false)
  })
})

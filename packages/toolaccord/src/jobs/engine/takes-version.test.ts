import { describe, expect, it } from 'vitest'
import { takesVersion } from './takes-version.ts'

describe('a job that another version of the server took', () => {
  it.each([
    ['1.4.0', '1.2.9', true],
    ['2.0.0', '1.9.9', false],
    ['0.3.1', '0.3.0', true],
    ['0.4.0', '0.3.0', false],
    ['2026-11', '2026-10', false],
    ['2026-11', '2026-11', true],
  ])('%s takes one of %s: %s', (own, taken, expected) => {
    expect(takesVersion(own, taken, 'compatible')).toBe(expected)
  })

  it('is run or refused whatever its version, by option', () => {
    expect(takesVersion('2.0.0', '1.0.0', 'run')).toBe(true)
    expect(takesVersion('1.0.1', '1.0.0', 'refuse')).toBe(false)
  })
})

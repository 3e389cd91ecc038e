import { describe, expect, it } from 'vitest'
import { wholeFaults } from './whole-faults.ts'

describe('wholeFaults', () => {
  it.each([1, 2, 3])('takes a whole number of the range: %s', (value) => {
    expect(wholeFaults('calls', value, 1, 3)).toEqual([])
  })

  it.each([0, 4, 1.5, Number.NaN, Infinity, '2', null, undefined])(
    'names %s as a fault',
    (value) => {
      expect(wholeFaults('calls', value, 1, 3)).toEqual([
        `calls: ${value} is not a whole number from 1 to 3`,
      ])
    },
  )

  it('cuts a value that is too long for a message', () => {
    expect(wholeFaults('calls', 'x'.repeat(100), 1, 3)[0]).toHaveLength(
      'calls:  is not a whole number from 1 to 3'.length + 64,
    )
  })
})

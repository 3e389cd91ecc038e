import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noColours } from './colours.ts'
import { toTable } from './to-table.ts'
import { widthOf } from './width-of.ts'

describe('a table', () => {
  it('aligns its columns by the widest cell, wide characters included', () => {
    expect(
      toTable(
        ['ID', 'TITLE', 'N'],
        [
          ['1', '日本', '5'],
          ['22', 'Paris', ''],
        ],
        Infinity,
        noColours,
      ),
    ).toEqual(['ID  TITLE  N', '1   日本   5', '22  Paris'])
  })

  it('cuts the widest column first when the terminal is too small', () => {
    expect(
      toTable(['ID', 'TEXT'], [['n1', 'a long text that does not fit']], 16, noColours),
    ).toEqual(['ID  TEXT', 'n1  a long text…'])
  })

  it('cuts digests before anything else', () => {
    const digest = '0123456789abcdef'.repeat(4)
    expect(
      toTable(
        ['HASH', 'LABEL'],
        [
          [digest, 'a label of some length'],
          ['', 'none'],
        ],
        40,
        noColours,
      ),
    ).toEqual([
      'HASH           LABEL',
      '0123456789ab…  a label of some length',
      '               none',
    ])
    expect(toTable(['HASH'], [[digest]], Infinity, noColours)).toEqual(['HASH', digest])
  })

  it('is never wider than the terminal while every column keeps its least width', () => {
    const rows = fc.array(fc.tuple(fc.string(), fc.string(), fc.string()), { maxLength: 5 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 22, max: 80 }), (cells, room) => {
        for (const line of toTable(['A', 'B', 'C'], cells, room, noColours))
          expect(widthOf(line)).toBeLessThanOrEqual(room)
      }),
    )
  })

  it('cuts nothing without a terminal', () => {
    const long = 'x'.repeat(500)
    expect(toTable(['TEXT'], [[long]], Infinity, noColours)).toEqual(['TEXT', long])
  })

  it('sets its header apart on a terminal with colour', () => {
    expect(
      toTable(['A'], [['1']], Infinity, { ...noColours, bold: (text) => `<${text}>` }),
    ).toEqual(['<A>', '1'])
  })
})

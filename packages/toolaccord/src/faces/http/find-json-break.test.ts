import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonBreak } from './find-json-break.ts'

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('where JSON breaks', () => {
  it.each([
    ['{"a":}', 5],
    ['{"a":1', 6],
    ['{a:1}', 1],
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ['{"a":1}}', 7],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{"a":1]', 6],
    ['', 0],
    ['  ', 2],
    ['{"a": "x\ny"}', 6],
    ['{"a": 01}', 7],
    [String.raw`["\x"]`, 1],
    ['[tru]', 1],
    ['{"a":{"b":[1,{"c":nope}]}}', 18],
  ])('is found in %j at %d', (text, at) => {
    expect(findJsonBreak(text)).toBe(at)
  })

  it('is nowhere exactly when the text is JSON', () => {
    const json = fc.json()
    const inserted = fc.constantFrom('', ...'{}[],:"\\0-.e \nt', 'null')
    const broken = fc.tuple(json, fc.nat(), inserted).map(([text, place, inserted]) => {
      const at = place % (text.length + 1)
      return inserted === '' ? text.slice(0, at) : text.slice(0, at) + inserted + text.slice(at)
    })
    const almost = fc.string({ unit: fc.constantFrom(...'{}[],:"\\019.-eE truefalsn\n') })
    fc.assert(
      fc.property(fc.oneof(json, broken, almost), (text) => {
        expect(findJsonBreak(text) === undefined).toBe(parses(text))
      }),
      { numRuns: 5_000 },
    )
  })

  it('is found in deep and in long strings', () => {
    expect(findJsonBreak('['.repeat(1_000_000))).toBe(1_000_000)
    expect(findJsonBreak(`"${String.raw`\n`.repeat(500_000)}`)).toBe(0)
    expect(findJsonBreak(`["${'x'.repeat(1_000_000)}",`)).toBe(1_000_004)
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonFault } from './find-json-fault.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** JSON in which one character was removed, doubled or replaced. */
const nearlyJson = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.nat(),
    fc.constantFrom('', '"', ',', '}', ']', '\\', '0', '\n'),
  )
  .map(([text, place, put]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + put + text.slice(at + (place % 2))
  })

describe('the fault of a text', () => {
  it('is there exactly if the text is not JSON', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyJson, fc.string(), fc.json()), (text) => {
        expect(findJsonFault(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['', 0, 'the file is empty'],
    ['{"a": 1,}', 8, 'expected a key in double quotation marks, and found "}"'],
    ['{"a": 1 "b": 2}', 8, `expected ',' or '}', and found "\\""`],
    ["{'a': 1}", 1, `expected a key in double quotation marks or '}', and found "'"`],
    ['{"a" 1}', 5, `expected ':' after the key, and found "1"`],
    ['[1 2]', 3, `expected ',' or ']', and found "2"`],
    ['[1, NaN]', 4, 'expected a value, and found "NaN"'],
    ['[01]', 1, `expected a value or ']', and found "01"`],
    ['{} {}', 3, 'expected nothing more, and found "{"'],
    ['{"a": [1', 8, 'the file ends inside an array: it seems to be cut off'],
    ['{"a": "b', 6, 'the string that begins here does not end'],
    ['["a\nb"]', 3, String.raw`a line break inside a string; it must be escaped, as in \n`],
    [String.raw`["\x"]`, 2, 'this escape is not known to JSON'],
    ['\uFEFF{}', 0, 'the file begins with a byte order mark; save it without'],
  ])('%j is named where it is', (text, offset, message) => {
    expect(findJsonFault(text)).toEqual({ offset, message })
  })
})

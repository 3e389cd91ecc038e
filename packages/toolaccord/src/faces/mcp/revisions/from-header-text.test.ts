import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHeaderText } from './from-header-text.ts'

const encode = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))

describe('fromHeaderText', () => {
  it('reads every text that was encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fromHeaderText(`=?base64?${encode(text)}?=`)).toBe(text)
      }),
    )
  })

  it.each(['SGVsbG8=', '=?base64?SGVsbG8=', 'SGVsbG8=?=', '=?BASE64?SGVsbG8=?=', '=?base64?=', ''])(
    'takes %j as it is',
    (sent) => {
      expect(fromHeaderText(sent)).toBe(sent)
    },
  )

  it.each(['SGVsbG8', 'SGVs!!!bG8=', 'SGVs bG8=', 'SGVsbG8==', '=', '/w=='])(
    'refuses %j in the encoded form',
    (content) => {
      expect(fromHeaderText(`=?base64?${content}?=`)).toBeUndefined()
    },
  )
})

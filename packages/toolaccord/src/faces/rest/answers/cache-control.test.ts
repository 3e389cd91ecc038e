import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesETag, toETag } from './cache-control.ts'

describe('an ETag', () => {
  it('differs per dialect', () => {
    expect(toETag('sha256:ab', 'dtpr')).toBe('W/"sha256:ab-dtpr"')
    expect(toETag('sha256:ab', 'chemigram')).not.toBe(toETag('sha256:ab', 'dtpr'))
  })

  it('is a quoted string that a header takes, whatever the hash holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (hash) => {
        const etag = toETag(hash, 'dtpr')
        expect(etag).toMatch(/^W\/"[\x21\x23-\x7e]+"$/)
        expect(matchesETag(etag, etag)).toBe(true)
      }),
    )
  })
})

describe('If-None-Match', () => {
  it.each([
    [null, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a" , "c"', true],
    ['"b","c"', false],
    ['"A"', false],
    ['a', false],
    ['*', true],
    [' * ', true],
    ['"*"', false],
    ['', false],
  ])('of %s matches "a": %s', (header, matches) => {
    expect(matchesETag(header, '"a"')).toBe(matches)
  })
})

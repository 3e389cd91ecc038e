import { canonicalize } from '@toolaccord/digest'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCitedText } from './cited-text.ts'
import { findQuote } from './find-quote.ts'
import { isVerified, verifyCitation } from './verify-citation.ts'

const source_id = 'source-001'
const source = toCitedText('Reefs 🐟🐟 die. Reefs live.')
const paged = toCitedText(source.text, [
  { page: 1, start: 0, end: 13 },
  { page: 2, start: 14, end: 25 },
])

/** The message and the hint of a refusal. */
function refusalOf(
  source: Parameters<typeof verifyCitation>[0],
  locator: string | undefined,
  quote: string,
) {
  try {
    verifyCitation(source, { source_id, locator, quote }, 'citations[0]')
  } catch (thrown) {
    return thrown
  }
  throw new Error('The citation was verified.')
}

describe('a citation', () => {
  it('counts code points', () => {
    const citation = { source_id, locator: 'char:6-8', quote: '🐟🐟' }
    expect(verifyCitation(source, citation, '')).toEqual(citation)
    expect(isVerified(source, { ...citation, locator: 'char:6-10' })).toBe(false)
  })

  it('names the page if its source has pages', () => {
    const quote = 'Reefs live.'
    const citation = { source_id, locator: 'page:2:char:14-25', quote }
    expect(verifyCitation(paged, citation, '')).toEqual(citation)
    for (const locator of ['page:1:char:14-25', 'char:14-25'])
      expect(refusalOf(paged, locator, quote)).toMatchObject({
        message: 'The quote is at page:2:char:14-25.',
      })
  })

  it.each([
    ['char:5-5', "The locator 'char:5-5' is not char:S-E or page:N:char:S-E."],
    ['char:90-99', 'source-001 ends before char:90-99.'],
    ['char:0-5', 'source-001 does not say that at char:0-5. It says there: "Reefs"'],
    [undefined, 'source-001 does not have the quote.'],
  ])('of words that are not there is refused: %s', (locator, message) => {
    expect(refusalOf(source, locator, 'Cats')).toMatchObject({
      code: 'CITATION_NOT_VERIFIED',
      message,
      options: { hint: expect.stringContaining('word for word'), details: { found_at: [] } },
    })
  })

  it('without a locator is refused if its quote is there twice', () => {
    expect(refusalOf(source, undefined, 'Reefs')).toMatchObject({
      message: expect.stringContaining('several places'),
      options: { details: { found_at: ['char:0-5', 'char:14-19'] } },
    })
  })

  it('of any part of any text is verified where it is found', async () => {
    const texts = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .chain((one) => fc.constantFrom(one, one.repeat(60)))
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), fc.nat(), async (raw, from, length) => {
        const source = toCitedText((await canonicalize(raw)).text)
        const characters = Array.from(source.text)
        fc.pre(characters.length > 0)
        const start = from % characters.length
        const end = start + 1 + (length % (characters.length - start))
        const quote = characters.slice(start, end).join('')
        expect(isVerified(source, { source_id, locator: `char:${start}-${end}`, quote })).toBe(true)
        for (const locator of findQuote(source, quote, 10))
          expect(isVerified(source, { source_id, locator, quote })).toBe(true)
        expect(findQuote(source, quote, 100)).not.toEqual([])
      }),
    )
  })
})

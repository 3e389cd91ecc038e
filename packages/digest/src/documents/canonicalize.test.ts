import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalText } from '../text/canonical-text.ts'
import { canonicalize } from './canonicalize.ts'

describe('canonicalText', () => {
  it.each([
    ['line ends of every system', 'a\r\nb\rc\u2028d\u0085e\u000Bf', 'a\nb\nc\nd\ne\nf'],
    ['runs of blanks', 'a \t\u00A0\u3000 b', 'a b'],
    ['blanks around line ends', 'a \n b', 'a\nb'],
    ['many empty lines', 'a\n \n\t\n\nb', 'a\n\nb'],
    ['blanks around the text', '\n a \n', 'a'],
    ['letters and marks', 'e\u0301', 'é'],
    ['marks that a control had parted from their letter', 'e\u0000\u0301', 'é'],
    ['controls', 'a\u0000\u0007\u001B[31mb', 'a[31mb'],
    ['soft hyphens and byte order marks', '\uFEFFin\u00ADvisible', 'invisible'],
    ['overrides of direction', 'a\u202Eb\u2066c', 'abc'],
    ['tags, which hide text', 'a\u{E0061}\u{E0062}b', 'ab'],
    ['halves of pairs', 'a\uD83Db\uDE00', 'a\uFFFDb\uFFFD'],
    ['halves of pairs that a control had parted', '\uD83D\u0000\uDE00', '\uFFFD\uFFFD'],
    ['marks beyond count', `a${'\u0323'.repeat(40)}b`, `ạ${'\u0323'.repeat(31)}b`],
    ['joined pictures, as they are', '👩‍👩‍👧', '👩‍👩‍👧'],
  ])('writes %s one way', (_, raw, text) => {
    expect(canonicalText(raw)).toBe(text)
  })

  it('leaves what it made as it is, for any text', () => {
    const marks = fc
      .tuple(
        fc.constantFrom('\u0344', '\u0301\u0323', '\u09BE', '\u0F73'),
        fc.integer({ min: 1, max: 40 }),
      )
      .map(([mark, times]) => mark.repeat(times))
    const blank = fc.constantFrom(
      ' ',
      '\n',
      '\r\n',
      '\t',
      '\u00A0',
      '\u2029',
      '\u0000',
      '\u0301',
      '\uFEFF',
      '\uD800',
      '\uDC00',
      '\u1100',
      '\u1161',
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(blank, marks, fc.string({ unit: 'binary' })), { maxLength: 40 }),
        (parts) => {
          const text = canonicalText(parts.join(''))
          expect(canonicalText(text)).toBe(text)
          expect(text.normalize('NFC')).toBe(text)
          expect(/[^\S\n ]| {2}| \n|\n |\n{3}|^\s|\s$/.test(text)).toBe(false)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('canonicalText of a hostile text', () => {
  it.each([
    ['marks in the worst order', `a${'\u0301'.repeat(300_000)}${'\u0323'.repeat(300_000)}`],
    ['blanks', ' '.repeat(1_000_000)],
    ['empty lines', ' \n'.repeat(500_000)],
    ['halves of pairs', '\uD800'.repeat(1_000_000)],
  ])('ends: %s', (_, raw) => {
    expect(canonicalText(raw).length).toBeLessThanOrEqual(1_000_000)
  })
})

describe('canonicalize', () => {
  it('gives text, length in code points, and the hash of the text', async () => {
    expect(await canonicalize('abc 😀\r\n')).toEqual({
      text: 'abc 😀',
      chars: 5,
      hash: 'sha256:2a24c973b5206cdcc2942f5bf8383d981ee61d6ce70b4732c003295946be3c22',
    })
  })

  it.each([
    ['text/plain', ' <b>a</b> &amp; ', '<b>a</b> &amp;'],
    ['text/markdown; charset=utf-8', '# a', '# a'],
    ['Text/HTML; charset=utf-8', '<b>a</b> &amp;', 'a &'],
    ['application/xhtml+xml', '<script src="x"/>a', 'a'],
  ])('reads %s', async (contentType, content, text) => {
    expect((await canonicalize({ contentType, content })).text).toBe(text)
    expect(
      (await canonicalize({ contentType, content: new TextEncoder().encode(content) })).text,
    ).toBe(text)
  })

  it.each([
    ['image/png', 'unsupported_type'],
    ['', 'unsupported_type'],
    ['digest/v1', 'already_digested'],
  ])('refuses %s with %s', async (contentType, reason) => {
    await expect(canonicalize({ contentType, content: 'a' })).rejects.toMatchObject({
      name: 'DigestError',
      reason,
    })
  })

  it.each([
    ['bytes', new Uint8Array(11), true],
    ['as many bytes as allowed', new Uint8Array(10).fill(97), false],
    ['a long text', 'a'.repeat(11), true],
    ['a text whose bytes are more than its letters', 'é'.repeat(6), true],
    ['a text that just fits', 'é'.repeat(5), false],
  ])('measures %s', async (_, content, isRefused) => {
    const asked = canonicalize({ contentType: 'text/plain', content }, { limits: { maxBytes: 10 } })
    if (isRefused) await expect(asked).rejects.toMatchObject({ reason: 'too_large' })
    else await expect(asked).resolves.toMatchObject({ chars: expect.any(Number) })
  })

  it('refuses more than 10 MB unless told otherwise', async () => {
    const content = 'a'.repeat(10 * 1024 * 1024 + 1)
    await expect(canonicalize(content)).rejects.toMatchObject({ reason: 'too_large' })
    await expect(canonicalize(content, { limits: { maxBytes: 11e6 } })).resolves.toMatchObject({
      chars: content.length,
    })
  })

  it('stops for a caller that is gone, and for one whose time is over', async () => {
    await expect(canonicalize('a', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      reason: 'cancelled',
    })
    const timeout = AbortSignal.abort(new DOMException('over', 'TimeoutError'))
    await expect(canonicalize('a', { signal: timeout })).rejects.toMatchObject({
      reason: 'timeout',
    })
  })

  it('names every limit that cannot work', async () => {
    await expect(
      canonicalize('a', { limits: { maxBytes: 0, maxPages: Number.NaN } }),
    ).rejects.toThrow(/maxBytes is 0.*maxPages is NaN/)
  })

  it('gives text that is canonical as text, whatever the page', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<br>',
        '<pre>',
        '&nbsp;',
        '&#10;',
        '&#x301;',
        '&#xD800;',
        '&amp;amp;',
        '\n',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        const page = await canonicalize({ contentType: 'text/html', content: pieces.join('') })
        expect(await canonicalize(page.text)).toEqual(page)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalize } from './canonicalize.ts'

describe('canonicalize', () => {
  it('returns the text, its length in code points, and its hash', async () => {
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
    ['a long string', 'a'.repeat(11), true],
    ['a string with more bytes than letters', 'é'.repeat(6), true],
    ['a string that just fits', 'é'.repeat(5), false],
  ])('measures %s', async (_, content, isRefused) => {
    const asked = canonicalize({ contentType: 'text/plain', content }, { limits: { maxBytes: 10 } })
    if (isRefused) await expect(asked).rejects.toMatchObject({ reason: 'too_large' })
    else await expect(asked).resolves.toMatchObject({ chars: expect.any(Number) })
  })

  it('refuses more than 10 MB by default', async () => {
    const content = 'a'.repeat(10 * 1024 * 1024 + 1)
    await expect(canonicalize(content)).rejects.toMatchObject({ reason: 'too_large' })
    await expect(canonicalize(content, { limits: { maxBytes: 11e6 } })).resolves.toMatchObject({
      chars: content.length,
    })
  })

  it('stops if the caller cancels, or if its time is over', async () => {
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

  it('returns text that is canonical as plain text, for any page', async () => {
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

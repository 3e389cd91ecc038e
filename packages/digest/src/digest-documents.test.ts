import fc from 'fast-check'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { digest } from './digest.ts'
import { canonicalize } from './documents/canonicalize.ts'
import { verifyDigest } from './payload/verify-digest.ts'

const words = fc.array(
  fc.constantFrom(
    'coral',
    'corals',
    'reef',
    'water',
    'the',
    'warming',
    'fish',
    'slowly',
    'dies',
    'grows',
  ),
  { minLength: 1, maxLength: 12 },
)
const sentence = words.map((some) => `${some.join(' ')}. `)

async function toPdf(pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.TimesRoman)
  for (const lines of pages) {
    const page = document.addPage([600, 800])
    page.drawText(lines.join('\n'), { x: 40, y: 760, size: 9, lineHeight: 11, font })
  }
  return document.save()
}

describe('a digest of a PDF', () => {
  it('names the page of each snippet, with offsets into the whole text', async () => {
    const content = await toPdf([
      ['Nothing of interest is on the first page.'],
      [],
      ['Corals bleach when the water is warm.', 'Fish leave the reef after that.'],
    ])
    const document = await canonicalize({ contentType: 'application/pdf', content })
    const { payload } = await digest(document, 'corals')
    expect(payload.evidence_snippets).toEqual([
      {
        text: 'Corals bleach when the water is warm.',
        locator: 'page:3:char:43-80',
        relevance_score: expect.any(Number),
      },
    ])
    expect(await verifyDigest(payload, document)).toMatchObject({ ok: true })
  })

  it('verifies for any pages, as text and with its pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(sentence, { maxLength: 6 }), { minLength: 1, maxLength: 5 }),
        async (pages) => {
          const document = await canonicalize({
            contentType: 'application/pdf',
            content: await toPdf(pages),
          })
          expect(await canonicalize(document.text)).toMatchObject({
            text: document.text,
            hash: document.hash,
            chars: document.chars,
          })
          expect(document.pages).toHaveLength(pages.length)
          const { payload } = await digest(document, 'coral reef')
          expect(await verifyDigest(payload, document.text)).toMatchObject({ ok: true })
          expect(await verifyDigest(payload, document)).toMatchObject({ ok: true })
          expect(
            payload.evidence_snippets.every(({ locator }) => locator.startsWith('page:')),
          ).toBe(true)
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('a digest of a page', () => {
  it('verifies for any HTML', async () => {
    const tag = fc.constantFrom(
      '<p>',
      '</p>',
      '<li>',
      '<br>',
      '<b>',
      '</b>',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '&amp;',
      '&#x1F600;',
      '&eacute;',
      '<',
      '>',
      '<td>',
      '<pre>',
      '\n',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(tag, sentence, fc.string({ unit: 'grapheme' })), { maxLength: 60 }),
        async (parts) => {
          const document = await canonicalize({ contentType: 'text/html', content: parts.join('') })
          const { payload } = await digest(document, 'coral reef')
          expect(await verifyDigest(payload, document.text)).toMatchObject({ ok: true })
          expect(payload.key_points.length > 0).toBe(document.text !== '')
        },
      ),
    )
  })
})

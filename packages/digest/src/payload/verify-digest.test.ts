import { describe, expect, it } from 'vitest'
import { digest } from '../digest.ts'
import { canonicalize } from '../documents/canonicalize.ts'
import type { CanonicalDocument } from '../text/canonical-document.ts'
import type { DigestPayload, EvidenceSnippet } from './digest-payload.ts'
import { verifyDigest } from './verify-digest.ts'

const text = 'Corals 😀 bleach when the water is warm. Fish leave the reef after that.'
const document = await canonicalize(text)
const { payload } = await digest(document, 'corals')

/** The payload with every snippet changed. */
const withSnippets = (change: (snippet: EvidenceSnippet) => Partial<EvidenceSnippet>) => ({
  ...payload,
  evidence_snippets: payload.evidence_snippets.map((one) => ({ ...one, ...change(one) })),
})

async function issuesOf(value: DigestPayload, source: string | CanonicalDocument = text) {
  const check = await verifyDigest(value, source)
  return check.ok ? [] : check.issues.map(({ path, rule }) => `${path} ${rule}`)
}

describe('verifyDigest', () => {
  it('accepts a digest of its own text', async () => {
    expect(await issuesOf(payload)).toEqual([])
    expect(await issuesOf(payload, document)).toEqual([])
  })

  it('refuses another text', async () => {
    expect(await issuesOf(payload, text.replace('warm', 'cold'))).toEqual([
      'source_text_hash hash',
      'evidence_snippets[0].text text',
    ])
    expect(await issuesOf(payload, `${text}!`)).toEqual([
      'source_text_hash hash',
      'original_chars sum',
    ])
  })

  it('refuses sizes, a ratio and spans that contradict each other', async () => {
    const { digest_chars: chars } = payload
    expect(await issuesOf({ ...payload, digest_chars: chars + 1 })).toEqual(['digest_chars sum'])
    expect(await issuesOf({ ...payload, compression_ratio: 0.5 })).toEqual([
      'compression_ratio ratio',
    ])
    const rounded = Math.round(payload.compression_ratio * 100) / 100
    expect(await issuesOf({ ...payload, compression_ratio: rounded })).toEqual([])
    const short = withSnippets(() => ({ locator: 'char:0-5' }))
    expect(await issuesOf(short)).toEqual(['evidence_snippets[0].locator locator'])
    const late = withSnippets(() => ({ locator: 'char:100-139' }))
    expect(await verifyDigest(late, text)).toMatchObject({
      issues: [
        { message: expect.stringContaining('ends at 139, after the end of the text at 71') },
      ],
    })
  })

  it('refuses a snippet that was changed or moved', async () => {
    const changed = withSnippets((one) => ({ text: one.text.replace('warm', 'cold') }))
    expect(await issuesOf(changed)).toEqual(['evidence_snippets[0].text text'])
    const moved = withSnippets(() => ({ locator: 'char:1-40' }))
    expect(await issuesOf(moved)).toEqual(['evidence_snippets[0].text text'])
  })

  it('refuses a page that the snippet is not on, if pages are known', async () => {
    const onPage = (page: number) =>
      withSnippets(({ locator }) => ({ locator: `page:${page}:${locator}` }))
    const paged = { ...document, pages: [{ page: 1, start: 0, end: document.chars }] }
    expect(await issuesOf(onPage(1), paged)).toEqual([])
    expect(await issuesOf(onPage(2), paged)).toEqual(['evidence_snippets[0].locator locator'])
    expect(await issuesOf(payload, paged)).toEqual(['evidence_snippets[0].locator locator'])
    expect(await issuesOf(onPage(2), text)).toEqual([])
  })

  it('names the page that the snippet is on', async () => {
    const paged = { ...document, pages: [{ page: 4, start: 0, end: document.chars }] }
    expect(await verifyDigest(payload, paged)).toMatchObject({
      issues: [
        { message: 'evidence_snippets[0].locator: names no page, but the text is on page 4.' },
      ],
    })
  })

  it('refuses an invalid digest before it looks at the text', async () => {
    expect(await issuesOf({ ...payload, query_hash: 'x' })).toEqual(['query_hash pattern'])
  })
})

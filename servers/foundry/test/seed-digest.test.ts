import {
  type DigestPayload,
  estimateDigestTokens,
  isDigest,
  parseDigest,
  serializeDigest,
  validateDigest,
  verifyDigest,
} from '@toolaccord/digest'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedResearch, serveResearch } from './research-server.ts'

const question = 'Why do corals bleach in warm water?'
const sentences = Array.from(
  { length: 220 },
  (_, n) => `In year ${1800 + n} the corals of reef ${n} 🐠 bleached, since the water was warm.`,
)
const text = sentences.join(' ')
const characters = Array.from(text)
const filler = 'Nothing of note was seen on this day. '.repeat(40)
const pageTexts = [filler, filler, 'Warm water makes corals bleach.']

let served: ServedResearch
let summaries = 0
let digested: ListedSource
let payload: DigestPayload
let pdf: ListedSource

interface ListedSource {
  readonly id: string
  readonly content_type: string
  readonly content: string
}

beforeAll(async () => {
  served = await serveResearch({
    minDigestChars: 2_000,
    summarize: async () => {
      summaries++
      return 'Warm water bleaches corals.'
    },
  })
  await served.call('research_start', { question })
  const [first, second] = await addSources(
    { kind: 'text', value: text },
    { kind: 'pdf', value: await drawPdf(pageTexts) },
  )
  if (first === undefined || second === undefined) throw new Error('No source was added.')
  digested = first
  pdf = second
  payload = payloadOf(first)
})

afterAll(() => served.remove())

/** Adds sources over MCP and returns them as research_list shows them. */
async function addSources(...sources: readonly object[]): Promise<readonly ListedSource[]> {
  const research_id = 'research-001'
  const { data } = await served.call('research_add_sources', { research_id, sources })
  const args = { research_id, show: 'sources', source_ids: data.source_ids }
  return (await served.call('research_list', args)).data.sources
}

/** Draws lines of some words each, because a line of a PDF does not wrap. */
async function drawPdf(pages: readonly string[]): Promise<string> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const page of pages) {
    const lines = page.match(/.{1,80}(?: |$)/g)?.join('\n') ?? ''
    document.addPage([600, 800]).drawText(lines, { x: 40, y: 760, size: 10, lineHeight: 12, font })
  }
  return Buffer.from(await document.save()).toString('base64')
}

function payloadOf({ content }: ListedSource): DigestPayload {
  const read = parseDigest(content)
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return read.payload
}

const spanOf = (locator: string): readonly [number, number] => {
  const found = /char:(\d+)-(\d+)$/.exec(locator)
  return [Number(found?.[1]), Number(found?.[2])]
}

/** The faults of a payload with one property changed. */
function issuesOf(change: object): readonly string[] {
  const check = validateDigest({ ...payload, ...change })
  return check.ok ? [] : check.issues.map(({ path }) => path)
}

describe('Detection', () => {
  it('source.content_type == "digest/v1", and the content is a JSON-serialized payload', () => {
    expect(isDigest(digested.content_type)).toBe(true)
    expect(serializeDigest(payload)).toBe(digested.content)
  })

  it('a source below the minimum is not a digest, and its content is the text', async () => {
    const [short] = await addSources({ kind: 'text', value: 'Corals bleach.' })
    expect(short).toMatchObject({ content_type: 'text/plain', content: 'Corals bleach.' })
  })
})

describe('DigestPayload Field Definitions', () => {
  it('version: "1.0"', () => expect(payload.version).toBe('1.0'))

  it('content_type: "digest/v1"', () => expect(payload.content_type).toBe('digest/v1'))

  it('query_hash: exactly 8 lowercase hex chars, the same for the same question', () => {
    expect(payload.query_hash).toMatch(/^[a-f0-9]{8}$/)
    expect(payloadOf(pdf).query_hash).toBe(payload.query_hash)
  })

  it('summary: max 2000 chars', () => {
    expect(payload.summary).toBe('Warm water bleaches corals.')
    expect(issuesOf({ summary: 'x'.repeat(2_001) })).toEqual(['summary'])
  })

  it('key_points: max 10 items, each max 500 chars', () => {
    expect(payload.key_points.length).toBeGreaterThan(0)
    expect(payload.key_points.length).toBeLessThanOrEqual(10)
    for (const point of payload.key_points) expect(text).toContain(point)
  })

  it('evidence_snippets: max 10 items', () => {
    expect(payload.evidence_snippets.length).toBeGreaterThan(0)
    expect(payload.evidence_snippets.length).toBeLessThanOrEqual(10)
  })

  it('original_chars: character count of original source', () => {
    expect(payload.original_chars).toBe(characters.length)
  })

  it('digest_chars: character count of digest output', () => {
    const parts = [payload.summary, ...payload.key_points]
    for (const snippet of payload.evidence_snippets) parts.push(snippet.text)
    expect(payload.digest_chars).toBe(Array.from(parts.join('')).length)
  })

  it('compression_ratio: ratio of digest_chars to original_chars', () => {
    const ratio = payload.digest_chars / payload.original_chars
    expect(payload.compression_ratio).toBeCloseTo(ratio)
    expect(ratio).toBeLessThan(1)
  })

  it('source_text_hash: SHA256 hash of canonical text', async () => {
    const { sources } = await served.research.get('research-001')
    expect(payload.source_text_hash).toMatch(/^sha256:[a-f0-9]{64}$/)
    expect(sources[0]?.text_hash).toBe(payload.source_text_hash)
    expect((await verifyDigest(payload, text)).ok).toBe(true)
  })
})

describe('EvidenceSnippet Schema', () => {
  it('text: max 500 chars, exact substring from canonical text', () => {
    for (const snippet of payload.evidence_snippets) {
      expect(Array.from(snippet.text).length).toBeLessThanOrEqual(500)
      expect(text).toContain(snippet.text)
    }
  })

  it('locator: position reference for citation', async () => {
    const [snippet] = payload.evidence_snippets
    const { data } = await served.call('research_add_finding', {
      research_id: 'research-001',
      statement: 'Warmth bleaches corals.',
      confidence: 'confirmed',
      citations: [{ source_id: digested.id, locator: snippet?.locator, quote: snippet?.text }],
    })
    expect(data).toMatchObject({ verified_citations: 1 })
  })

  it('relevance_score: 0.0 to 1.0', () => {
    for (const { relevance_score } of payload.evidence_snippets) {
      expect(relevance_score).toBeGreaterThan(0)
      expect(relevance_score).toBeLessThanOrEqual(1)
    }
  })
})

describe('Evidence Locator Formats', () => {
  it('Text/HTML: char:1500-1800', () => {
    for (const { locator } of payload.evidence_snippets) expect(locator).toMatch(/^char:\d+-\d+$/)
  })

  it('PDF: page:3:char:200-450', () => {
    expect(payloadOf(pdf).evidence_snippets).toMatchObject([
      { text: 'Warm water makes corals bleach.', locator: expect.stringMatching(/^page:3:char:/) },
    ])
  })
})

describe('Locator Semantics', () => {
  it('start and end positions are 0-based character indices, of code points', async () => {
    const { data } = await served.call('research_add_finding', {
      research_id: 'research-001',
      statement: 'It begins in 1800.',
      confidence: 'low',
      citations: [{ source_id: digested.id, locator: 'char:0-12', quote: 'In year 1800' }],
    })
    expect(data).toMatchObject({ verified_citations: 1 })
  })

  it('end boundary is exclusive', () => {
    for (const snippet of payload.evidence_snippets) {
      const [start, end] = spanOf(snippet.locator)
      expect(end - start).toBe(Array.from(snippet.text).length)
    }
  })

  it('page numbers are 1-based', async () => {
    const [snippet] = payloadOf(pdf).evidence_snippets
    const cite = (locator: string | undefined) =>
      served.call('research_add_finding', {
        research_id: 'research-001',
        statement: 'Warmth bleaches corals.',
        confidence: 'high',
        citations: [{ source_id: pdf.id, locator, quote: snippet?.text }],
      })
    expect(await cite(snippet?.locator)).toMatchObject({ success: true })
    expect(await cite(snippet?.locator.replace('page:3', 'page:2'))).toMatchObject({
      success: false,
      data: { error_code: 'CITATION_NOT_VERIFIED' },
      error: `The quote is at ${snippet?.locator}.`,
    })
  })

  it('offsets reference canonical text (post-normalization)', async () => {
    const [source] = await addSources({
      kind: 'text',
      value: '  Corals \t bleach.\r\n\r\n\r\nSoon. ',
    })
    const { data } = await served.call('research_add_finding', {
      research_id: 'research-001',
      statement: 'Soon.',
      confidence: 'low',
      citations: [{ source_id: source?.id, locator: 'char:16-21', quote: 'Soon.' }],
    })
    expect(source?.content).toBe('Corals bleach.\n\nSoon.')
    expect(data).toMatchObject({ verified_citations: 1 })
  })
})

describe('Verification', () => {
  it('canonical_text[start:end] == snippet.text', () => {
    for (const snippet of payload.evidence_snippets)
      expect(characters.slice(...spanOf(snippet.locator)).join('')).toBe(snippet.text)
  })
})

describe('Consumer Rules', () => {
  it('1. detect via source.content_type == "digest/v1"', () => {
    expect(digested.content_type).toBe('digest/v1')
  })

  it('2. parse source.content as JSON, validate against schema', () => {
    expect(validateDigest(JSON.parse(digested.content)).ok).toBe(true)
  })

  it('3. skip further summarization (content is already compressed)', async () => {
    const before = summaries
    const [again] = await addSources({ kind: 'text', value: digested.content })
    expect(again).toMatchObject({ content_type: 'digest/v1', content: digested.content })
    expect(summaries).toBe(before)
  })

  it('4. use evidence_snippets for citations with locators', async () => {
    const [first] = payload.evidence_snippets
    const { data } = await served.call('research_report', { research_id: 'research-001' })
    expect(data.report).toContain(`${digested.id}, ${first?.locator}`)
    expect(data.unverified_citations).toBe(0)
  })

  it('5. use digest_chars for token budget estimation (not original_chars)', () => {
    expect(estimateDigestTokens(payload)).toBe(Math.floor(payload.digest_chars / 4))
  })
})

describe('Serialization Helpers', () => {
  it('serialize_payload, deserialize_payload: the same payload comes back', () => {
    expect(parseDigest(serializeDigest(payload))).toEqual({ ok: true, payload })
  })

  it('validate_payload_dict: an object is checked like JSON', () => {
    expect(validateDigest({ ...payload })).toEqual({ ok: true, payload })
  })
})

describe('Validation Errors', () => {
  it.each([
    ['query_hash: invalid query hash format', { query_hash: 'AB12CD34' }, 'query_hash'],
    ['summary: summary too long', { summary: 'x'.repeat(2_001) }, 'summary'],
    ['key_points[N]: key point too long', { key_points: ['x'.repeat(501)] }, 'key_points[0]'],
    [
      'relevance_score: score out of range',
      { evidence_snippets: [{ text: 'x', locator: 'char:0-1', relevance_score: 1.1 }] },
      'evidence_snippets[0].relevance_score',
    ],
    ['source_text_hash: invalid hash format', { source_text_hash: 'abc' }, 'source_text_hash'],
  ])('%s', (_row, change, path) => {
    expect(issuesOf(change)).toEqual([path])
  })

  it('a text that only looks like a digest is kept as text', async () => {
    const value = digested.content.replace(payload.query_hash, 'XXXXXXXX').slice(0, 1_500)
    const [source] = await addSources({ kind: 'text', value })
    expect(source?.content_type).toBe('text/plain')
  })
})

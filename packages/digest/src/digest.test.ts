import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digest } from './digest.ts'
import { canonicalize } from './documents/canonicalize.ts'
import { serializeDigest } from './payload/digest-payload.ts'
import { validateDigest } from './payload/validate-digest.ts'
import { verifyDigest } from './payload/verify-digest.ts'
import { countCodePoints } from './text/code-points.ts'

const reefs = [
  'Coral reefs',
  'Coral reefs are among the most diverse ecosystems on Earth. They occupy less than ' +
    'one percent of the ocean floor, yet they are home to a quarter of all marine ' +
    'species.',
  'Threats',
  'Warming water causes coral bleaching: the corals expel the algae that live in their ' +
    'tissues. Bleached corals are not dead, but they are under stress and more likely to ' +
    'die. Since 1998 several mass bleaching events have been recorded.',
  'Overfishing removes species that keep algae in check. Pollution from farms adds ' +
    'nutrients to the water, which lets algae grow. Ocean acidification makes it harder ' +
    'for corals to build their skeletons.',
  'What helps',
  'Marine protected areas let fish populations recover. Cutting emissions slows warming ' +
    'and gives reefs time to adapt. Scientists also breed corals that tolerate heat.',
].join('\n\n')

const condense = async (text: string, query: string, options = {}) =>
  (await digest(await canonicalize(text), query, options)).payload

describe('digest', () => {
  it('has every field of the contract, and each as the contract says', async () => {
    const payload = await condense(reefs, 'What causes bleaching?')
    expect(Object.keys(payload)).toEqual([
      'version',
      'content_type',
      'query_hash',
      'summary',
      'key_points',
      'evidence_snippets',
      'original_chars',
      'digest_chars',
      'compression_ratio',
      'source_text_hash',
    ])
    expect(payload).toMatchObject({
      version: '1.0',
      content_type: 'digest/v1',
      query_hash: createHash('sha256').update('What causes bleaching?').digest('hex').slice(0, 8),
      original_chars: reefs.length,
      source_text_hash: `sha256:${createHash('sha256').update(reefs).digest('hex')}`,
    })
    const parts = [
      payload.summary,
      ...payload.key_points,
      ...payload.evidence_snippets.map(({ text }) => text),
    ]
    expect(payload.digest_chars).toBe(parts.join('').length)
    expect(payload.compression_ratio).toBe(payload.digest_chars / reefs.length)
  })

  it('hashes the query as it is, blanks and case included', async () => {
    const hashes = await Promise.all(
      ['query', 'Query', ' query', 'café'].map(
        async (query) => (await condense('A text.', query)).query_hash,
      ),
    )
    expect(hashes).toEqual(
      ['query', 'Query', ' query', 'café'].map((query) =>
        createHash('sha256').update(query).digest('hex').slice(0, 8),
      ),
    )
  })

  it('puts the answer to the query first, and quotes it at its place', async () => {
    const {
      evidence_snippets: snippets,
      key_points: points,
      summary,
    } = await condense(reefs, 'What causes bleaching?')
    expect(snippets[0]?.text).toBe(
      'Warming water causes coral bleaching: ' +
        'the corals expel the algae that live in their tissues.',
    )
    const [start = 0, end = 0] =
      snippets[0]?.locator.slice('char:'.length).split('-').map(Number) ?? []
    expect(reefs.slice(start, end)).toBe(snippets[0]?.text)
    expect(points[0]).toBe(snippets[0]?.text)
    expect(summary).toContain(snippets[0]?.text)
    expect(snippets.map(({ relevance_score: score }) => score)).toEqual(
      snippets.map(({ relevance_score: score }) => score).toSorted((a, b) => b - a),
    )
  })

  it('has key points and a summary, but no snippets, if the query matches nothing', async () => {
    for (const query of ['quantum physics', '', '?!']) {
      const payload = await condense(reefs, query)
      expect(payload.key_points.length).toBeGreaterThan(0)
      expect(payload.summary).not.toBe('')
      expect(payload.evidence_snippets).toEqual([])
    }
  })

  it('says nothing twice', async () => {
    const repeated = 'Bleaching of corals is caused by warming water in summer.'
    const paragraphs: string[] = []
    for (let index = 0; index < 30; index++) {
      const name = `${'abcdefghij'[index % 10]}${index}`
      paragraphs.push(repeated, `Sentence ${name} tells of something quite different each time.`)
    }
    const payload = await condense(paragraphs.join('\n\n'), 'bleaching of corals')
    expect(payload.evidence_snippets.map(({ text }) => text)).toEqual([repeated])
    expect(payload.key_points.filter((point) => point === repeated)).toHaveLength(1)
    expect(payload.summary.split(repeated)).toHaveLength(2)
  })

  it('is smaller than a text of some length', async () => {
    expect(
      (await condense(reefs, 'bleaching of corals in warming water')).compression_ratio,
    ).toBeLessThan(1)
  })

  it('has a ratio of 1 for a text shorter than its digest, and for an empty one', async () => {
    expect(await condense('One sentence.', 'sentence')).toMatchObject({
      summary: 'One sentence.',
      key_points: ['One sentence.'],
      digest_chars: 39,
      compression_ratio: 1,
    })
    expect(await condense('', 'sentence')).toMatchObject({
      summary: '',
      key_points: [],
      evidence_snippets: [],
      original_chars: 0,
      digest_chars: 0,
      compression_ratio: 1,
    })
  })

  it('puts a wrapped sentence on one line, except in a quote', async () => {
    const payload = await condense(
      'This sentence was wrapped by the author\nof the text about corals.',
      'corals',
    )
    expect(payload.key_points).toEqual([
      'This sentence was wrapped by the author of the text about corals.',
    ])
    expect(payload.evidence_snippets[0]?.text).toBe(
      'This sentence was wrapped by the author\nof the text about corals.',
    )
  })

  it('gives the same bytes for the same input', async () => {
    const [one, two] = await Promise.all([condense(reefs, 'algae'), condense(reefs, 'algae')])
    expect(serializeDigest(one)).toBe(serializeDigest(two))
  })

  it('cannot be changed', async () => {
    const payload = await condense(reefs, 'algae')
    for (const part of [
      payload,
      payload.key_points,
      payload.evidence_snippets,
      payload.evidence_snippets[0],
    ])
      expect(Object.isFrozen(part)).toBe(true)
  })

  it('stays within the limits of the contract and within lower ones', async () => {
    const long = Array.from(
      { length: 400 },
      (_, index) => `Sentence ${index} about corals: ${'😀 word'.repeat(index)} ends.`,
    ).join(' ')
    for (const limits of [
      {},
      { summaryChars: 100, keyPoints: 2, keyPointChars: 40, snippets: 3, snippetChars: 60 },
    ]) {
      const payload = await condense(long, 'corals', limits)
      const {
        summaryChars = 2_000,
        keyPoints = 10,
        keyPointChars = 500,
        snippets = 10,
        snippetChars = 500,
      } = limits
      expect(countCodePoints(payload.summary)).toBeLessThanOrEqual(summaryChars)
      expect(payload.key_points).toHaveLength(keyPoints)
      expect(payload.evidence_snippets).toHaveLength(snippets)
      for (const point of payload.key_points)
        expect(countCodePoints(point)).toBeLessThanOrEqual(keyPointChars)
      for (const { text } of payload.evidence_snippets)
        expect(countCodePoints(text)).toBeLessThanOrEqual(snippetChars)
    }
  })

  it('names every limit and locale that cannot work', async () => {
    await expect(condense('a', 'b', { keyPoints: 11, snippetChars: 0 })).rejects.toThrow(
      /keyPoints is 11.*1 to 10; snippetChars is 0/,
    )
    await expect(condense('a', 'b', { locale: 'no locale' })).rejects.toThrow(
      /"no locale" is not a BCP 47 tag/,
    )
  })

  it('does not condense a digest', async () => {
    const text = serializeDigest(await condense(reefs, 'algae'))
    await expect(condense(text, 'algae')).rejects.toMatchObject({
      name: 'DigestError',
      reason: 'already_digested',
    })
  })

  it('stops if the caller cancels, or if time is up', async () => {
    await expect(condense('a', 'b', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      reason: 'cancelled',
    })
    await expect(
      condense(`${reefs}\n\n`.repeat(2_000), 'b', { limits: { maxMs: 1 } }),
    ).rejects.toMatchObject({ reason: 'timeout' })
  })

  it('verifies for any text and any query', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'coral',
        'corals.',
        '😀',
        '漢字。',
        '\n\n',
        '. ',
        'Привет',
        'สวัสดี',
        '{"',
        'a'.repeat(600),
        '😀'.repeat(600),
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 80 }),
        fc.oneof(word, fc.constant('coral 漢字 😀')),
        async (words, query) => {
          const document = await canonicalize(words.join(' '))
          const { payload } = await digest(document, query)
          expect(validateDigest(payload)).toEqual({ ok: true, payload })
          expect(await verifyDigest(payload, document.text)).toEqual({ ok: true, payload })
          expect(payload.key_points.length > 0).toBe(document.text !== '')
          for (const { relevance_score: score } of payload.evidence_snippets)
            expect(score).toBeGreaterThan(0)
        },
      ),
    )
  })
})

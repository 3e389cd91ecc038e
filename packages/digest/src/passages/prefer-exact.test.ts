import { describe, expect, it } from 'vitest'
import { digest } from '../digest.ts'
import { canonicalize } from '../documents/canonicalize.ts'
import { preferExact } from './prefer-exact.ts'

describe('the words of a query as they were written', () => {
  it('count more than other forms of them', async () => {
    const lines = [
      'First page about fish.',
      'Second page: corals bleach in warm water.',
      'Third page about corals and bleaching again.',
    ]
    const { payload } = await digest(await canonicalize(lines.join('\n\n')), 'corals bleach')
    expect(payload.evidence_snippets[0]?.text).toBe(lines[1])
  })

  it('raise a score by their share, and never above 1', () => {
    const text = 'Corals bleach. Corals. Fish.'
    const spans = [
      { start: 0, end: 14 },
      { start: 15, end: 22 },
      { start: 23, end: 28 },
    ]
    const relevance = Float64Array.of(0.9, 0.4, 0)
    preferExact(relevance, spans, { text, words: ['corals', 'bleach'] })
    expect([...relevance]).toEqual([1, 0.45, 0])
  })
})

import { describe, expect, it } from 'vitest'
import { digest } from '../digest.ts'
import { canonicalize } from '../documents/canonicalize.ts'
import { validateDigest } from './validate-digest.ts'

const text = 'Corals 😀 bleach when the water is warm. Fish leave the reef after that.'
const { payload } = await digest(await canonicalize(text), 'corals')
const [snippet] = payload.evidence_snippets
const withSnippet = (more: object) => ({ ...payload, evidence_snippets: [{ ...snippet, ...more }] })
const messages = (value: unknown) => {
  const check = validateDigest(value)
  return check.ok ? [] : check.issues.map(({ message }) => message)
}

describe('validateDigest', () => {
  it('accepts a digest, and leaves out what the schema does not name', () => {
    expect(validateDigest({ ...payload, extra: 1 })).toEqual({ ok: true, payload })
  })

  it.each([
    [{ version: '2.0' }, 'version: must be "1.0", not "2.0".'],
    [{ content_type: 'text/plain' }, 'content_type: must be "digest/v1", not "text/plain".'],
    [{ query_hash: 'AB12CD34' }, 'query_hash: must be 8 lowercase hex digits, not "AB12CD34".'],
    [{ query_hash: undefined }, 'query_hash: must be 8 lowercase hex digits, not absent.'],
    [{ summary: 'x'.repeat(2_001) }, 'summary: has 2001 characters; at most 2000 are allowed.'],
    [{ summary: null }, 'summary: must be a string, not null.'],
    [{ key_points: Array(11).fill('x') }, 'key_points: has 11 items; at most 10 are allowed.'],
    [
      { key_points: ['x', 'y'.repeat(501)] },
      'key_points[1]: has 501 characters; at most 500 are allowed.',
    ],
    [{ key_points: 'x' }, 'key_points: must be an array, not "x".'],
    [{ evidence_snippets: [[]] }, 'evidence_snippets[0]: must be an object, not an array.'],
    [{ original_chars: -1 }, 'original_chars: must be a whole number of at least 0, not -1.'],
    [{ digest_chars: 1.5 }, 'digest_chars: must be a whole number of at least 0, not 1.5.'],
    [{ compression_ratio: 1.1 }, 'compression_ratio: must be a number from 0 to 1, not 1.1.'],
    [
      { compression_ratio: Number.NaN },
      'compression_ratio: must be a number from 0 to 1, not NaN.',
    ],
    [
      { source_text_hash: 'sha256:abc' },
      'source_text_hash: must be `sha256:` and 64 lowercase hex digits, not "sha256:abc".',
    ],
  ])('refuses %j', (more, message) => {
    expect(messages({ ...payload, ...more })).toEqual([message])
  })

  it.each([
    [
      { text: 'x'.repeat(501) },
      'evidence_snippets[0].text: has 501 characters; at most 500 are allowed.',
    ],
    [
      { locator: 'char:0-0' },
      'evidence_snippets[0].locator: must be char:S-E or page:N:char:S-E with S below E, ' +
        'not "char:0-0".',
    ],
    [
      { relevance_score: 2 },
      'evidence_snippets[0].relevance_score: must be a number from 0 to 1, not 2.',
    ],
  ])('refuses a snippet with %j', (more, message) => {
    expect(messages(withSnippet(more))).toEqual([message])
  })

  it('names every rule that is broken', () => {
    expect(messages({})).toHaveLength(8)
  })

  it('takes the defaults of version and content_type', () => {
    const { version: _, content_type: __, ...others } = payload
    expect(validateDigest(others)).toEqual({ ok: true, payload })
  })

  it('accepts the example of the contract with a whole hash', () => {
    const example = {
      version: '1.0',
      content_type: 'digest/v1',
      query_hash: 'ab12cd34',
      summary: 'Condensed summary of the source content...',
      key_points: [
        'First key insight extracted from the document',
        'Second key insight with supporting detail',
      ],
      evidence_snippets: [
        {
          text: 'Exact quote from the source document...',
          locator: 'char:1500-1650',
          relevance_score: 0.85,
        },
      ],
      original_chars: 25_000,
      digest_chars: 2_500,
      compression_ratio: 0.1,
      source_text_hash: `sha256:${'a'.repeat(64)}`,
    }
    expect(validateDigest(example)).toEqual({ ok: true, payload: example })
  })

  it('leaves sizes and spans to verifyDigest', () => {
    expect(messages({ ...payload, digest_chars: payload.digest_chars + 1 })).toEqual([])
    expect(messages(withSnippet({ locator: 'char:0-5' }))).toEqual([])
  })

  it.each([[null], [undefined], ['x'], [[]], [1]])(
    'refuses %j, which is not an object',
    (value) => {
      expect(messages(value)).toEqual(['the payload: is not an object.'])
    },
  )
})

import { describe, expect, it } from 'vitest'
import { digest } from '../digest.ts'
import { canonicalize } from '../documents/canonicalize.ts'
import { serializeDigest } from './digest-payload.ts'
import { parseDigest, validateDigest } from './validate-digest.ts'
import { verifyDigest } from './verify-digest.ts'

const text = 'Corals 😀 bleach when the water is warm. Fish leave the reef after that.'
const document = await canonicalize(text)
const { payload } = await digest(document, 'corals')
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
    [{ key_points: 'x' }, 'key_points: must be a list, not "x".'],
    [{ evidence_snippets: [[]] }, 'evidence_snippets[0]: must be an object, not a list.'],
    [{ original_chars: -1 }, 'original_chars: must be a whole number from 0, not -1.'],
    [{ digest_chars: 1.5 }, 'digest_chars: must be a whole number from 0, not 1.5.'],
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
      'evidence_snippets[0].locator: must be char:S-E or page:N:char:S-E with S below E, not "char:0-0".',
    ],
    [
      { relevance_score: 2 },
      'evidence_snippets[0].relevance_score: must be a number from 0 to 1, not 2.',
    ],
    [
      { locator: 'char:0-5' },
      `evidence_snippets[0].locator: spans 5 characters, but the text has ${[...(snippet?.text ?? '')].length}.`,
    ],
    [
      { locator: 'char:100-139' },
      'evidence_snippets[0].locator: ends at 139, behind the end of the text at 71.',
    ],
  ])('refuses a snippet with %j', (more, message) => {
    expect(messages(withSnippet(more))).toEqual([message])
  })

  it('names every rule that is broken', () => {
    expect(messages({})).toHaveLength(10)
  })

  it('holds sizes and ratio to each other', () => {
    expect(messages({ ...payload, digest_chars: payload.digest_chars + 1 })).toEqual([
      `digest_chars: is ${payload.digest_chars + 1}, but summary, key points and snippets have ${payload.digest_chars} characters.`,
    ])
    expect(messages({ ...payload, original_chars: 1_000, compression_ratio: 0.5 })).toEqual([
      expect.stringMatching(/^compression_ratio: is 0\.5, but/),
    ])
    expect(
      messages({
        ...payload,
        original_chars: 10_000,
        compression_ratio: Math.round(payload.digest_chars / 100) / 100,
      }),
    ).toEqual([])
  })

  it.each([[null], [undefined], ['x'], [[]], [1]])('refuses %j, which is no object', (value) => {
    expect(messages(value)).toEqual(['the payload: is not an object.'])
  })
})

describe('parseDigest', () => {
  it('reads what was written, byte for byte', () => {
    const json = serializeDigest(payload)
    const check = parseDigest(json)
    expect(check).toEqual({ ok: true, payload })
    expect(check.ok && serializeDigest(check.payload)).toBe(json)
    expect(json).toContain('😀')
  })

  it.each([
    ['', 'is empty'],
    ['{', 'is not JSON'],
    ['null', 'is not an object'],
  ])('refuses %j', (json, fault) => {
    expect(parseDigest(json)).toMatchObject({
      ok: false,
      issues: [{ message: expect.stringContaining(fault) }],
    })
  })
})

describe('parseDigest of a long text', () => {
  it('refuses what no payload can be', () => {
    expect(parseDigest(' '.repeat(200_001))).toMatchObject({
      ok: false,
      issues: [{ rule: 'length', message: expect.stringContaining('at most 200000') }],
    })
  })
})

describe('verifyDigest', () => {
  const issues = async (
    value: typeof payload,
    source: Parameters<typeof verifyDigest>[1] = text,
  ) => {
    const check = await verifyDigest(value, source)
    return check.ok ? [] : check.issues.map(({ path, rule }) => `${path} ${rule}`)
  }

  it('accepts a digest of its own text', async () => {
    expect(await issues(payload)).toEqual([])
    expect(await issues(payload, document)).toEqual([])
  })

  it('refuses another text', async () => {
    expect(await issues(payload, text.replace('warm', 'cold'))).toEqual([
      'source_text_hash hash',
      'evidence_snippets[0].text text',
    ])
    expect(await issues(payload, `${text}!`)).toEqual([
      'source_text_hash hash',
      'original_chars sum',
    ])
  })

  it('refuses a snippet that was changed or moved', async () => {
    expect(
      await issues({
        ...payload,
        evidence_snippets: payload.evidence_snippets.map((one) => ({
          ...one,
          text: one.text.replace('warm', 'cold'),
        })),
      }),
    ).toEqual(['evidence_snippets[0].text text'])
    expect(
      await issues({
        ...payload,
        evidence_snippets: payload.evidence_snippets.map((one) => ({
          ...one,
          locator: 'char:1-40',
        })),
      }),
    ).toEqual(['evidence_snippets[0].text text'])
  })

  it('refuses a page that the snippet is not on, where pages are known', async () => {
    const onPage = (page: number) => ({
      ...payload,
      evidence_snippets: payload.evidence_snippets.map((one) => ({
        ...one,
        locator: `page:${page}:${one.locator}`,
      })),
    })
    const paged = { ...document, pages: [{ page: 1, start: 0, end: document.chars }] }
    expect(await issues(onPage(1), paged)).toEqual([])
    expect(await issues(onPage(2), paged)).toEqual(['evidence_snippets[0].locator locator'])
    expect(await issues(payload, paged)).toEqual(['evidence_snippets[0].locator locator'])
    expect(await issues(onPage(2), text)).toEqual([])
  })

  it('refuses what is no digest before it looks at the text', async () => {
    expect(await issues({ ...payload, query_hash: 'x' })).toEqual(['query_hash pattern'])
  })
})

import { countCodePoints } from '../text/code-points.ts'
import { payloadLimits } from '../work/limits.ts'
import {
  type DigestPayload,
  digestContentType,
  digestVersion,
  toPayload,
  toRatio,
} from './digest-payload.ts'
import { parseLocator } from './locator.ts'

/** One rule that a payload breaks. */
export interface DigestIssue {
  /** Where, as `evidence_snippets[0].locator`; empty for the payload as a whole. */
  readonly path: string
  readonly rule:
    | 'json'
    | 'type'
    | 'constant'
    | 'pattern'
    | 'length'
    | 'count'
    | 'range'
    | 'sum'
    | 'ratio'
    | 'locator'
    | 'hash'
    | 'text'
  /** Path, rule and what was found, in one sentence. */
  readonly message: string
}

export type DigestCheck =
  | { readonly ok: true; readonly payload: DigestPayload }
  | { readonly ok: false; readonly issues: readonly DigestIssue[] }

/** No payload within the limits is longer, every character escaped. */
const longestJson = 200_000

/** Reads a serialised payload and holds it to every rule. */
export function parseDigest(json: string): DigestCheck {
  if (json.length > longestJson)
    return {
      ok: false,
      issues: [
        toIssue(
          '',
          'length',
          `has ${json.length} characters as JSON; at most ${longestJson} are read`,
        ),
      ],
    }
  try {
    return validateDigest(JSON.parse(json))
  } catch {
    return {
      ok: false,
      issues: [
        toIssue(
          '',
          'json',
          json.trim() === ''
            ? 'is empty; expected a DigestPayload as JSON'
            : 'is not JSON; expected a DigestPayload',
        ),
      ],
    }
  }
}

/**
 * Holds a value to the schema, and its members to each other. Members that the schema does not name
 * are left out.
 */
export function validateDigest(value: unknown): DigestCheck {
  if (!isRecord(value)) return { ok: false, issues: [toIssue('', 'type', 'is not an object')] }
  const issues = [...memberIssues(value)]
  if (issues.length > 0) return { ok: false, issues }
  // The cast says what the checks above have made sure of.
  const payload = toPayload(value as unknown as DigestPayload)
  const crossed = [...crossIssues(payload)]
  return crossed.length > 0 ? { ok: false, issues: crossed } : { ok: true, payload }
}

export const toIssue = (path: string, rule: DigestIssue['rule'], fault: string): DigestIssue => ({
  path,
  rule,
  message: `${path === '' ? 'the payload' : path}: ${fault}.`,
})

function* memberIssues(value: Readonly<Record<string, unknown>>): Iterable<DigestIssue> {
  yield* constantIssues('version', value.version, digestVersion)
  yield* constantIssues('content_type', value.content_type, digestContentType)
  yield* patternIssues('query_hash', value.query_hash, /^[a-f0-9]{8}$/, '8 lowercase hex digits')
  yield* textIssues('summary', value.summary, payloadLimits.summaryChars)
  yield* listIssues('key_points', value.key_points, payloadLimits.keyPoints, (path, point) =>
    textIssues(path, point, payloadLimits.keyPointChars),
  )
  yield* listIssues(
    'evidence_snippets',
    value.evidence_snippets,
    payloadLimits.snippets,
    snippetIssues,
  )
  yield* numberIssues('original_chars', value.original_chars)
  yield* numberIssues('digest_chars', value.digest_chars)
  yield* shareIssues('compression_ratio', value.compression_ratio)
  yield* patternIssues(
    'source_text_hash',
    value.source_text_hash,
    /^sha256:[a-f0-9]{64}$/,
    '`sha256:` and 64 lowercase hex digits',
  )
}

function* snippetIssues(path: string, value: unknown): Iterable<DigestIssue> {
  if (!isRecord(value)) return yield toIssue(path, 'type', `must be an object, not ${show(value)}`)
  yield* textIssues(`${path}.text`, value.text, payloadLimits.snippetChars)
  if (typeof value.locator !== 'string' || parseLocator(value.locator) === undefined) {
    yield toIssue(
      `${path}.locator`,
      'pattern',
      `must be char:S-E or page:N:char:S-E with S below E, not ${show(value.locator)}`,
    )
  }
  yield* shareIssues(`${path}.relevance_score`, value.relevance_score)
}

/** What no member says alone. */
function* crossIssues({
  summary,
  key_points,
  evidence_snippets,
  original_chars,
  digest_chars,
  compression_ratio,
}: DigestPayload): Iterable<DigestIssue> {
  const parts = [summary, ...key_points, ...evidence_snippets.map(({ text }) => text)]
  const sum = parts.reduce((chars, part) => chars + countCodePoints(part), 0)
  if (digest_chars !== sum)
    yield toIssue(
      'digest_chars',
      'sum',
      `is ${digest_chars}, but summary, key points and snippets have ${sum} characters`,
    )
  const ratio = toRatio(digest_chars, original_chars)
  // Half of a hundredth, because others round the ratio to two digits.
  if (Math.abs(compression_ratio - ratio) > 0.005 + 1e-9)
    yield toIssue(
      'compression_ratio',
      'ratio',
      `is ${compression_ratio}, but ${digest_chars} of ${original_chars} characters are ${ratio}`,
    )
  for (const [index, { text, locator }] of evidence_snippets.entries()) {
    const { start = 0, end = 0 } = parseLocator(locator) ?? {}
    const chars = countCodePoints(text)
    const path = `evidence_snippets[${index}].locator`
    if (end - start !== chars)
      yield toIssue(path, 'locator', `spans ${end - start} characters, but the text has ${chars}`)
    if (end > original_chars)
      yield toIssue(
        path,
        'locator',
        `ends at ${end}, behind the end of the text at ${original_chars}`,
      )
  }
}

function* constantIssues(path: string, value: unknown, expected: string): Iterable<DigestIssue> {
  if (value !== expected)
    yield toIssue(path, 'constant', `must be ${JSON.stringify(expected)}, not ${show(value)}`)
}

function* patternIssues(
  path: string,
  value: unknown,
  pattern: RegExp,
  expected: string,
): Iterable<DigestIssue> {
  if (typeof value !== 'string' || !pattern.test(value))
    yield toIssue(path, 'pattern', `must be ${expected}, not ${show(value)}`)
}

function* textIssues(path: string, value: unknown, maxChars: number): Iterable<DigestIssue> {
  if (typeof value !== 'string')
    return yield toIssue(path, 'type', `must be a string, not ${show(value)}`)
  const chars = countCodePoints(value)
  if (chars > maxChars)
    yield toIssue(path, 'length', `has ${chars} characters; at most ${maxChars} are allowed`)
}

function* listIssues(
  path: string,
  value: unknown,
  maxItems: number,
  itemIssues: (path: string, item: unknown) => Iterable<DigestIssue>,
): Iterable<DigestIssue> {
  if (!Array.isArray(value))
    return yield toIssue(path, 'type', `must be a list, not ${show(value)}`)
  if (value.length > maxItems)
    return yield toIssue(
      path,
      'count',
      `has ${value.length} items; at most ${maxItems} are allowed`,
    )
  for (const [index, item] of value.entries()) yield* itemIssues(`${path}[${index}]`, item)
}

function* numberIssues(path: string, value: unknown): Iterable<DigestIssue> {
  if (!Number.isSafeInteger(value) || Number(value) < 0)
    yield toIssue(path, 'range', `must be a whole number from 0, not ${show(value)}`)
}

function* shareIssues(path: string, value: unknown): Iterable<DigestIssue> {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1))
    yield toIssue(path, 'range', `must be a number from 0 to 1, not ${show(value)}`)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const clip = (text: string): string => (text.length <= 64 ? text : `${text.slice(0, 63)}…`)

function show(value: unknown): string {
  if (value === undefined) return 'absent'
  if (Array.isArray(value)) return 'a list'
  if (isRecord(value)) return 'an object'
  return typeof value === 'string' ? JSON.stringify(clip(value)) : String(value)
}

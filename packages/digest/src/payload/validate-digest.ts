import { countCodePoints } from '../text/code-points.ts'
import {
  type DigestPayload,
  type EvidenceSnippet,
  countDigestChars,
  digestContentType,
  digestVersion,
  toDigestPayload,
  toRatio,
} from './digest-payload.ts'
import { isRecord } from './is-record.ts'
import { type DigestCheck, IssueList, type StringForm, show } from './issue-list.ts'
import { parseLocator } from './locator.ts'
import { payloadLimits } from './payload-limits.ts'

const queryHash: StringForm = {
  pattern: /^[a-f0-9]{8}$/,
  description: '8 lowercase hex digits',
}
const textHash: StringForm = {
  pattern: /^sha256:[a-f0-9]{64}$/,
  description: '`sha256:` and 64 lowercase hex digits',
}

/** Half of a hundredth, because other programs round the ratio to two digits. */
const ratioTolerance = 0.005 + 1e-9

/**
 * Checks a value against the schema, and its properties against each other. Properties that the
 * schema does not name are left out.
 */
export function validateDigest(value: unknown): DigestCheck {
  const issues = new IssueList()
  if (!isRecord(value)) {
    issues.add('', 'type', 'is not an object')
    return { ok: false, issues: issues.all }
  }
  checkProperties(value, issues)
  if (issues.all.length > 0) return { ok: false, issues: issues.all }
  // The cast says what checkProperties has made sure of.
  const payload = toDigestPayload(value as unknown as DigestPayload)
  checkSizes(payload, issues)
  for (const [index, snippet] of payload.evidence_snippets.entries())
    checkSpan(`evidence_snippets[${index}].locator`, snippet, { payload, issues })
  if (issues.all.length > 0) return { ok: false, issues: issues.all }
  return { ok: true, payload }
}

function checkProperties(value: Readonly<Record<string, unknown>>, issues: IssueList): void {
  const { summaryChars, keyPoints, keyPointChars, snippets } = payloadLimits
  issues.checkConstant('version', value.version, digestVersion)
  issues.checkConstant('content_type', value.content_type, digestContentType)
  issues.checkForm('query_hash', value.query_hash, queryHash)
  issues.checkString('summary', value.summary, summaryChars)
  for (const { path, item } of issues.checkArray('key_points', value.key_points, keyPoints))
    issues.checkString(path, item, keyPointChars)
  const given = issues.checkArray('evidence_snippets', value.evidence_snippets, snippets)
  for (const { path, item } of given) checkSnippet(path, item, issues)
  issues.checkCount('original_chars', value.original_chars)
  issues.checkCount('digest_chars', value.digest_chars)
  issues.checkShare('compression_ratio', value.compression_ratio)
  issues.checkForm('source_text_hash', value.source_text_hash, textHash)
}

function checkSnippet(path: string, value: unknown, issues: IssueList): void {
  if (!issues.checkRecord(path, value)) return
  const { text, locator, relevance_score: score } = value
  issues.checkString(`${path}.text`, text, payloadLimits.snippetChars)
  if (typeof locator !== 'string' || parseLocator(locator) === undefined) {
    const form = 'char:S-E or page:N:char:S-E with S below E'
    issues.add(`${path}.locator`, 'pattern', `must be ${form}, not ${show(locator)}`)
  }
  issues.checkShare(`${path}.relevance_score`, score)
}

/** Checks the sizes and the ratio against the parts. */
function checkSizes(payload: DigestPayload, issues: IssueList): void {
  const { original_chars, digest_chars, compression_ratio } = payload
  const sum = countDigestChars(payload)
  if (digest_chars !== sum) {
    const fault = `is ${digest_chars}, but summary, key points and snippets have ${sum} characters`
    issues.add('digest_chars', 'sum', fault)
  }
  const ratio = toRatio(digest_chars, original_chars)
  if (Math.abs(compression_ratio - ratio) > ratioTolerance) {
    const share = `${digest_chars} of ${original_chars} characters are ${ratio}`
    issues.add('compression_ratio', 'ratio', `is ${compression_ratio}, but ${share}`)
  }
}

/** Checks the span of a locator against the lengths of the snippet and of the whole text. */
function checkSpan(
  path: string,
  { text, locator }: EvidenceSnippet,
  { payload, issues }: { readonly payload: DigestPayload; readonly issues: IssueList },
): void {
  const { start = 0, end = 0 } = parseLocator(locator) ?? {}
  const span = end - start
  const chars = countCodePoints(text)
  const total = payload.original_chars
  if (span !== chars)
    issues.add(path, 'locator', `spans ${span} characters, but the text has ${chars}`)
  if (end > total)
    issues.add(path, 'locator', `ends at ${end}, after the end of the text at ${total}`)
}

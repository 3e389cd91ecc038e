import {
  type DigestPayload,
  digestContentType,
  digestVersion,
  toDigestPayload,
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

/**
 * Checks a value against the schema of the contract, whoever made it. `version` and `content_type`
 * have defaults; properties that the schema does not name are left out. `verifyDigest` also checks
 * the sizes and the snippets.
 */
export function validateDigest(value: unknown): DigestCheck {
  const issues = new IssueList()
  if (!isRecord(value)) {
    issues.add('', 'type', 'is not an object')
    return { ok: false, issues: issues.all }
  }
  const { version = digestVersion, content_type = digestContentType } = value
  const whole = { ...value, version, content_type }
  checkProperties(whole, issues)
  if (issues.all.length > 0) return { ok: false, issues: issues.all }
  // The cast says what checkProperties has made sure of.
  return { ok: true, payload: toDigestPayload(whole as unknown as DigestPayload) }
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

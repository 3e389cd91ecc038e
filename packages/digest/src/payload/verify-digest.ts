import type { CanonicalDocument } from '../text/canonical-document.ts'
import { type CodePointIndex, createCodePointIndex, sliceCodePoints } from '../text/code-points.ts'
import { toTextHash } from '../text/sha256.ts'
import type { DigestPayload, EvidenceSnippet } from './digest-payload.ts'
import { parseLocator } from './locator.ts'
import { type DigestCheck, type DigestIssue, toIssue, validateDigest } from './validate-digest.ts'

/**
 * Holds a payload to the canonical text that it speaks of: hash, length, and every snippet at its
 * place. Pages are checked when a document is given.
 */
export async function verifyDigest(
  payload: DigestPayload,
  source: string | CanonicalDocument,
): Promise<DigestCheck> {
  const valid = validateDigest(payload)
  if (!valid.ok) return valid
  const { text, pages } = typeof source === 'string' ? { text: source, pages: undefined } : source
  const index = createCodePointIndex(text)
  const issues: DigestIssue[] = []
  if ((await toTextHash(text)) !== payload.source_text_hash)
    issues.push(toIssue('source_text_hash', 'hash', 'is not the hash of this text'))
  if (index.length !== payload.original_chars)
    issues.push(
      toIssue(
        'original_chars',
        'sum',
        `is ${payload.original_chars}, but the text has ${index.length} characters`,
      ),
    )
  for (const [at, snippet] of payload.evidence_snippets.entries())
    issues.push(...snippetIssues(`evidence_snippets[${at}]`, snippet, text, index, pages))
  return issues.length > 0 ? { ok: false, issues } : valid
}

function snippetIssues(
  path: string,
  snippet: EvidenceSnippet,
  text: string,
  index: CodePointIndex,
  pages: CanonicalDocument['pages'],
): readonly DigestIssue[] {
  const { start = 0, end = 0, page } = parseLocator(snippet.locator) ?? {}
  if (sliceCodePoints(text, start, end, index) !== snippet.text)
    return [toIssue(`${path}.text`, 'text', `is not what stands at ${snippet.locator}`)]
  const holder = pages?.find((one) => start >= one.start && end <= one.end)
  if (pages !== undefined && holder?.page !== page)
    return [
      toIssue(
        `${path}.locator`,
        'locator',
        `names ${page === undefined ? 'no page' : `page ${page}`}, but the text stands on ${holder === undefined ? 'none' : `page ${holder.page}`}`,
      ),
    ]
  return []
}

import type { CanonicalDocument } from '../text/canonical-document.ts'
import { type CodePointIndex, createCodePointIndex, sliceCodePoints } from '../text/code-points.ts'
import { toTextHash } from '../text/sha256.ts'
import type { DigestPayload, EvidenceSnippet } from './digest-payload.ts'
import { type DigestCheck, IssueList } from './issue-list.ts'
import { parseLocator } from './locator.ts'
import { validateDigest } from './validate-digest.ts'

/** The text that a payload is checked against. */
interface Source {
  readonly text: string
  readonly index: CodePointIndex
  readonly pages: CanonicalDocument['pages']
}

/**
 * Checks a payload against the canonical text that it was made from: the hash, the length, and
 * every snippet at its place. Pages are checked if a document is given.
 */
export async function verifyDigest(
  payload: DigestPayload,
  source: string | CanonicalDocument,
): Promise<DigestCheck> {
  const valid = validateDigest(payload)
  if (!valid.ok) return valid
  const issues = new IssueList()
  const { text, index, pages } = toSource(source)
  if ((await toTextHash(text)) !== payload.source_text_hash)
    issues.add('source_text_hash', 'hash', 'is not the hash of this text')
  if (index.length !== payload.original_chars) {
    const fault = `is ${payload.original_chars}, but the text has ${index.length} characters`
    issues.add('original_chars', 'sum', fault)
  }
  for (const [at, snippet] of payload.evidence_snippets.entries())
    checkSnippet(`evidence_snippets[${at}]`, snippet, { text, index, pages }, issues)
  if (issues.all.length > 0) return { ok: false, issues: issues.all }
  return valid
}

function toSource(source: string | CanonicalDocument): Source {
  if (typeof source === 'string')
    return { text: source, index: createCodePointIndex(source), pages: undefined }
  const { text, pages } = source
  return { text, index: createCodePointIndex(text), pages }
}

function checkSnippet(
  path: string,
  snippet: EvidenceSnippet,
  { text, index, pages }: Source,
  issues: IssueList,
): void {
  const { start = 0, end = 0, page } = parseLocator(snippet.locator) ?? {}
  if (sliceCodePoints(text, start, end, index) !== snippet.text) {
    issues.add(`${path}.text`, 'text', `is not the text at ${snippet.locator}`)
    return
  }
  if (pages === undefined) return
  const holder = pages.find((one) => start >= one.start && end <= one.end)?.page
  if (holder === page) return
  const fault = `names ${pageName(page)}, but the text is on ${pageName(holder)}`
  issues.add(`${path}.locator`, 'locator', fault)
}

const pageName = (page: number | undefined): string =>
  page === undefined ? 'no page' : `page ${page}`

import type { CanonicalDocument } from '../text/canonical-document.ts'
import {
  type CodePointIndex,
  countCodePoints,
  createCodePointIndex,
  sliceCodePoints,
} from '../text/code-points.ts'
import { toTextHash } from '../text/sha256.ts'
import {
  type DigestPayload,
  type EvidenceSnippet,
  countDigestChars,
  toRatio,
} from './digest-payload.ts'
import { type DigestCheck, IssueList } from './issue-list.ts'
import { parseLocator } from './locator.ts'
import { validateDigest } from './validate-digest.ts'

/** The text that a payload is checked against. */
interface Source {
  readonly text: string
  readonly index: CodePointIndex
  readonly pages: CanonicalDocument['pages']
}

/** Half of a hundredth, because other programs round the ratio to two digits. */
const ratioTolerance = 0.005 + 1e-9

/**
 * Checks a payload against the schema, its properties against each other, and all of it against the
 * canonical text that it was made from: the hash, the length, and every snippet at its place. Pages
 * are checked if a document is given.
 */
export async function verifyDigest(
  payload: DigestPayload,
  source: string | CanonicalDocument,
): Promise<DigestCheck> {
  const valid = validateDigest(payload)
  if (!valid.ok) return valid
  const issues = new IssueList()
  checkSizes(valid.payload, issues)
  for (const [at, snippet] of valid.payload.evidence_snippets.entries())
    checkSpan(`evidence_snippets[${at}].locator`, snippet, { payload: valid.payload, issues })
  if (issues.all.length > 0) return { ok: false, issues: issues.all }
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

import { toCitedText } from './citations/cited-text.ts'
import { isVerified } from './citations/verify-citation.ts'
import type { QuestionFolder } from './files/create-question-folders.ts'
import type { FileFault } from './files/read-record.ts'
import {
  type CheckedFinding,
  type Citation,
  type ResearchFinding,
  rankOf,
} from './records/research-finding.ts'
import type { Source } from './records/source.ts'

/** Findings and sources of a question, and the files that cannot be used. */
export interface CheckedFindings {
  readonly findings: readonly CheckedFinding[]
  readonly sources: readonly Source[]
  readonly faults: readonly FileFault[]
}

/**
 * Reads the findings of a question, the surest first and of those the oldest. Their citations are
 * checked again, because files may have been edited by hand.
 */
export async function readFindings(files: QuestionFolder): Promise<CheckedFindings> {
  const [sources, findings] = await Promise.all([files.sources.all(), files.findings.all()])
  const verified = await verifyAll(files, sources.records, findings.records)
  const checked = findings.records.map((finding) => ({
    ...finding,
    citations: finding.citations.map((one) => ({ ...one, verified: verified.has(one) })),
  }))
  return {
    findings: checked.toSorted(bySureness),
    sources: sources.records,
    faults: [...sources.faults, ...findings.faults],
  }
}

/** Returns the citations that hold. Sources are read one after the other, as they may be large. */
async function verifyAll(
  { texts }: QuestionFolder,
  sources: readonly Source[],
  findings: readonly ResearchFinding[],
): Promise<ReadonlySet<Citation>> {
  const verified = new Set<Citation>()
  const citations = findings.flatMap((finding) => finding.citations)
  for (const { id, text_hash, pages } of sources) {
    const cited = citations.filter(({ source_id }) => source_id === id)
    const text = cited.length === 0 ? undefined : await texts.find(text_hash)
    if (text === undefined) continue
    const source = toCitedText(text, pages)
    for (const citation of cited) if (isVerified(source, citation)) verified.add(citation)
  }
  return verified
}

const bySureness = (one: ResearchFinding, other: ResearchFinding): number =>
  rankOf(other.confidence) - rankOf(one.confidence) ||
  one.created_at.localeCompare(other.created_at) ||
  one.id.localeCompare(other.id)

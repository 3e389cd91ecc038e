import type { DocumentLimits, Log, Summarize } from '@toolaccord/digest'
import type { Warning } from 'toolaccord'
import type { SourceInput } from './documents/load-source.ts'
import type { FetchOptions } from './fetch/fetch-options.ts'
import type { Question, QuestionInit } from './records/question.ts'
import type { CheckedFinding, FindingInit, ResearchFinding } from './records/research-finding.ts'
import type { Source } from './records/source.ts'
import type { SourceResult } from './source-result.ts'

/** Questions, the sources that were read for them, and what was found. */
export interface Research {
  start(init: QuestionInit): Promise<Question>
  /** Returns all questions, the newest first. */
  list(): Promise<QuestionList>
  /** Returns a question with its sources and findings. */
  get(id: string): Promise<ResearchState>
  /** Adds each source on its own: one that fails does not stop the others. */
  addSources(
    id: string,
    sources: readonly SourceInput[],
    options?: AddOptions,
  ): Promise<AddedSources>
  /** Adds a finding whose citations are verified. Throws CITATION_NOT_VERIFIED otherwise. */
  addFinding(id: string, finding: FindingInit): Promise<ResearchFinding>
  /** Returns the findings of a question, the surest first and of those the oldest. */
  findings(id: string): Promise<FindingList>
  /** Returns the digest of a source as JSON, or its text; undefined if that is lost or huge. */
  contentOf(id: string, source: Source): Promise<string | undefined>
  /** Returns the findings and what they stand on as Markdown. */
  report(id: string): Promise<ResearchReport>
}

/** Where research is kept, and how far it may go. */
export interface ResearchOptions {
  /** The folder of all questions, such as `specs/.research`. */
  readonly folder: string
  readonly now: () => Date
  /** Returns the rest of a new id after `research-`: lowercase letters and digits. */
  readonly newId: () => string
  /** The folders that files may be read from. Default: none. */
  readonly fileRoots?: readonly string[] | undefined
  readonly fetch?: Omit<FetchOptions, 'signal' | 'maxBytes'> | undefined
  readonly limits?: Partial<DocumentLimits> | undefined
  /** The shortest text that is condensed, in code points. Default: 10,000. */
  readonly minDigestChars?: number | undefined
  /** Writes the summaries. Default: they are taken from the texts. */
  readonly summarize?: Summarize | undefined
  /** How old a file or an address may be before it counts as old. Default: 30 days. */
  readonly maxAgeMs?: number | undefined
  /** Gets the errors of the summariser. */
  readonly log?: Log | undefined
}

/** How a caller follows sources that are being added. */
export interface AddOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number, message: string) => void) | undefined
}

/** What became of sources, in the order of the call. */
export interface AddedSources {
  readonly results: readonly SourceResult[]
  readonly warnings: readonly Warning[]
}

/** A question with the numbers of what it has. */
export interface QuestionSummary {
  readonly question: Question
  readonly sources: number
  readonly findings: number
}

/** All questions. */
export interface QuestionList {
  readonly questions: readonly QuestionSummary[]
  readonly warnings: readonly Warning[]
}

/** The findings of a question. */
export interface FindingList {
  readonly question: Question
  readonly findings: readonly CheckedFinding[]
  readonly warnings: readonly Warning[]
}

/** A question with all that it has. */
export interface ResearchState extends FindingList {
  readonly sources: readonly Source[]
}

/** A question answered as far as it is, for people. */
export interface ResearchReport {
  readonly markdown: string
  readonly findings: number
  readonly sources: number
  /** How many citations the sources do not bear out any more. */
  readonly unverified: number
  readonly warnings: readonly Warning[]
}

import { resolve } from 'node:path'
import { createCircuitBreaker } from '@toolaccord/digest'
import { FoundryError } from '../errors/foundry-error.ts'
import { addSource } from './add-source.ts'
import { toCitedText } from './citations/cited-text.ts'
import { verifyCitation } from './citations/verify-citation.ts'
import { type QuestionFolder, createQuestionFolders } from './files/create-question-folders.ts'
import { checkFinding, checkQuestion } from './input-limits.ts'
import { readFindings } from './read-findings.ts'
import type { Question, QuestionInit } from './records/question.ts'
import type { Citation, CitationInit } from './records/research-finding.ts'
import type { Source } from './records/source.ts'
import type {
  QuestionList,
  Research,
  ResearchOptions,
  ResearchReport,
  ResearchState,
} from './research.ts'
import type { SourceResult } from './source-result.ts'
import { toReport } from './to-report.ts'
import { toAddWarnings, toFaultWarnings, toStaleWarnings } from './to-warnings.ts'

const defaultAgeMs = 30 * 86_400_000
const mostIds = 20
const mostShownChars = 100_000

/** Creates research that is kept in files below a folder, which need not be there yet. */
export function createResearch(options: ResearchOptions): Research {
  const { now, newId, maxAgeMs = defaultAgeMs } = options
  const folders = createQuestionFolders(resolve(options.folder))
  const breaker = createCircuitBreaker()

  async function start(init: QuestionInit): Promise<Question> {
    checkQuestion(init)
    const { question, spec_id, task_id } = init
    const created_at = now().toISOString()
    for (let tries = 0; tries < mostIds; tries++) {
      const id = `research-${newId()}`
      const record = { id, question: question.trim(), spec_id, task_id, created_at }
      if (await folders.create(record)) return record
    }
    throw new FoundryError('CONFLICT', 'Every new id is taken.', { hint: 'Call again.' })
  }

  async function list(): Promise<QuestionList> {
    const { records, faults } = await folders.all()
    const newest = records.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
    const questions = newest.map(async (question) => {
      const { sources, findings } = await folders.open(question.id)
      return { question, sources: await sources.count(), findings: await findings.count() }
    })
    return { questions: await Promise.all(questions), warnings: toFaultWarnings(faults) }
  }

  async function get(id: string): Promise<ResearchState> {
    const files = await folders.open(id)
    const { sources, findings, faults } = await readFindings(files)
    const stale = toStaleWarnings(sources, now(), maxAgeMs)
    const warnings = [...toFaultWarnings(faults), ...stale]
    return { question: files.question, sources, findings, warnings }
  }

  async function report(id: string): Promise<ResearchReport> {
    const state = await get(id)
    const citations = state.findings.flatMap((finding) => finding.citations)
    return {
      markdown: toReport(state, now()),
      findings: state.findings.length,
      sources: state.sources.length,
      unverified: citations.filter(({ verified }) => !verified).length,
      warnings: state.warnings,
    }
  }

  return {
    start,
    list,
    get,
    report,
    findings: get,
    async addSources(id, inputs, { signal, onProgress } = {}) {
      const files = await folders.open(id)
      const results: SourceResult[] = []
      for (const [index, input] of inputs.entries()) {
        signal?.throwIfAborted()
        const result = await addSource(input, index, { ...options, files, breaker, signal })
        results.push(result)
        onProgress?.(index + 1, inputs.length, result.origin)
      }
      return { results, warnings: toAddWarnings(results) }
    },
    async addFinding(id, finding) {
      checkFinding(finding)
      const files = await folders.open(id)
      const citations = await verifyCitations(files, finding.citations)
      const { confidence } = finding
      const statement = finding.statement.trim()
      const created_at = now().toISOString()
      return files.findings.add({ statement, confidence, citations, created_at })
    },
    async contentOf(id, source) {
      if (source.content !== undefined || source.chars > mostShownChars) return source.content
      const { texts } = await folders.open(id)
      return texts.find(source.text_hash)
    },
  }
}

async function verifyCitations(
  files: QuestionFolder,
  citations: readonly CitationInit[],
): Promise<Citation[]> {
  const { records } = await files.sources.all()
  const verified: Citation[] = []
  for (const [index, citation] of citations.entries()) {
    const path = `citations[${index}]`
    const source = records.find(({ id }) => id === citation.source_id)
    if (source === undefined) throw toUnknownSource(citation.source_id, path, records)
    const text = await files.texts.find(source.text_hash)
    if (text === undefined) throw toLostText(source, path)
    verified.push(verifyCitation(toCitedText(text, source.pages), citation, path))
  }
  return verified
}

function toUnknownSource(id: string, path: string, sources: readonly Source[]): FoundryError {
  const last = sources.at(-1)?.id
  const known = last === undefined ? 'The question has no sources.' : `The last one is ${last}.`
  return new FoundryError(
    'RESEARCH_NOT_FOUND',
    `There is no source '${id.slice(0, 80)}'. ${known}`,
    {
      path: `${path}.source_id`,
      hint: 'Add it with research_add_sources, or cite one that research_list shows.',
    },
  )
}

const toLostText = ({ id, origin }: Source, path: string): FoundryError =>
  new FoundryError('CITATION_NOT_VERIFIED', `The text of ${id} is lost or was changed.`, {
    path: `${path}.source_id`,
    hint: `Add ${origin} again with research_add_sources; then cite it.`,
  })

import { type Success, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { confidences, rankOf } from '../../research/records/research-finding.ts'
import type { Research } from '../../research/research.ts'
import { guard } from '../guard.ts'
import { researchArgument } from './research-argument.ts'

const input = z.object({
  research_id: researchArgument.optional().describe('Default: all questions are listed'),
  show: z
    .enum(['findings', 'sources'])
    .default('findings')
    .describe('What to list of the question; sources come with what to cite'),
  source_ids: z.array(z.string().max(80)).max(200).optional().describe('Only these sources'),
})

const ListedQuestion = z.object({
  id: z.string(),
  question: z.string(),
  spec_id: z.string().optional(),
  task_id: z.string().optional(),
  sources: z.int(),
  findings: z.int(),
})

const ListedFinding = z.object({
  id: z.string(),
  confidence: z.enum(confidences),
  statement: z.string().optional(),
  citations: z
    .array(
      z.object({
        source_id: z.string(),
        locator: z.string(),
        quote: z.string(),
        verified: z.boolean().describe('False if the source does not say that any more'),
      }),
    )
    .optional(),
})

const ListedSource = z.object({
  id: z.string(),
  title: z.string(),
  origin: z.string(),
  fetched_at: z.string(),
  content_type: z.string().describe('digest/v1: content is a digest as JSON; else it is the text'),
  content: z.string().optional(),
})

const output = z.object({
  research_id: z.string().optional(),
  question: z.string().optional(),
  questions: z.array(ListedQuestion).optional(),
  total_questions: z.int().optional(),
  findings: z.array(ListedFinding).optional(),
  total_findings: z.int().optional(),
  sources: z.array(ListedSource).optional(),
  total_sources: z.int().optional(),
})

type Listed = Success<z.output<typeof output>>

const shortStatement = 160

/** Creates the tool that lists questions, or what one of them has. */
export const researchList = ({ research }: { readonly research: Research }) =>
  defineTool({
    name: 'research_list',
    summary: 'List all questions, or the findings or sources of one, the surest findings first.',
    input,
    output,
    effect: 'read',
    codes: ['RESEARCH_NOT_FOUND', 'STORAGE_FAILED'],
    scopes: ['foundry:read'],
    cli: { positionals: ['research_id'], flags: { source_ids: 'source' } },
    fidelity: {
      items: [
        { path: 'questions', id: 'id' },
        {
          path: 'findings',
          id: 'id',
          priority: ({ confidence }) => rankOf(confidence),
          summarise: shortenFinding,
          // One finding of many tells less than all of them in a few words.
          atLeast: 2,
        },
        { path: 'sources', id: 'id', summarise: withoutContent },
      ],
    },
    run: ({ research_id, show, source_ids }, call) =>
      guard(call, () => {
        if (research_id === undefined) return listQuestions(research)
        if (show === 'findings') return listFindings(research, research_id)
        return listSources(research, research_id, source_ids)
      }),
  })

async function listQuestions(research: Research): Promise<Listed> {
  const { questions, warnings } = await research.list()
  const listed = questions.map(({ question, sources, findings }) => {
    const { id, spec_id, task_id } = question
    return { id, question: question.question, spec_id, task_id, sources, findings }
  })
  return ok({ questions: listed, total_questions: listed.length }, { warnings })
}

async function listFindings(research: Research, research_id: string): Promise<Listed> {
  const { question, findings, warnings } = await research.findings(research_id)
  const listed = findings.map(({ id, confidence, statement, citations }) => {
    return { id, confidence, statement, citations }
  })
  const about = { research_id, question: question.question }
  return ok({ ...about, findings: listed, total_findings: listed.length }, { warnings })
}

async function listSources(
  research: Research,
  research_id: string,
  ids: readonly string[] | undefined,
): Promise<Listed> {
  const { question, sources, warnings } = await research.get(research_id)
  const wanted = sources.filter(({ id }) => ids?.includes(id) ?? true)
  const listed = wanted.map(async (source) => {
    const { id, title, origin, fetched_at, content_type } = source
    const content = await research.contentOf(research_id, source)
    return { id, title, origin, fetched_at, content_type, content }
  })
  const about = { research_id, question: question.question }
  const data = { ...about, sources: await Promise.all(listed), total_sources: sources.length }
  return ok(data, { warnings })
}

type ShownFinding = Readonly<
  Pick<z.output<typeof ListedFinding>, 'id' | 'confidence' | 'statement'>
>

/** A digest that is cut cannot be read, so it is in the answer whole or not at all. */
const withoutContent = (source: Readonly<z.output<typeof ListedSource>>): object => ({
  ...source,
  content: undefined,
})

/** A finding in a few words: its citations are in the archive. */
function shortenFinding({ id, confidence, statement = '' }: ShownFinding): ShownFinding {
  if (statement.length <= shortStatement) return { id, confidence, statement }
  return { id, confidence, statement: `${statement.slice(0, shortStatement)}…` }
}

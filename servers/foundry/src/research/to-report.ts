import type { CheckedFinding, Citation } from './records/research-finding.ts'
import type { Source } from './records/source.ts'
import type { ResearchState } from './research.ts'

const shownQuote = 300

/** Writes what was found as Markdown: findings, numbered citations, sources. */
export function toReport({ question, findings, sources }: ResearchState, now: Date): string {
  const numbers = numberCitations(findings)
  const facts = `\`${question.id}\`, ${now.toISOString().slice(0, 10)}`
  const parts = [
    `# ${escape(question.question)}`,
    `Research ${facts}. Findings: ${findings.length}. Sources: ${sources.length}.`,
    '## Findings',
    orNone(findings.map((finding) => toFindingLine(finding, numbers))),
    '## Citations',
    orNone([...numbers.values()].map((numbered) => toCitationLine(numbered, sources))),
    '## Sources',
    orNone(sources.map(toSourceLine)),
  ]
  return `${parts.join('\n\n')}\n`
}

interface Numbered {
  readonly number: number
  readonly citation: CheckedFinding['citations'][number]
}

const keyOf = ({ source_id, locator, quote }: Citation): string =>
  JSON.stringify([source_id, locator, quote])

/** Gives each place a number; findings that stand on the same place share it. */
function numberCitations(findings: readonly CheckedFinding[]): ReadonlyMap<string, Numbered> {
  const numbers = new Map<string, Numbered>()
  for (const citation of findings.flatMap(({ citations }) => citations)) {
    const key = keyOf(citation)
    if (!numbers.has(key)) numbers.set(key, { number: numbers.size + 1, citation })
  }
  return numbers
}

const orNone = (lines: readonly string[]): string =>
  lines.length === 0 ? 'None yet.' : lines.join('\n')

function toFindingLine(
  { id, confidence, statement, citations }: CheckedFinding,
  numbers: ReadonlyMap<string, Numbered>,
): string {
  const marks = citations.map((citation) => ` [${numbers.get(keyOf(citation))?.number}]`)
  return `- **${confidence}** ${escape(statement)}${marks.join('')} (${id})`
}

function toCitationLine({ number, citation }: Numbered, sources: readonly Source[]): string {
  const { source_id, locator, quote, verified } = citation
  const source = sources.find(({ id }) => id === source_id)
  const title = source === undefined ? 'missing' : escape(source.title)
  const mark = verified ? '✓ verified' : '✗ not verified'
  return `${number}. ${mark}: “${escape(cut(quote))}” ${title}, ${source_id}, ${locator}`
}

function toSourceLine({ id, title, origin, fetched_at, chars }: Source): string {
  return `- ${id}: ${escape(title)}, ${escape(origin)}, ${chars} characters, read ${fetched_at}`
}

function cut(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= shownQuote) return text
  return `${characters.slice(0, shownQuote).join('')}…`
}

/** Sources are foreign: nothing in them may become markup or a line of its own. */
const escape = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~!&]/g, String.raw`\$&`)

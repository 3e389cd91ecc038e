import { nodeOf } from '../spec/node-of.ts'
import { rootId } from '../spec/root-id.ts'
import type { JournalEntry, Spec } from '../spec/spec.ts'
import { type CheckLine, checkLinesOf } from './check-lines-of.ts'

/** Writes what happened as Markdown: tasks, checks, found work, reviews, journal. */
export function toReport(spec: Spec): string {
  const { title = spec.spec_id, journal = [], metadata = {} } = spec
  const parts = [
    `# ${title}`,
    String(metadata.mission ?? ''),
    toSummary(spec),
    ...phasesOf(spec).map((id) => toPhase(spec, id)),
    toChecks(spec),
    toMended(spec),
    toFound(spec),
    toReviews(spec),
    ['## Journal', '', ...journal.map(toJournalLine)].join('\n'),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const phasesOf = (spec: Spec): readonly string[] => nodeOf(spec, rootId).children

const tasksOf = (spec: Spec): readonly string[] =>
  phasesOf(spec).flatMap((phase) => nodeOf(spec, phase).children)

function toSummary(spec: Spec): string {
  const tasks = tasksOf(spec)
  const done = tasks.filter((id) => nodeOf(spec, id).status === 'completed').length
  const found = tasks.filter((id) => nodeOf(spec, id).metadata.discovered_from !== undefined)
  const runs = checkLinesOf(spec)
  const failed = runs.filter(({ result }) => result !== 'PASSED').length
  return [
    `- tasks done: ${done} of ${tasks.length}, of which ${found.length} found on the way`,
    `- runs of checks: ${runs.length}, of which ${failed} failed`,
  ].join('\n')
}

function toPhase(spec: Spec, phaseId: string): string {
  const { title, children, completed_tasks, total_tasks } = nodeOf(spec, phaseId)
  return [
    `## ${title} (${completed_tasks}/${total_tasks})`,
    '',
    '| task | by | began | took | what was done |',
    '| --- | --- | --- | --- | --- |',
    ...children.map((id) => toTaskLine(spec, id)),
  ].join('\n')
}

function toTaskLine(spec: Spec, id: string): string {
  const { title, metadata } = nodeOf(spec, id)
  const { started_at, completed_at, status_note } = metadata
  const took = toSeconds(started_at, completed_at)
  const cells = [title, workerOf(spec, id), toClock(started_at), took, status_note]
  return `| ${cells.map((cell) => toCell(cell ?? '')).join(' | ')} |`
}

/** The agent who ran the checks of a task is the one who did it. */
const workerOf = (spec: Spec, id: string): string =>
  checkLinesOf(spec).findLast(({ taskId }) => taskId === id)?.author ?? ''

function toChecks(spec: Spec): string {
  return [
    '## Checks',
    '',
    'The server ran every command; no agent can write a pass itself.',
    '',
    '| at | check | by | result | exit | ms | command |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...checkLinesOf(spec).map(toCheckLine),
  ].join('\n')
}

function toCheckLine({ at, title, author, result, exit, ms, command }: CheckLine): string {
  const mark = result === 'PASSED' ? 'passed' : '**failed**'
  const cells = [toClock(at), title, author, mark, exit, ms, `\`${command}\``]
  return `| ${cells.map(toCell).join(' | ')} |`
}

function toMended(spec: Spec): string {
  const runs = checkLinesOf(spec)
  const lines = runs.flatMap(({ checkId, title, result, at, author }) => {
    const later = runs.find((one) => one.checkId === checkId && one.at > at)
    if (result === 'PASSED' || later === undefined) return []
    const then = later.result === 'PASSED' ? 'passed' : 'failed again'
    return [`- **${title}** failed for ${author}, and ${then} ${toSeconds(at, later.at)} later`]
  })
  return lines.length === 0 ? '' : ['## Failed and mended', '', ...lines].join('\n')
}

function toFound(spec: Spec): string {
  const lines = tasksOf(spec).flatMap((id) => {
    const { title, metadata } = nodeOf(spec, id)
    if (typeof metadata.discovered_from !== 'string') return []
    const from = nodeOf(spec, metadata.discovered_from).title
    return [`- **${title}** (\`${id}\`), found during "${from}"`]
  })
  return lines.length === 0 ? '' : ['## Found on the way', '', ...lines].join('\n')
}

function toReviews(spec: Spec): string {
  const lines = tasksOf(spec).flatMap((id) => {
    const { title, metadata } = nodeOf(spec, id)
    if (!Array.isArray(metadata.reviews)) return []
    // The cast names what the tool `review` has written.
    return (metadata.reviews as readonly Review[]).flatMap((one) => toReviewLines(title, one))
  })
  return lines.length === 0 ? '' : ['## Reviews', '', ...lines].join('\n')
}

interface Review {
  readonly who: string
  readonly summary: string
  readonly approved: boolean
  readonly verdicts: readonly { readonly met: boolean; readonly evidence: string }[]
}

const toReviewLines = (title: string, { who, summary, approved, verdicts }: Review) => [
  `- ${who} ${approved ? 'approved' : 'sent back'} **${title}**: ${summary}`,
  ...verdicts.map(({ met, evidence }) => `  - ${met ? 'met' : 'not met'}: ${evidence}`),
]

const toJournalLine = ({ timestamp, author, title, content }: JournalEntry): string =>
  `- ${toClock(timestamp)} ${author}: **${title}**. ${content}`

const toClock = (time: unknown): string => String(time ?? '').slice(11, 19)

function toSeconds(from: unknown, to: unknown): string {
  const ms = Date.parse(String(to)) - Date.parse(String(from))
  return Number.isNaN(ms) ? '' : `${(ms / 1000).toFixed(1)} s`
}

const toCell = (value: unknown): string => String(value).replaceAll('|', String.raw`\|`)

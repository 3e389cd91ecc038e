import { describeBlock } from '../../../outcome/describe-block.ts'
import { nextOf } from '../../../outcome/next.ts'
import { type Notes, type Outcome, type Problem, hasNext } from '../../../outcome/outcome.ts'

/**
 * Writes an outcome for a model that reads the text of a result: what went wrong or what was found
 * first, then every note that the model must know, each on a line of its own.
 */
export function toModelText(outcome: Outcome): string {
  const lines = outcome.ok ? [toText(outcome.data)] : toFailureLines(outcome)
  return [...lines, ...toNoteLines(outcome.notes), ...toNextLines(outcome)].join('\n')
}

function toFailureLines({ problems, soft, data }: Extract<Outcome, { ok: false }>): string[] {
  const heading = soft ? 'Not accepted' : 'Error'
  const lines = problems.flatMap((problem) => toProblemLines(heading, problem))
  if (data !== undefined) lines.push(`Partial answer: ${toText(data)}`)
  return lines
}

function toProblemLines(heading: string, problem: Problem): string[] {
  const { code, message, path, hint, details } = problem
  const place = path === undefined ? '' : ` (${path})`
  const lines = [`${heading} ${code}${place}: ${message}`]
  if (hint !== undefined) lines.push(`Hint: ${hint}`)
  if (details !== undefined) lines.push(`Details: ${toText(details)}`)
  return lines
}

function toNoteLines(notes: Notes): string[] {
  const { message, instruction, warnings = [], page, fidelity, attachments = [] } = notes
  const lines: string[] = []
  if (message) lines.push(`Message: ${message}`)
  for (const warning of warnings) {
    const code = warning.code === undefined ? '' : ` ${warning.code}`
    lines.push(`Warning${code}: ${warning.message}`)
  }
  if (typeof page?.cursor === 'string') lines.push(`Next page: cursor ${toText(page.cursor)}`)
  if (fidelity?.droppedIds) lines.push(`Left out: ${fidelity.droppedIds.join(', ')}`)
  for (const block of attachments) {
    if (block.type !== 'text') lines.push(`Attached: ${describeBlock(block)}`)
  }
  if (instruction) lines.push(`Instruction: ${instruction}`)
  return lines
}

function toNextLines(outcome: Outcome): string[] {
  if (!hasNext(outcome)) return []
  return nextOf(outcome).map(({ tool, args = {}, why }) => {
    const reason = why === undefined ? '' : ` (${why})`
    return `Next: ${tool} ${toText(args)}${reason}`
  })
}

function toText(data: unknown): string {
  return JSON.stringify(data) ?? 'null'
}

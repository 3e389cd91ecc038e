import type { ForeignCheck } from '../../foreign-plan.ts'
import { commandIn } from '../text/command-in.ts'
import type { Prose } from './list/to-sections.ts'

/** What the text under the heading of a phase says. */
export interface PhaseText {
  readonly description?: string | undefined
  readonly checks: readonly ForeignCheck[]
}

const check = /^[>\s]*\**(?:checkpoint|independent test|gate)\**\s*[:：]\**\s*(.+)$/i

/** Takes checkpoints out of the text of a phase; the rest describes it. */
export function phaseText(lines: readonly Prose[]): PhaseText {
  const checks: ForeignCheck[] = []
  const text: string[] = []
  for (const { text: line } of lines) {
    const found = check.exec(line)?.[1]
    if (found === undefined) text.push(line.replaceAll('**', ''))
    else checks.push({ text: found.trim(), command: commandIn(found) })
  }
  const description = text.join('\n').trim()
  return { checks, description: description === '' ? undefined : description }
}

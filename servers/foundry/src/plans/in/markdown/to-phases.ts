import type { ForeignPhase, ForeignTask, Remark } from '../../foreign-plan.ts'
import { checkTaskCount } from '../../settle/settle-plan.ts'
import { toForeignPhase } from '../../to-foreign-task.ts'
import { slugOf } from '../text/slug-of.ts'
import { type Entry, entriesOf, type TaskRule } from './entries-of.ts'
import type { ListNode } from './list/create-list.ts'
import type { MarkdownDocument, Section } from './list/to-sections.ts'
import { phaseText } from './phase-text.ts'
import { nestByNumber } from './task/nest-by-number.ts'
import { toListTask } from './task/to-list-task.ts'
import { toPlainTitle } from './task/to-plain-title.ts'

/** How a Markdown file becomes phases. */
export interface PhaseOptions extends TaskRule {
  readonly remarks: Remark[]
  /** True if a number in front of a title is its id. */
  readonly hasOrdinalIds: boolean
  /** What the phase is called if no heading says it. */
  readonly fallback: string
}

/** Returns the tasks of a Markdown file under the headings that they are under. */
export function toPhases(
  document: MarkdownDocument,
  options: PhaseOptions,
): readonly ForeignPhase[] {
  const entries = entriesOf(document.sections, options)
  const common = commonOf(entries)
  const runs: Run[] = []
  for (const entry of entries) {
    const title = phaseOf(entry, common) ?? options.fallback
    const last = runs.at(-1)
    if (last?.title === title) last.entries.push(entry)
    else runs.push({ title, entries: [entry] })
  }
  return runs.map(({ title, entries: members }) => toPhase(title, members, { document, options }))
}

/** Tasks that are one after another under one heading. */
interface Run {
  readonly title: string
  readonly entries: Entry[]
}

/** The headings that all tasks are under; they are not phases. */
function commonOf(entries: readonly Entry[]): number {
  const [first, ...others] = entries.map(({ trail }) => trail)
  if (first === undefined) return 0
  const differs = (at: number) => others.some((trail) => trail[at] !== first[at])
  const at = first.findIndex((_, index) => differs(index))
  if (at !== -1) return at
  const isOne = others.every((trail) => trail.length === first.length)
  return isOne ? first.length - 1 : first.length
}

function phaseOf({ trail }: Entry, common: number): string | undefined {
  const named = trail.find((title) => /^\W*(?:phase|milestone|stage|sprint|epic)\b/i.test(title))
  return named ?? trail[common] ?? trail.at(-1)
}

interface PhaseContext {
  readonly document: MarkdownDocument
  readonly options: PhaseOptions
}

function toPhase(
  title: string,
  entries: readonly Entry[],
  { document, options }: PhaseContext,
): ForeignPhase {
  const { path } = document
  checkTaskCount(entries.length, path)
  const context = { ...options, path, prefix: slugOf(title) }
  const tasks = entries.map(({ node, trail, isHeading }) => {
    const task = toListTask(node, context)
    const inner = trail.at(-1)
    const isNamed = !isHeading && inner !== undefined && inner !== title && trail.includes(title)
    const rest = isNamed ? { ...task.rest, section: inner } : task.rest
    return withStateOfParts({ ...task, rest }, node)
  })
  const sections = document.sections.filter((section) => isOf(section, title))
  const text = phaseText(sections.flatMap(({ prose }) => prose))
  const plainTitle = toPlainTitle(title.replace(/^\d+(?:\.\d+)*[.)]\s+/, '')).title
  return toForeignPhase({
    foreignId: `phase:${slugOf(title)}`,
    title: plainTitle,
    ...text,
    tasks: nestByNumber(tasks),
    path,
    line: sections[0]?.line,
  })
}

const isOf = ({ title, trail }: Section, phase: string) => title === phase || trail.includes(phase)

/** A task without a box is as far as its parts are. */
function withStateOfParts(task: ForeignTask, { mark }: ListNode): ForeignTask {
  if (mark !== undefined || task.state !== 'pending' || task.children.length === 0) return task
  const isDone = ({ state }: ForeignTask) => state === 'completed' || state === 'cancelled'
  if (task.children.every(isDone)) return { ...task, state: 'completed' }
  const isBegun = task.children.some(({ state }) => state !== 'pending')
  return isBegun ? { ...task, state: 'in_progress' } : task
}

import { checksOf } from '../proof/checks/checks-of.ts'
import { blockersOf } from '../spec/add-dependency.ts'
import { nodeOf } from '../spec/node-of.ts'
import type { JournalEntry, Spec } from '../spec/spec.ts'
import type { Plan } from '../store/plan-store.ts'
import { filesOf } from './files-of.ts'
import { phaseOf } from './phase-of.ts'
import { toTaskLine } from './to-task-line.ts'

/** Everything that a worker must know of a task. */
export interface Brief {
  readonly task_id: string
  readonly title: string
  readonly description?: string | undefined
  readonly criteria: readonly string[]
  readonly files: readonly string[]
  readonly checks: readonly Check[]
  readonly comments: readonly string[]
  readonly after: readonly Finished[]
  readonly phase?: { readonly phase_id: string; readonly title: string } | undefined
  readonly mission?: string | undefined
  readonly journal: readonly string[]
}

/** A verification that must pass. */
export interface Check {
  readonly verify_id: string
  readonly title: string
  readonly type: string
  readonly command?: string | undefined
  readonly expected?: string | undefined
}

/** What came before, and what was said when it ended. */
export interface Finished {
  readonly task_id: string
  readonly title: string
  readonly state: string
  readonly note?: string | undefined
}

/** How many lines of the journal a brief has. */
const journalLines = 5

/** Returns the brief of a task. */
export function toBrief({ spec }: Plan, id: string): Brief {
  const node = nodeOf(spec, id)
  const phaseId = phaseOf(spec, id)
  const { description, details, acceptance_criteria } = node.metadata
  return {
    task_id: id,
    title: node.title,
    description: textOf(description) ?? textOf(details),
    criteria: textsOf(acceptance_criteria),
    files: filesOf(node),
    checks: checksOf(spec, id).map((check) => toCheck(spec, check.id)),
    comments: openComments(node.metadata.comments),
    after: [...blockersOf(node), ...(node.dependencies?.depends ?? [])].flatMap((one) =>
      toFinished(spec, one),
    ),
    phase:
      phaseId === undefined ? undefined : { phase_id: phaseId, title: nodeOf(spec, phaseId).title },
    mission: textOf(spec.metadata?.mission),
    journal: linesFor(spec, id),
  }
}

function toCheck(spec: Spec, id: string): Check {
  const { title, metadata } = nodeOf(spec, id)
  return {
    verify_id: id,
    title,
    type: textOf(metadata.verification_type) ?? 'manual',
    command: textOf(metadata.command),
    expected: textOf(metadata.expected),
  }
}

function toFinished(spec: Spec, id: string): readonly Finished[] {
  if (spec.hierarchy[id] === undefined) return []
  const note = textOf(nodeOf(spec, id).metadata.status_note)
  return [{ ...toTaskLine(spec, id), note }]
}

/** The last lines about the task, and then those about everything. */
function linesFor({ journal = [] }: Spec, id: string): readonly string[] {
  const own = journal.filter((entry) => entry.task_id === id)
  const others = journal.filter((entry) => entry.task_id !== id)
  const room = Math.max(0, journalLines - own.length)
  const chosen = [...own.slice(-journalLines), ...others.slice(others.length - room)]
  return chosen
    .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))
    .map(({ timestamp, author, title, content }: JournalEntry) =>
      [timestamp.slice(0, 16), author, `${title}: ${content}`].join(' '),
    )
}

/** Comments that nobody has answered, each with its id. */
function openComments(comments: unknown): readonly string[] {
  if (!Array.isArray(comments)) return []
  return comments.flatMap((comment: unknown) => {
    if (typeof comment !== 'object' || comment === null || 'answer' in comment) return []
    const { id, author, text } = comment as Readonly<Record<'id' | 'author' | 'text', unknown>>
    return typeof text === 'string' ? [`${String(id)} ${String(author)}: ${text}`] : []
  })
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

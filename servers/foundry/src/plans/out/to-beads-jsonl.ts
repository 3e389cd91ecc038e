import type { JournalEntry, Spec, SpecNode } from '../../spec/spec.ts'
import { stateOf } from '../../state/state-of.ts'
import { beadsStatusWords } from '../status-words.ts'
import { flatten, metadataText, metadataTexts, type OutlineNode, outlineOf } from './outline-of.ts'

/** Returns a spec as lines for `bd import`: phases are epics, everything else is under them. */
export function toBeadsJsonl(spec: Spec): string {
  const notes = new Map<string, JournalEntry[]>()
  for (const entry of spec.journal ?? []) {
    if (entry.task_id === undefined) continue
    notes.set(entry.task_id, [...(notes.get(entry.task_id) ?? []), entry])
  }
  const all = flatten(outlineOf(spec))
  const ids = new Set(all.map(({ id }) => id))
  return all
    .map((part) => JSON.stringify(toIssue(part, { spec, ids, journal: notes.get(part.id) ?? [] })))
    .map((line) => `${line}\n`)
    .join('')
}

interface Context {
  readonly spec: Spec
  readonly ids: ReadonlySet<string>
  readonly journal: readonly JournalEntry[]
}

function toIssue({ id, node }: OutlineNode, { spec, ids, journal }: Context): object {
  const state = stateOf(node)
  const status = beadsStatusWords[state]
  const isClosed = status === 'closed'
  const isPlain = state !== 'in_review' && state !== 'failed' && state !== 'cancelled'
  const type = node.type === 'verify' ? 'verify' : undefined
  const isPlainTask = isPlain && type === undefined
  return {
    _type: 'issue',
    id,
    title: node.title,
    description: metadataText(node, 'description'),
    design: metadataText(node, 'details'),
    acceptance_criteria: metadataTexts(node, 'acceptance_criteria').join('\n') || undefined,
    status,
    priority: priorityOf(node),
    issue_type: node.type === 'phase' ? 'epic' : 'task',
    labels: labelsOf(node),
    estimated_minutes: minutesOf(node),
    created_at: spec.generated,
    updated_at: spec.last_updated,
    closed_at: isClosed ? (metadataText(node, 'completed_at') ?? spec.last_updated) : undefined,
    close_reason: state === 'cancelled' ? metadataText(node, 'cancel_reason') : undefined,
    dependencies: linksOf({ id, node }, { spec, ids }),
    comments: journal.length > 0 ? journal.map(toComment) : undefined,
    metadata: isPlainTask ? undefined : { foundry: { state: isPlain ? undefined : state, type } },
  }
}

/** beads has 0 to 4, and 2 if nobody says. */
function priorityOf(node: SpecNode): number {
  const priority = metadataText(node, 'priority')?.toLowerCase() ?? ''
  const number = /^p?([0-4])$/.exec(priority)?.[1]
  if (number !== undefined) return Number(number)
  const words: Readonly<Record<string, number>> = { critical: 0, urgent: 0, high: 1, low: 3 }
  return words[priority] ?? 2
}

function labelsOf(node: SpecNode): readonly string[] | undefined {
  const labels = metadataTexts(node, 'labels')
  return labels.length > 0 ? labels : undefined
}

function minutesOf({ metadata }: SpecNode): number | undefined {
  const hours = metadata.estimated_hours
  return typeof hours === 'number' && hours > 0 ? Math.round(hours * 60) : undefined
}

function linksOf(
  { id, node }: Pick<OutlineNode, 'id' | 'node'>,
  { spec, ids }: Pick<Context, 'spec' | 'ids'>,
): readonly object[] | undefined {
  const link = (to: string, type: string) => ({
    issue_id: id,
    depends_on_id: to,
    type,
    created_at: spec.generated,
  })
  const parent = node.parent !== null && ids.has(node.parent) ? [node.parent] : []
  const first = (node.dependencies?.blocked_by ?? []).filter((one) => ids.has(one))
  const from = [metadataText(node, 'discovered_from') ?? ''].filter((one) => ids.has(one))
  const links = [
    ...parent.map((to) => link(to, 'parent-child')),
    ...first.map((to) => link(to, 'blocks')),
    ...from.map((to) => link(to, 'discovered-from')),
  ]
  return links.length > 0 ? links : undefined
}

const toComment = ({ author, title, content, timestamp }: JournalEntry) => ({
  author,
  text: title === '' || title === 'Note' ? content : `${title}: ${content}`,
  created_at: timestamp,
})

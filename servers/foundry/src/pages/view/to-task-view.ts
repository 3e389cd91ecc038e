import { isContainer } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Dependencies, SpecNode } from '../../spec/spec.ts'
import { movesFrom } from '../../state/moves.ts'
import { commentsIn } from './comments-in.ts'
import type { SpecPart, SpecReader } from './create-spec-reader.ts'
import type { CheckView, PartLink, ProofViews, RunningView, TaskView } from './spec-view.ts'
import { type Metadata, textIn, textsIn } from './texts-in.ts'
import { toCheckView } from './to-check-view.ts'

/** Where tasks are read from. */
export interface TaskSources {
  readonly reader: SpecReader
  readonly running: RunningView
  readonly proofs: ProofViews
  /** Checks that name another part as their target, by that part. */
  readonly targeted: ReadonlyMap<string, readonly SpecPart[]>
}

/** Groups the checks that name a task or a phase, by what they name. */
export function findTargeted(reader: SpecReader): ReadonlyMap<string, readonly SpecPart[]> {
  const phases = reader.childrenOf(rootId).filter(isGroup)
  const ids = new Set([...phases, ...reader.parts.filter(isTask)].map(({ id }) => id))
  const targeted = new Map<string, readonly SpecPart[]>()
  for (const part of reader.parts) {
    const target = targetOf(part.node)
    if (target === undefined || !ids.has(target)) continue
    targeted.set(target, [...(targeted.get(target) ?? []), part])
  }
  return targeted
}

const targetOf = ({ type, metadata }: SpecNode): string | undefined =>
  type === 'verify' ? textIn(metadata, 'target') : undefined

const isGroup = ({ node }: SpecPart): boolean => isContainer(node)
const isCheck = ({ node }: SpecPart): boolean => node.type === 'verify'

/** True for work: neither a check nor a group of parts. */
export const isTask = (part: SpecPart): boolean => !isGroup(part) && !isCheck(part)

/** Returns the tasks of a phase, those in its groups too. */
export const toTaskViews = (id: string, sources: TaskSources): readonly TaskView[] =>
  sources.reader
    .under(id, isGroup)
    .filter(isTask)
    .map((part) => toTaskView(part, sources))

/** Returns the checks of a part: those under it and those that name it, each once. */
export function toCheckViews(id: string, sources: TaskSources): readonly CheckView[] {
  const { reader, targeted, proofs } = sources
  const own = reader.under(id, isGroup).filter((part) => isCheck(part) && isOwn(part, id, targeted))
  const named = targeted.get(id) ?? []
  const checks = new Map([...own, ...named].map((part) => [part.id, part]))
  return Array.from(checks.values(), (part) => toCheckView(part, proofs))
}

/** False for a check that is shown at the part which it names. */
function isOwn({ node }: SpecPart, id: string, targeted: TaskSources['targeted']): boolean {
  const target = targetOf(node)
  return target === undefined || target === id || !targeted.has(target)
}

/** Returns a task with everything under it; what is under its subtasks is beside them. */
export function toTaskView(part: SpecPart, sources: TaskSources): TaskView {
  const under = sources.reader.under(part.id).filter(isTask)
  return {
    ...toSingleView(part, sources),
    subtasks: under.map((one) => toSubtaskView(one, sources)),
  }
}

const toSubtaskView = (part: SpecPart, sources: TaskSources): TaskView => ({
  ...toSingleView(part, sources),
  subtasks: [],
})

function toSingleView({ id, node }: SpecPart, sources: TaskSources): Omit<TaskView, 'subtasks'> {
  const { reader, running } = sources
  const { metadata } = node
  const held = Object.hasOwn(running, id) ? running[id] : undefined
  const state = reader.stateOf(id)
  const foundIn = textIn(metadata, 'discovered_from')
  return {
    id,
    type: node.type,
    title: node.title,
    state,
    isFound: reader.isFound(id),
    description: textIn(metadata, 'description', 'details', 'query'),
    category: textIn(metadata, 'task_category', 'research_type'),
    criteria: textsIn(metadata, 'acceptance_criteria'),
    files: filesIn(metadata),
    waitsFor: toLinks(reader, node.dependencies, 'blocked_by'),
    follows: toLinks(reader, node.dependencies, 'depends'),
    holdsUp: toLinks(reader, node.dependencies, 'blocks'),
    foundIn: foundIn === undefined ? undefined : reader.link(foundIn),
    holder: held?.holder,
    leaseExpires: held?.lease_expires,
    startedAt: held?.started_at ?? textIn(metadata, 'started_at'),
    note: noteOf(node, state),
    checks: toCheckViews(id, sources),
    comments: commentsIn(metadata),
    canCancel: movesFrom(state).includes('cancel'),
  }
}

/** The files that a task names, each once. */
const filesIn = (metadata: Metadata): readonly string[] => [
  ...new Set([...textsIn(metadata, 'file_path'), ...textsIn(metadata, 'files')]),
]

/** Returns links to the parts that a kind of dependency names. */
export const toLinks = (
  reader: SpecReader,
  dependencies: Dependencies | undefined,
  kind: keyof Dependencies,
): readonly PartLink[] => (dependencies?.[kind] ?? []).map((id) => reader.link(id))

function noteOf({ metadata }: SpecNode, state: TaskView['state']): string | undefined {
  if (state === 'cancelled') return textIn(metadata, 'cancel_reason')
  if (state === 'failed') return textIn(metadata, 'failure_reason', 'status_note')
  if (state === 'blocked') return textIn(metadata, 'blocker_description', 'blocker_reason')
  return textIn(metadata, 'status_note')
}

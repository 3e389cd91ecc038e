import { isContainer } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Spec } from '../../spec/spec.ts'
import { isSettled } from '../../state/state-of.ts'
import type { TaskState } from '../../state/task-state.ts'
import { commentsIn } from './comments-in.ts'
import { countProgress } from './count-progress.ts'
import { createSpecReader, type SpecPart, type SpecReader } from './create-spec-reader.ts'
import type {
  May,
  PhaseView,
  Progress,
  ProofViews,
  QuestionView,
  RunningView,
  SpecView,
} from './spec-view.ts'
import { isRecord, type Metadata, textIn } from './texts-in.ts'
import { toGraphView } from './to-graph-view.ts'
import { toJournalViews } from './to-journal-views.ts'
import {
  findTargeted,
  isTask,
  type TaskSources,
  toCheckViews,
  toLinks,
  toTaskView,
  toTaskViews,
} from './to-task-view.ts'

/** What a page needs to know beside the spec, all optional. */
export interface PageContext {
  /** The forms that the reader gets. Default: none. */
  readonly may?: May | undefined
  /** The path that the server is mounted at. Default: none. */
  readonly base?: string | undefined
  /** The folder that the spec is in. */
  readonly folder?: string | undefined
  /** Default: true. */
  readonly isLive?: boolean | undefined
  /** How often the page asks if it changed. Default: it listens for events. */
  readonly pollMs?: number | undefined
}

/** Stands for the phase that parts in no phase are in. */
const looseId = 'spec-root/loose'

/** Returns what the page of a spec shows: the file, with what runs now laid over it. */
export function toSpecView(
  file: Spec,
  running: RunningView,
  proofs: ProofViews,
  context: PageContext = {},
): SpecView {
  const { may, base = '', folder, isLive = true, pollMs } = context
  const reader = createSpecReader(file, running)
  const { spec } = reader
  const metadata = spec.metadata ?? {}
  const sources = { reader, running, proofs, targeted: findTargeted(reader) }
  const { current_phase: current } = spec
  return {
    id: spec.spec_id,
    title: spec.title ?? textIn(metadata, 'title') ?? reader.link(rootId).title,
    folder,
    state: reader.stateOf(rootId),
    mission: textIn(metadata, 'mission'),
    description: textIn(metadata, 'description'),
    updated: spec.last_updated,
    currentPhase: typeof current === 'string' ? reader.link(current) : undefined,
    ...progressOf(reader),
    phases: toPhaseViews(sources),
    graph: toGraphView(reader),
    ...toJournalViews(reader),
    questions: toQuestions(reader, metadata),
    comments: commentsOfSpec(reader, metadata),
    unreached: Object.keys(spec.hierarchy).length - reader.parts.length,
    may,
    base,
    isLive,
    pollMs,
  }
}

/** Counts the leaves, planned and found apart. */
export function progressOf(reader: SpecReader): Pick<SpecView, 'planned' | 'found'> {
  const leaves = leavesOf(reader.parts)
  const [found, planned] = [true, false].map((isFound) =>
    countLeaves(
      leaves.filter(({ id }) => reader.isFound(id) === isFound),
      reader,
    ),
  )
  return { planned: planned ?? countProgress([]), found: found ?? countProgress([]) }
}

/** The parts that are counted, which are those of the roll-up. */
const leavesOf = (parts: readonly SpecPart[]): readonly SpecPart[] =>
  parts.filter(({ node }) => !isContainer(node) && node.children.length === 0)

const countLeaves = (leaves: readonly SpecPart[], reader: SpecReader): Progress =>
  countProgress(leaves.map((leaf) => stateOfLeaf(leaf, reader)))

/** A check that was not begun is as far as its task: in progress, blocked or failed with it. */
function stateOfLeaf({ id, node }: SpecPart, reader: SpecReader): TaskState {
  const state = reader.stateOf(id)
  if (state !== 'pending' || node.type !== 'verify' || node.parent === null) return state
  const parent = reader.spec.hierarchy[node.parent]
  if (parent === undefined || isContainer(parent)) return state
  const inherited = reader.stateOf(node.parent)
  return isSettled(inherited) ? state : inherited
}

function toPhaseViews(sources: TaskSources): readonly PhaseView[] {
  const { reader } = sources
  const top = reader.childrenOf(rootId)
  const phases = top.filter(({ node }) => isContainer(node))
  const views = phases.map((part) => toPhaseView(part, sources))
  const loose = toLooseView(sources)
  return loose === undefined ? views : [...views, loose]
}

function toPhaseView({ id, node }: SpecPart, sources: TaskSources): PhaseView {
  const { reader } = sources
  return {
    id,
    title: node.title,
    state: reader.stateOf(id),
    isCurrent: reader.spec.current_phase === id,
    description: textIn(node.metadata, 'description', 'purpose'),
    progress: countLeaves(leavesOf(reader.under(id)), reader),
    waitsFor: toLinks(reader, node.dependencies, 'blocked_by'),
    tasks: toTaskViews(id, sources),
    checks: toCheckViews(id, sources),
  }
}

/** Tasks and checks that are in no phase, as if they were in one. */
function toLooseView(sources: TaskSources): PhaseView | undefined {
  const { reader } = sources
  const parts = reader.childrenOf(rootId).filter(({ node }) => !isContainer(node))
  if (parts.length === 0) return undefined
  const ids = new Set(parts.map(({ id }) => id))
  const hasPhases = ids.size < reader.childrenOf(rootId).length
  const under = parts.flatMap((part) => [part, ...reader.under(part.id)])
  const progress = countLeaves(leavesOf(under), reader)
  const isDone = progress.completed + progress.cancelled === progress.total
  return {
    id: looseId,
    title: hasPhases ? 'In no phase' : 'Tasks',
    state: isDone ? 'completed' : 'pending',
    isCurrent: false,
    progress,
    waitsFor: [],
    tasks: parts.filter(isTask).map((part) => toTaskView(part, sources)),
    checks: toCheckViews(rootId, sources).filter(({ id }) => ids.has(id)),
  }
}

/** Comments on the spec itself may be beside its other metadata, or at its root. */
const commentsOfSpec = (reader: SpecReader, metadata: Metadata) => [
  ...commentsIn(metadata),
  ...commentsIn(reader.parts[0]?.node.metadata ?? {}),
]

function toQuestions(reader: SpecReader, metadata: Metadata): readonly QuestionView[] {
  const asked = [{ id: undefined, metadata }, ...reader.parts.map(toAsked)].flatMap((part) =>
    commentsIn(part.metadata)
      .filter(({ isQuestion, answer }) => isQuestion && answer === undefined)
      .map(({ id, text, author }) => ({
        id,
        text,
        author,
        about: part.id === undefined ? undefined : reader.link(part.id),
        isComment: true,
      })),
  )
  return [...openQuestionsIn(metadata), ...asked]
}

const toAsked = ({ id, node }: SpecPart) => ({
  id: id === rootId ? undefined : id,
  metadata: node.metadata,
})

/** The plan's own questions are texts, or objects with one; those with an answer are closed. */
function openQuestionsIn({ open_questions: all }: Metadata): readonly QuestionView[] {
  if (!Array.isArray(all)) return []
  return all.flatMap((one: unknown, at) => {
    const id = `open_questions/${at}`
    if (typeof one === 'string') return { id, text: one, isComment: false }
    if (!isRecord(one)) return []
    const text = textIn(one, 'question', 'text', 'description')
    const isAnswered = textIn(one, 'answer', 'resolution') !== undefined
    return text === undefined || isAnswered
      ? []
      : { id: textIn(one, 'id') ?? id, text, isComment: false }
  })
}

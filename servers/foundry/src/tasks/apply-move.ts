import { FoundryError } from '../errors/foundry-error.ts'
import { checksOf } from '../proof/checks/checks-of.ts'
import { nodeOf } from '../spec/node-of.ts'
import type { JournalEntry, Spec, SpecNode } from '../spec/spec.ts'
import { subtreeOf } from '../spec/subtree-of.ts'
import { withJournal } from '../spec/with-journal.ts'
import { withMetadata, withNode } from '../spec/with-node.ts'
import { type Move, moves, movesFrom } from '../state/moves.ts'
import { isSettled, stateOf, withState } from '../state/state-of.ts'
import type { TaskState } from '../state/task-state.ts'
import type { Plan } from '../store/plan-store.ts'
import type { Running } from '../store/running.ts'
import { withTask, withoutTask } from './claim-task.ts'
import { metadataAfter } from './metadata-after.ts'
import { stateNow } from './state-now.ts'

/** Who makes a move, when and why. */
export interface Act {
  readonly who: string
  readonly now: Date
  /** The id of the line that the journal gets. */
  readonly entryId: string
  readonly reason: string
  /** How long whoever has the task keeps it from now on. */
  readonly leaseMs: number
  /** What else the node remembers of it. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** What a move makes of a plan. */
export interface Moved {
  readonly spec: Spec
  readonly running: Running
  readonly from: TaskState
  readonly to: TaskState
}

/** Returns the state that a move leads to; throws CONFLICT if the table does not have it. */
export function stateAfter(plan: Plan, id: string, move: Move): TaskState {
  const { state } = stateNow(plan, id)
  const to = moves[state][move]
  if (to === undefined) throw impossibleMove(id, state, move)
  return to
}

/**
 * Moves a task to another state. States that are going on are kept beside the file, all others in
 * it, with a line in the journal.
 */
export function applyMove(plan: Plan, id: string, move: Move, act: Act): Moved {
  const from = stateNow(plan, id).state
  const to = stateAfter(plan, id, move)
  if (to === 'in_progress' || to === 'in_review') return { ...goOn(plan, id, to, act), from, to }
  const started_at = plan.running.tasks[id]?.started_at
  let { spec, running } = plan
  for (const part of partsOf(spec, id, move)) {
    spec = withNode(spec, part, (node) => settleNode(node, move, to, act))
    running = withoutTask(running, part)
  }
  if (started_at !== undefined) {
    spec = withNode(spec, id, (node) => withMetadata(node, { started_at }))
  }
  const entry = toEntry(plan.spec, id, { from, to, move }, act)
  return { spec: withJournal(spec, entry), running, from, to }
}

/** Whoever drops a task drops what is open in it, and its checks; all else moves alone. */
function partsOf(spec: Spec, id: string, move: Move): readonly string[] {
  if (move !== 'cancel') return [id]
  const below = subtreeOf(spec, id)
  const checks = below.flatMap((part) => checksOf(spec, part).map((check) => check.id))
  const others = [...new Set([...below, ...checks])].filter((part) => {
    const node = spec.hierarchy[part]
    return part !== id && node !== undefined && !isSettled(stateOf(node))
  })
  return [id, ...others]
}

function goOn({ spec, running }: Plan, id: string, to: 'in_progress' | 'in_review', act: Act) {
  const held = running.tasks[id]
  if (held === undefined) return { spec, running }
  // Nobody takes away what waits for a review.
  const end = new Date(act.now.getTime() + act.leaseMs).toISOString()
  const expires_at = to === 'in_review' ? undefined : end
  return {
    spec,
    running: withTask(running, id, { ...held, state: to, expires_at, note: act.reason }),
  }
}

function settleNode(node: SpecNode, move: Move, to: TaskState, act: Act): SpecNode {
  const remembered = { ...metadataAfter(node, move, act), ...act.metadata }
  return withState(withMetadata(node, remembered), to)
}

interface Step {
  readonly from: TaskState
  readonly to: TaskState
  readonly move: Move
}

function toEntry(spec: Spec, id: string, { from, to, move }: Step, act: Act): JournalEntry {
  const { title } = nodeOf(spec, id)
  return {
    timestamp: act.now.toISOString(),
    entry_type: move === 'block' ? 'blocker' : 'status_change',
    title: `${title}: ${from} → ${to}`,
    content: act.reason,
    author: act.who,
    task_id: id,
    metadata: { id: act.entryId, move, from, to },
  }
}

const impossibleMove = (id: string, state: TaskState, move: Move) =>
  new FoundryError('CONFLICT', `Task '${id}' is ${state}; '${move}' is not possible now.`, {
    path: 'task_id',
    hint: `From ${state} it can: ${movesFrom(state).join(', ')}.`,
    details: { state, move, possible_moves: movesFrom(state) },
  })

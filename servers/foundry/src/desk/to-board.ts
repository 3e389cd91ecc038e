import { nodeOf } from '../spec/node-of.ts'
import type { TaskState } from '../state/task-state.ts'
import type { Plan } from '../store/plan-store.ts'
import { countPlan } from '../tasks/count-plan.ts'
import type { PlanIndex } from '../tasks/create-plan-indexes.ts'
import { isWork } from '../tasks/is-check.ts'
import { type TaskRow, toTaskRow } from '../tasks/to-task-row.ts'

/** How a board is drawn. */
export interface BoardOptions {
  /** The columns of the terminal. */
  readonly width: number
  /** True to show also what is done. */
  readonly all: boolean
}

const marks: Readonly<Record<TaskState, string>> = {
  pending: '○',
  in_progress: '◐',
  in_review: '◑',
  completed: '●',
  blocked: '✕',
  failed: '✕',
  deferred: '…',
  cancelled: '–',
}

/** Draws a plan for a terminal: each phase with its tasks, who has them, and why they wait. */
export function toBoard(plan: Plan, index: PlanIndex, options: BoardOptions): string {
  const { spec, spec_id, stage } = plan
  const { planned, found, in_progress, blocked } = countPlan(plan)
  const more = found === undefined ? '' : `, found on the way ${found}`
  const counts = `${planned} done${more}, ${in_progress} in work, ${blocked} blocked`
  const lines = [`${spec.title ?? spec_id} (${spec_id}, ${stage})`, counts, '']
  for (const id of index.order) {
    const node = nodeOf(spec, id)
    if (node.type === 'phase') {
      lines.push(toPhaseLine(node.title, `${node.completed_tasks}/${node.total_tasks}`, options))
    } else if (isWork(spec, node)) {
      const row = toTaskRow(plan, id)
      if (options.all || !isDone(row)) lines.push(...toTaskLines(row, options))
    }
  }
  return `${lines.map((line) => cut(line, options.width)).join('\n')}\n`
}

const isDone = ({ state }: TaskRow): boolean => state === 'completed' || state === 'cancelled'

function toPhaseLine(title: string, done: string, { width }: BoardOptions): string {
  const room = Math.max(0, Math.min(width, 100) - title.length - done.length - 2)
  return `${title} ${'─'.repeat(room)} ${done}`
}

function toTaskLines(row: TaskRow, { width }: BoardOptions): readonly string[] {
  const held = row.holder === undefined ? '' : `  @${row.holder}`
  const line = `  ${marks[row.state]} ${row.task_id}  ${row.title}${held}`
  const why = whyNot(row)
  return why === undefined ? [line] : [line, cut(`      ${why}`, width)]
}

function whyNot({ reason, blocked_by: waits, state }: TaskRow): string | undefined {
  if (reason !== undefined) return `${state}: ${reason}`
  return waits === undefined ? undefined : `waits for ${waits.join(', ')}`
}

const cut = (line: string, width: number): string =>
  line.length > width ? `${line.slice(0, Math.max(0, width - 1))}…` : line

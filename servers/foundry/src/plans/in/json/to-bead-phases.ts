import type { ForeignPhase, ForeignTask, Remark } from '../../foreign-plan.ts'
import { toForeignPhase } from '../../to-foreign-task.ts'
import { parentsOf } from '../text/parents-of.ts'
import type { BeadTask } from './to-bead-task.ts'

/** Returns issues in phases: an epic that has children and no parent is one. */
export function toBeadPhases(
  beads: readonly BeadTask[],
  remarks: Remark[],
): readonly ForeignPhase[] {
  const placed = beads.map(({ task, parent }) => ({ ...task, id: task.foreignId, parent }))
  const parents = parentsOf(placed, remarks)
  const children = new Map<string | undefined, BeadTask[]>()
  for (const bead of beads) {
    const parent = parents.get(bead.task.foreignId)
    children.set(parent, [...(children.get(parent) ?? []), bead])
  }
  const under = (bead: BeadTask): ForeignTask => ({
    ...bead.task,
    children: inOrder(children.get(bead.task.foreignId) ?? []).map(under),
  })
  const tops = children.get(undefined) ?? []
  const isPhase = ({ isEpic, task }: BeadTask) => isEpic && children.has(task.foreignId)
  const phases = tops.filter(isPhase).map((bead) => toPhase(under(bead), remarks))
  const others = tops.filter((bead) => !isPhase(bead)).map(under)
  if (others.length === 0) return phases
  const title = phases.length === 0 ? 'Issues' : 'Other issues'
  return [...phases, toForeignPhase({ foreignId: 'phase:issues', title, tasks: others })]
}

const lastNumber = ({ task }: BeadTask) => Number(/\.(\d+)$/.exec(task.foreignId)?.[1])

/** The file has no order of its own; numbers at the ends of ids do. */
function inOrder(beads: readonly BeadTask[]): readonly BeadTask[] {
  const hasNumbers = beads.every((bead) => Number.isInteger(lastNumber(bead)))
  return hasNumbers ? beads.toSorted((a, b) => lastNumber(a) - lastNumber(b)) : beads
}

/** The state of a phase follows from its tasks; a phase that says another is named. */
function toPhase(epic: ForeignTask, remarks: Remark[]): ForeignPhase {
  const isDone = (task: ForeignTask) => task.state === 'completed' || task.state === 'cancelled'
  const { path, line } = epic
  if (isDone(epic) && !epic.children.every(isDone)) {
    const message = `The epic "${epic.foreignId}" is closed, and some of its issues are open.`
    remarks.push({ path: path ?? '', line, message, action: 'The phase is open.' })
  }
  const { notes, criteria, labels, priority, details, rest } = epic
  const kept = { ...rest, notes, criteria, labels, priority, details, state: epic.state }
  const filled = Object.entries(kept).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return toForeignPhase({
    foreignId: epic.foreignId,
    title: epic.title,
    description: epic.description,
    dependencies: epic.dependencies,
    tasks: epic.children,
    rest: Object.fromEntries(filled),
    path,
    line,
  })
}

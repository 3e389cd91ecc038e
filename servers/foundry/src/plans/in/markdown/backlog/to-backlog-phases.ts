import type { ForeignPhase, ForeignTask, Remark } from '../../../foreign-plan.ts'
import { toForeignPhase } from '../../../to-foreign-task.ts'
import { parentsOf } from '../../text/parents-of.ts'
import type { BacklogTask } from './to-backlog-task.ts'

const plain = (id: string) => id.toLowerCase()

/** Returns tasks in phases by their milestones, subtasks under their parents. */
export function toBacklogPhases(
  tasks: readonly BacklogTask[],
  milestones: ReadonlyMap<string, string>,
  remarks: Remark[],
): readonly ForeignPhase[] {
  const ordered = tasks.toSorted(byPlace)
  const placed = ordered.map(({ task, parent }) => ({
    ...task,
    id: plain(task.foreignId),
    parent: parent?.toLowerCase(),
  }))
  const parents = parentsOf(placed, remarks)
  const children = new Map<string, BacklogTask[]>()
  const tops: BacklogTask[] = []
  for (const one of ordered) {
    const parent = parents.get(plain(one.task.foreignId))
    if (parent === undefined) tops.push(one)
    else children.set(parent, [...(children.get(parent) ?? []), one])
  }
  const nest = ({ task }: BacklogTask): ForeignTask => {
    const below = children.get(plain(task.foreignId)) ?? []
    // A second file with the same id does not have the children again.
    children.delete(plain(task.foreignId))
    return { ...task, children: below.map(nest) }
  }
  const groups = new Map<string | undefined, ForeignTask[]>()
  for (const one of tops) {
    groups.set(one.milestone, [...(groups.get(one.milestone) ?? []), nest(one)])
  }
  return [...groups].map(([milestone, members]) =>
    toForeignPhase({
      foreignId: milestone === undefined ? 'phase:tasks' : `milestone:${milestone}`,
      title: titleOf(milestone, milestones),
      tasks: members,
    }),
  )
}

const titleOf = (milestone: string | undefined, titles: ReadonlyMap<string, string>) =>
  milestone === undefined ? 'Tasks' : (titles.get(plain(milestone)) ?? milestone)

/** By the ordinal, then by the numbers of the id. */
function byPlace(a: BacklogTask, b: BacklogTask): number {
  if (a.ordinal !== b.ordinal) return a.ordinal < b.ordinal ? -1 : 1
  return a.task.foreignId.localeCompare(b.task.foreignId, 'en', { numeric: true })
}

import type { ForeignPhase, ForeignPlan, ForeignTask } from '../foreign-plan.ts'

/** A task with all that are under it, itself first. */
export const withChildren = (task: ForeignTask): readonly ForeignTask[] => [
  task,
  ...task.children.flatMap(withChildren),
]

/** All tasks of a plan, in their order. */
export const tasksOf = ({ phases }: Pick<ForeignPlan, 'phases'>): readonly ForeignTask[] =>
  phases.flatMap(({ tasks }) => tasks.flatMap(withChildren))

/** Returns a plan with every task changed; children first. */
export function mapTasks(
  phases: readonly ForeignPhase[],
  change: (task: ForeignTask) => ForeignTask,
): readonly ForeignPhase[] {
  const mapTask = (task: ForeignTask): ForeignTask =>
    change({ ...task, children: task.children.map(mapTask) })
  return phases.map((phase) => ({ ...phase, tasks: phase.tasks.map(mapTask) }))
}

import type { ForeignTask } from '../../../foreign-plan.ts'

/** Puts `2.1` under `2` where both are in one list, however they are indented. */
export function nestByNumber(tasks: readonly ForeignTask[]): readonly ForeignTask[] {
  const byId = new Map(tasks.map((task) => [task.foreignId, task]))
  const children = new Map<string, ForeignTask[]>()
  const tops: ForeignTask[] = []
  for (const task of tasks) {
    const parent = /^(\d+(?:\.\d+)*)\.\d+$/.exec(task.foreignId)?.[1]
    if (parent === undefined || !byId.has(parent)) tops.push(task)
    else children.set(parent, [...(children.get(parent) ?? []), task])
  }
  const nest = (task: ForeignTask): ForeignTask => {
    const below = children.get(task.foreignId) ?? []
    children.delete(task.foreignId)
    if (below.length === 0) return task
    return { ...task, children: [...task.children, ...below.map(nest)] }
  }
  return tops.map(nest)
}

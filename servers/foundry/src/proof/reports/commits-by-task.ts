import type { Commit } from '../git/git.ts'
import { namesTask } from '../git/names-task.ts'
import { type PlannedTask, pathsOfTasks } from './tasks-of.ts'

/**
 * Returns the commits of each task: those whose message names it, and those that touch its files
 * after it was started. A task that does not say when it was started began with the plan.
 */
export function commitsByTask(
  tasks: readonly PlannedTask[],
  commits: readonly Commit[],
  generated: string,
): ReadonlyMap<string, readonly string[]> {
  const starts = new Map(tasks.map((task) => [task.id, startOf(task, generated)]))
  const found = new Map<string, Set<string>>(tasks.map(({ id }) => [id, new Set<string>()]))
  const names = createNameIndex(tasks)
  const paths = pathsOfTasks(tasks)
  for (const { hash, at, message, files } of commits) {
    for (const id of names(message)) found.get(id)?.add(hash)
    const touched = new Set(files.flatMap((path) => paths.ownersOf(path)))
    for (const id of touched) {
      if (Date.parse(at) >= (starts.get(id) ?? 0)) found.get(id)?.add(hash)
    }
  }
  return new Map([...found].map(([id, hashes]) => [id, [...hashes]]))
}

/** Git keeps whole seconds, so a start is taken as the second that it is in. */
function startOf({ node }: PlannedTask, generated: string): number {
  const { started_at: started } = node.metadata
  const at = Date.parse(typeof started === 'string' ? started : generated)
  return Number.isNaN(at) ? 0 : Math.floor(at / 1000) * 1000
}

/** Finds the ids in a message by its words; ids that are not words are looked for one by one. */
function createNameIndex(tasks: readonly PlannedTask[]) {
  const ids = new Set(tasks.map(({ id }) => id))
  const strange = [...ids].filter((id) => !/^[\w-]+$/.test(id))
  return (message: string): ReadonlySet<string> => {
    const words = (message.match(/[\w-]+/g) ?? []).map((word) => word.replace(/-+$/, ''))
    const named = words.filter((word) => ids.has(word))
    return new Set([...named, ...strange.filter((id) => namesTask(message, id))])
  }
}

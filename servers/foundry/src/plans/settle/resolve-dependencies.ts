import type { ForeignPlan, ForeignTask, Remark } from '../foreign-plan.ts'
import { mapTasks, tasksOf, withChildren } from './tasks-of.ts'

const plain = (name: string) => name.trim().toLowerCase()

/** Every name that a dependency may use, and whose it is. The first owner of a name keeps it. */
function namesOf(plan: ForeignPlan): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const add = (name: string, id: string) => {
    if (!names.has(name)) names.set(name, id)
  }
  const all = [...plan.phases, ...tasksOf(plan)]
  for (const { foreignId } of all) add(foreignId, foreignId)
  for (const { foreignId } of all) add(plain(foreignId), foreignId)
  const tops = plan.phases.flatMap(({ tasks }) => tasks)
  // "Task 1" is the first task, and not the first step of one.
  for (const tasks of [tops, tasksOf(plan)]) {
    for (const [alias, id] of aliasesOf(tasks)) add(alias, id)
  }
  return names
}

/** The aliases that only one of the tasks has. */
function aliasesOf(tasks: readonly ForeignTask[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const { foreignId, aliases } of tasks) {
    for (const alias of aliases.map(plain)) {
      if (owners.has(alias) && owners.get(alias) !== foreignId) ambiguous.add(alias)
      owners.set(alias, foreignId)
    }
  }
  for (const alias of ambiguous) owners.delete(alias)
  return owners
}

/** Returns a plan whose dependencies are ids of tasks and phases of the plan. */
export function resolveDependencies(plan: ForeignPlan, remarks: Remark[]): ForeignPlan {
  const names = namesOf(plan)
  const resolver = {
    find: (name: string) => names.get(name) ?? names.get(plain(name)),
    remark: (of: Owner, message: string, action: string) => {
      remarks.push({ path: of.path ?? plan.path, line: of.line, message, action })
    },
  }
  const phases = mapTasks(plan.phases, (task) => resolveTask(task, resolver)).map((phase) => ({
    ...phase,
    dependencies: resolveAll(phase, resolver),
  }))
  return { ...plan, phases }
}

interface Owner {
  readonly foreignId: string
  readonly dependencies: readonly string[]
  readonly path?: string | undefined
  readonly line?: number | undefined
}

interface Resolver {
  readonly find: (name: string) => string | undefined
  readonly remark: (of: Owner, message: string, action: string) => void
}

function resolveTask(task: ForeignTask, resolver: Resolver): ForeignTask {
  const below = new Set(withChildren(task).map(({ foreignId }) => foreignId))
  below.delete(task.foreignId)
  const dependencies = resolveAll(task, resolver).filter((id) => {
    if (!below.has(id)) return true
    const message = `"${task.foreignId}" depends on "${id}", which is under it.`
    resolver.remark(task, message, 'The link is left out: a task waits for its parts anyway.')
    return false
  })
  if (task.discoveredFrom === undefined) return { ...task, dependencies }
  const from = resolver.find(task.discoveredFrom)
  if (from !== undefined) return { ...task, dependencies, discoveredFrom: from }
  const message = `"${task.foreignId}" was found while working on "${task.discoveredFrom}".`
  resolver.remark(task, message, 'That is not in the plan; the id is kept in metadata.external.')
  const rest = { ...task.rest, discovered_from: task.discoveredFrom }
  return { ...task, dependencies, discoveredFrom: undefined, rest }
}

function resolveAll(owner: Owner, { find, remark }: Resolver): readonly string[] {
  const resolved = new Set<string>()
  for (const name of owner.dependencies) {
    const id = find(name)
    const link = `"${owner.foreignId}" depends on "${name}"`
    if (id === undefined) remark(owner, `${link}, which is not in the plan.`, 'Link left out.')
    else if (id === owner.foreignId) remark(owner, `${link}, which is itself.`, 'Link left out.')
    else resolved.add(id)
  }
  return [...resolved]
}

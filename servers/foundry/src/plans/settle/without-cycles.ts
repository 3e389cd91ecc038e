import type { ForeignPlan, ForeignTask, Remark } from '../foreign-plan.ts'
import { mapTasks, tasksOf } from './tasks-of.ts'

/** One node waits for another. */
interface Edge {
  readonly to: string
  /** The dependency that says so; undefined if it follows from what is in what. */
  readonly link?: Link | undefined
}

/** Who depends on whom. */
type Link = readonly [from: string, to: string]

type Graph = ReadonlyMap<string, readonly Edge[]>

const linkOf = (from: string, to: string) => JSON.stringify([from, to])
const gateMark = '\0'
const gateOf = (phase: string) => `${gateMark}${phase}`

/** Returns a plan in which nothing waits for itself, however far the way round is. */
export function withoutCycles(plan: ForeignPlan, remarks: Remark[]): ForeignPlan {
  const owners = new Map(tasksOf(plan).map((task) => [task.foreignId, task]))
  const dropped = new Set<string>()
  const drop = ({ ids, link: [from, to] }: Cycle) => {
    dropped.add(linkOf(from, to))
    remarks.push({
      path: owners.get(from)?.path ?? plan.path,
      line: owners.get(from)?.line,
      message: `Tasks wait for each other: ${shortened(ids).join(' → ')}.`,
      action: `"${from}" no longer depends on "${to}".`,
    })
  }
  const graph = toGraph(plan)
  const done = new Set<string>()
  for (const start of graph.keys()) follow(start, { graph, done, drop })
  if (dropped.size === 0) return plan
  const keep = (from: string) => (to: string) => !dropped.has(linkOf(from, to))
  const phases = mapTasks(plan.phases, (task) => ({
    ...task,
    dependencies: task.dependencies.filter(keep(task.foreignId)),
  }))
  return {
    ...plan,
    phases: phases.map((phase) => ({
      ...phase,
      dependencies: phase.dependencies.filter(keep(phase.foreignId)),
    })),
  }
}

/** A long cycle is told by its ends. */
const shortened = (ids: readonly string[]) =>
  ids.length > 20 ? [...ids.slice(0, 10), '…', ...ids.slice(-9)] : ids

/** A task waits for its parts and for what its phase waits for; a phase waits for its tasks. */
function toGraph(plan: ForeignPlan): Graph {
  const graph = new Map<string, Edge[]>()
  const links = (from: string, ids: readonly string[]): readonly Edge[] =>
    ids.map((to) => ({ to, link: [from, to] }))
  const addTask = (task: ForeignTask, gate: string) => {
    const parts = task.children.map(({ foreignId }) => ({ to: foreignId }))
    const waits = links(task.foreignId, task.dependencies)
    graph.set(task.foreignId, [...waits, ...parts, { to: gate }])
    for (const child of task.children) addTask(child, gate)
  }
  for (const { foreignId, dependencies, tasks } of plan.phases) {
    const gate = gateOf(foreignId)
    graph.set(gate, [...links(foreignId, dependencies)])
    const parts = tasks.map((task) => ({ to: task.foreignId }))
    graph.set(foreignId, [...parts, { to: gate }])
    for (const task of tasks) addTask(task, gate)
  }
  return graph
}

interface Step {
  readonly id: string
  readonly edges: readonly Edge[]
  next: number
}

interface Cycle {
  readonly ids: readonly string[]
  /** The dependency that is met last. */
  readonly link: Link
}

interface Walk {
  readonly graph: Graph
  /** From these no cycle is reached. */
  readonly done: Set<string>
  readonly drop: (cycle: Cycle) => void
}

/**
 * Depth first without recursion, because chains of dependencies may be long. At a cycle the walk
 * goes back to where the dropped dependency begins, and on from there.
 */
function follow(start: string, { graph, done, drop }: Walk): void {
  const path: Step[] = []
  const onPath = new Map<string, number>()
  const enter = (id: string) => {
    onPath.set(id, path.length)
    path.push({ id, edges: graph.get(id) ?? [], next: 0 })
  }
  const leave = (length: number) => {
    for (const { id } of path.splice(length)) onPath.delete(id)
  }
  if (!done.has(start)) enter(start)
  for (let step = path.at(-1); step; step = path.at(-1)) {
    const edge = step.edges[step.next]
    step.next += 1
    const at = edge && onPath.get(edge.to)
    if (edge === undefined) {
      done.add(step.id)
      leave(path.length - 1)
    } else if (at !== undefined) {
      const { cycle, owner } = toCycle(path, at)
      if (cycle) drop(cycle)
      leave(owner + 1)
    } else if (!done.has(edge.to)) {
      enter(edge.to)
    }
  }
}

/** The cycle that the end of a path closes, and which step of the path has the dropped link. */
function toCycle(path: readonly Step[], from: number): { cycle?: Cycle; owner: number } {
  const taken = ({ edges, next }: Step) => edges[next - 1]?.link
  const owner = path.findLastIndex((step, index) => index >= from && taken(step) !== undefined)
  const step = path[owner]
  const link = step && taken(step)
  if (link === undefined) return { owner: path.length - 1 }
  const ids = path.slice(from).flatMap(({ id }) => (id.startsWith(gateMark) ? [] : [id]))
  return { cycle: { link, ids: [...ids, ids[0] ?? ''] }, owner }
}

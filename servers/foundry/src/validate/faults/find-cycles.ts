/** A node on the way, and which of its edges is followed next. */
interface Step {
  readonly id: string
  readonly next: readonly string[]
  at: number
}

/**
 * Returns circles of a graph, each as the ids on it. Circles that share a node are told once, so
 * that a knot of edges is one finding. Every edge is followed once, without recursion.
 */
export function findCycles(
  ids: Iterable<string>,
  nextOf: (id: string) => readonly string[],
): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = []
  const told = new Set<string>()
  const done = new Set<string>()
  const trail: Step[] = []
  const placeOnTrail = new Map<string, number>()

  const enter = (id: string) => {
    placeOnTrail.set(id, trail.length)
    trail.push({ id, next: nextOf(id), at: 0 })
  }

  const leave = ({ id }: Step) => {
    trail.pop()
    placeOnTrail.delete(id)
    done.add(id)
  }

  const closeCycle = (from: number, last: string) => {
    const first = trail[from]?.id
    if (first === undefined || told.has(first) || told.has(last)) return
    const cycle = trail.slice(from).map(({ id }) => id)
    if (cycle.some((id) => told.has(id))) return
    for (const id of cycle) told.add(id)
    cycles.push(cycle)
  }

  for (const start of ids) {
    if (!done.has(start)) enter(start)
    for (let step = trail.at(-1); step !== undefined; step = trail.at(-1)) {
      const id = step.next[step.at++]
      if (id === undefined) {
        leave(step)
        continue
      }
      const from = placeOnTrail.get(id)
      if (from !== undefined) closeCycle(from, step.id)
      else if (!done.has(id)) enter(id)
    }
  }
  return cycles
}

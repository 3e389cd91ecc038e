import { isContainer } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { SpecReader } from './create-spec-reader.ts'
import { reduceEdges } from './reduce-edges.ts'
import type { GraphEdge, GraphView } from './spec-view.ts'

/** More parts than this are not legible in one picture. */
const mostNodes = 150

/** More arrows than this are not legible either, and take long to place. */
const mostDrawn = 250

/** With more arrows than this, nobody looks for those that say nothing new. */
const mostEdges = 3000

/** Returns which task waits for which; if there are too many, which phase waits for which. */
export function toGraphView(reader: SpecReader): GraphView {
  const tasks = reader.parts.filter(({ node }) => !isContainer(node) && node.type !== 'verify')
  const phases = reader.childrenOf(rootId).map(({ id }) => id)
  const ids = tasks.map(({ id }) => id)
  const byTask = toGraph(reader, 'tasks', ids, (id) => id)
  if (byTask.nodes.length === 0 || byTask.drawn !== undefined) return byTask
  const phaseOf = findPhases(reader, phases)
  return toGraph(reader, 'phases', phases, (id) => phaseOf.get(id))
}

function toGraph(
  reader: SpecReader,
  level: GraphView['level'],
  ids: readonly string[],
  nodeOf: (id: string) => string | undefined,
): GraphView {
  const drawable = new Set(ids)
  const edges = edgesIn(reader, nodeOf).filter(
    ({ from, to }) => from !== to && drawable.has(from) && drawable.has(to),
  )
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]))
  const nodes = ids.filter((id) => joined.has(id)).map((id) => reader.link(id))
  const drawn = nodes.length <= mostNodes ? findDrawn(edges) : undefined
  return { level, nodes, edges, drawn, alone: ids.length - nodes.length }
}

function findDrawn(edges: readonly GraphEdge[]): readonly GraphEdge[] | undefined {
  if (edges.length > mostEdges) return undefined
  const reduced = reduceEdges(edges)
  return reduced.length <= mostDrawn ? reduced : undefined
}

/** Each pair of parts once; what must come first is drawn, not what should. */
function edgesIn(
  reader: SpecReader,
  nodeOf: (id: string) => string | undefined,
): readonly GraphEdge[] {
  const edges = new Map<string, GraphEdge>()
  function add(first: string, then: string, isSoft: boolean): void {
    const [from, to] = [nodeOf(first), nodeOf(then)]
    if (from === undefined || to === undefined) return
    const key = JSON.stringify([from, to])
    if (edges.get(key)?.isSoft !== false) edges.set(key, { from, to, isSoft })
  }
  for (const { id, node } of reader.parts) {
    const { blocked_by: before = [], blocks: after = [], depends = [] } = node.dependencies ?? {}
    for (const other of before) add(other, id, false)
    for (const other of after) add(id, other, false)
    for (const other of depends) add(other, id, true)
  }
  return [...edges.values()]
}

/** The phase of every part. */
function findPhases(reader: SpecReader, phases: readonly string[]): ReadonlyMap<string, string> {
  const phaseOf = new Map<string, string>()
  for (const phase of phases) {
    phaseOf.set(phase, phase)
    for (const { id } of reader.under(phase)) phaseOf.set(id, phase)
  }
  return phaseOf
}

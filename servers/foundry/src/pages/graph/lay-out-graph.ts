import { Graph, layout } from '@dagrejs/dagre'
import type { GraphEdge, PartLink } from '../view/spec-view.ts'

/** A point of the picture. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A box, by its middle. */
export interface PlacedNode extends Point {
  readonly node: PartLink
}

/** A line through points, from the part that comes first. */
export interface PlacedEdge {
  readonly edge: GraphEdge
  readonly points: readonly Point[]
}

/** A picture of a graph. */
export interface PlacedGraph {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

/** The size of every box. */
export const boxSize = { width: 208, height: 66 }

/** So many boxes fit beside each other into the column of a page. */
const mostBeside = 4

/** Finds places for boxes and lines: downwards, or to the right if that is less wide. */
export function layOutGraph(nodes: readonly PartLink[], edges: readonly GraphEdge[]): PlacedGraph {
  const { depth, breadth } = measure(nodes, edges)
  const isBroad = breadth > mostBeside && depth < breadth
  return layOut(nodes, edges, isBroad ? 'LR' : 'TB')
}

/** How many steps there are, and how many boxes in the fullest of them. */
function measure(nodes: readonly PartLink[], edges: readonly GraphEdge[]) {
  const steps = new Map(nodes.map(({ id }) => [id, 0]))
  // Each round moves boxes behind what they wait for; a cycle would go on for ever.
  for (let round = 0; round < nodes.length; round++) {
    const moved = edges.filter(({ from, to }) => (steps.get(to) ?? 0) <= (steps.get(from) ?? 0))
    for (const { from, to } of moved) steps.set(to, (steps.get(from) ?? 0) + 1)
    if (moved.length === 0) break
  }
  const sizes = new Map<number, number>()
  for (const step of steps.values()) sizes.set(step, (sizes.get(step) ?? 0) + 1)
  return { depth: sizes.size, breadth: Math.max(0, ...sizes.values()) }
}

/** The layout works on numbers, so that no name of a caller becomes a key in it. */
function layOut(
  nodes: readonly PartLink[],
  edges: readonly GraphEdge[],
  rankdir: 'TB' | 'LR',
): PlacedGraph {
  const graph = new Graph({ directed: true })
  graph.setGraph({
    rankdir,
    nodesep: 24,
    ranksep: 44,
    edgesep: 16,
    marginx: 8,
    marginy: 8,
    ranker: 'tight-tree',
  })
  const numbers = new Map(nodes.map(({ id }, at) => [id, String(at)]))
  for (const number of numbers.values()) graph.setNode(number, { ...boxSize })
  const joined = edges.flatMap((edge) => {
    const [from, to] = [numbers.get(edge.from), numbers.get(edge.to)]
    return from === undefined || to === undefined ? [] : { edge, from, to }
  })
  for (const { from, to } of joined) graph.setEdge(from, to, {})
  layout(graph)
  // The cast names what a layout leaves at the graph, which the library types as unknown.
  const size = graph.graph() as { readonly width: number; readonly height: number }
  return {
    width: Math.ceil(size.width),
    height: Math.ceil(size.height),
    nodes: nodes.map((node) => {
      // The cast names what a layout leaves at a node.
      const { x, y } = graph.node(numbers.get(node.id) ?? '') as Point
      return { node, x, y }
    }),
    edges: joined.map(({ edge, from, to }) => {
      // The cast names what a layout leaves at an edge.
      const { points } = graph.edge(from, to) as { readonly points: readonly Point[] }
      return { edge, points }
    }),
  }
}

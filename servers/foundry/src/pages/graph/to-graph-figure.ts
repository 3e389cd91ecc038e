import { html, type Html, join, type Part } from '@toolaccord/pages'
import { stateLooks } from '../parts/state-badge.ts'
import { toPartLink } from '../parts/to-part-links.ts'
import type { GraphEdge, GraphView, PartLink } from '../view/spec-view.ts'
import { toAnchor } from '../view/to-paths.ts'
import {
  boxSize,
  layOutGraph,
  type PlacedEdge,
  type PlacedNode,
  type Point,
} from './lay-out-graph.ts'
import { wrapLabel } from './wrap-label.ts'

/** Letters that fit into a line of a box. */
const lineLetters = 25

/** Writes which part waits for which, as a picture with links and as text. */
export function toGraphFigure(graph: GraphView): Html {
  if (graph.nodes.length === 0)
    return html`<p class="empty">No ${nounOf(graph)} waits for another one.</p>`
  return html`${toIntroduction(graph)}
${graph.drawn && toPicture(graph.nodes, graph.drawn)}
${toText(graph)}`
}

const nounOf = ({ level }: GraphView): string => (level === 'tasks' ? 'task' : 'phase')

function toIntroduction({ level, drawn, alone }: GraphView): Html {
  if (drawn === undefined)
    return html`<p class="muted">There are too many dependencies for a picture.</p>`
  return html`<p class="muted">An arrow leads to what waits; a dashed one to what only should come later.
${level === 'phases' && 'There are too many tasks for a picture, so these are the phases.'}
${alone > 0 && `Not drawn, because they have no dependencies: ${alone}.`}</p>`
}

function toPicture(parts: readonly PartLink[], drawn: readonly GraphEdge[]): Html {
  const { width, height, nodes, edges } = layOutGraph(parts, drawn)
  return html`<a class="skip-graph" href="#graph-text">Skip the picture</a>
<div class="graph" role="region" aria-label="Picture of the dependencies" tabindex="0">
<svg role="group" aria-labelledby="picture-title picture-desc" width="${width}" height="${height}"
viewBox="0 0 ${width} ${height}">
<title id="picture-title">Dependencies</title>
<desc id="picture-desc"
>${nodes.length} boxes and ${edges.length} arrows; the list below says which waits for which.</desc>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"
orient="auto"><path d="M0 0.5 8 4 0 7.5z"/></marker></defs>
${edges.map(toLine)}${nodes.map(toBox)}
</svg></div>`
}

const toLine = ({ edge, points }: PlacedEdge): Html =>
  html`<path class="edge${edge.isSoft && ' soft'}" d="${toCurve(points)}" marker-end="url(#arrow)"/>`

/** A smooth line: it bends at every point and is straight halfway between two. */
function toCurve(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const bends = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] ?? point
    const isLast = at === rest.length - 2
    const end = isLast ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${toPair(point)} ${toPair(end)}`
  })
  if (bends.length > 0) return `M${toPair(first)}${bends.join('')}`
  return `M${toPair(first)}${rest.map((point) => `L${toPair(point)}`).join('')}`
}

const toPair = ({ x, y }: Point): string => `${Math.round(10 * x) / 10} ${Math.round(10 * y) / 10}`

/** The name of a link is what is seen of it; the whole title describes it. */
function toBox({ node, x, y }: PlacedNode): Html {
  const { tone, word } = stateLooks[node.state ?? 'pending']
  const left = Math.round(x - boxSize.width / 2)
  const top = Math.round(y - boxSize.height / 2)
  const lines = wrapLabel(node.title, lineLetters)
  const first = lines.length === 1 ? 45 : 38
  const texts = lines.map((line, at) => html`<text x="14" y="${first + 16 * at}">${line} </text>`)
  return html`
<a class="node ${tone}" data-key="box-${node.id}" href="#${toAnchor(node.id)}"
aria-label="${word} ${lines.join(' ')}" transform="translate(${left} ${top})"><title
>${node.title}</title>
<rect width="${boxSize.width}" height="${boxSize.height}" rx="10"/><text class="state" x="14" y="20"
>${word} </text>${texts}</a>`
}

/** Which part waits for which, in words; nothing is left out here. */
function toText({ nodes, edges }: GraphView): Html {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const before = new Map<string, PartLink[]>()
  for (const { from, to } of edges) {
    const first = byId.get(from) ?? { id: from, title: from }
    before.set(to, [...(before.get(to) ?? []), first])
  }
  const items = nodes.map((node) => toWaiting(node, before.get(node.id) ?? []))
  return html`<details id="graph-text" class="fold"><summary>The same as text</summary><ul
  class="plain">${items}</ul></details>`
}

const toWaiting = (node: PartLink, before: readonly PartLink[]): Part =>
  before.length > 0 &&
  html`<li data-key="waits-${toAnchor(node.id)}">${toPartLink(node)} <span class="muted"
  >comes after</span> ${join(before.map(toPartLink), ', ')}</li>`

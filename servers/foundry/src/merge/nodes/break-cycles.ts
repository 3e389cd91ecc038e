import type { SpecNode } from '../../spec/spec.ts'
import { compareText } from '../values/canonical.ts'
import { type NodeMerging, type Nodes, type ThreeNodes } from './node-of.ts'

/** One node that comes before another. */
interface Link {
  readonly from: string
  readonly to: string
}

/** What each node waits for. */
type Waits = Map<string, Set<string>>

/**
 * Two branches may each add a link, and together the links are a circle. Of those that only one
 * side added, the one that sorts last is dropped at both ends. A circle that was there before
 * stays.
 */
export function breakCycles(merged: Nodes, nodes: ThreeNodes, merging: NodeMerging): Nodes {
  const waits = waitsOf(merged)
  const dropped: Link[] = []
  for (let cycle = findCycle(waits); cycle !== undefined; cycle = findCycle(waits)) {
    const link = linkToDrop(cycle, nodes)
    if (link === undefined) {
      ignore(waits, cycle)
      continue
    }
    waits.get(link.to)?.delete(link.from)
    dropped.push(link)
    const member = 'dependencies.blocked_by'
    merging.report(link.to, { member, reason: 'circle', kept: null, other: link.from })
  }
  if (dropped.length === 0) return merged
  const opened = new Map(merged)
  for (const link of dropped) dropLink(opened, link)
  return opened
}

function waitsOf(nodes: Nodes): Waits {
  const waits: Waits = new Map([...nodes.keys()].map((id) => [id, new Set<string>()]))
  for (const [id, { dependencies }] of nodes) {
    for (const from of dependencies?.blocked_by ?? []) if (nodes.has(from)) waits.get(id)?.add(from)
    for (const to of dependencies?.blocks ?? []) waits.get(to)?.add(id)
  }
  return waits
}

/** Returns the links of one circle, the same on every machine. */
function findCycle(waits: Waits): readonly Link[] | undefined {
  const core = coreOf(waits)
  const [start] = [...core].toSorted(compareText)
  if (start === undefined) return undefined
  const path = new Map<string, Link>()
  let at: string = start
  while (!path.has(at)) {
    const from = firstBlocker(waits, core, at)
    path.set(at, { from, to: at })
    at = from
  }
  const links = [...path.values()]
  return links.slice(links.findIndex(({ to }) => to === at))
}

/** Each node of the core waits for one of the core. */
function firstBlocker(waits: Waits, core: ReadonlySet<string>, id: string): string {
  const blockers = [...(waits.get(id) ?? [])].filter((blocker) => core.has(blocker))
  return blockers.toSorted(compareText)[0] ?? id
}

/** The nodes that cannot be done in any order: what is left if all others are done. */
function coreOf(waits: Waits): ReadonlySet<string> {
  const waiting = new Map([...waits].map(([id, blockers]) => [id, blockers.size]))
  const followers = new Map<string, string[]>()
  for (const [id, blockers] of waits) {
    for (const blocker of blockers) {
      const known = followers.get(blocker)
      if (known === undefined) followers.set(blocker, [id])
      else known.push(id)
    }
  }
  const free = [...waiting].filter(([, count]) => count === 0).map(([id]) => id)
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    waiting.delete(id)
    for (const follower of followers.get(id) ?? []) {
      const count = (waiting.get(follower) ?? 0) - 1
      waiting.set(follower, count)
      if (count === 0) free.push(follower)
    }
  }
  return new Set(waiting.keys())
}

function linkToDrop(cycle: readonly Link[], nodes: ThreeNodes): Link | undefined {
  const added = cycle.filter((link) => {
    if (hasLink(nodes.base, link)) return false
    return hasLink(nodes.first, link) !== hasLink(nodes.second, link)
  })
  return added.toSorted(compareLinks).at(-1)
}

const compareLinks = (one: Link, another: Link): number =>
  compareText(one.from, another.from) || compareText(one.to, another.to)

function hasLink(nodes: Nodes, { from, to }: Link): boolean {
  const isWaiting = nodes.get(to)?.dependencies?.blocked_by?.includes(from) ?? false
  return isWaiting || (nodes.get(from)?.dependencies?.blocks?.includes(to) ?? false)
}

/** The circle is not of this merge: it is left for whoever checks the spec. */
function ignore(waits: Waits, cycle: readonly Link[]) {
  for (const { from, to } of cycle) waits.get(to)?.delete(from)
}

function dropLink(nodes: Map<string, SpecNode>, { from, to }: Link) {
  const before = nodes.get(from)
  if (before !== undefined) nodes.set(from, withoutId(before, 'blocks', to))
  const after = nodes.get(to)
  if (after !== undefined) nodes.set(to, withoutId(after, 'blocked_by', from))
}

function withoutId(node: SpecNode, kind: 'blocks' | 'blocked_by', id: string): SpecNode {
  const ids = node.dependencies?.[kind]?.filter((one) => one !== id) ?? []
  return { ...node, dependencies: { ...node.dependencies, [kind]: ids } }
}

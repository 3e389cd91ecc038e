import { isContainer } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { SpecNode } from '../../spec/spec.ts'
import { compareText, isSame } from '../values/canonical.ts'
import { mergeValue } from '../values/merge-value.ts'
import { type NodeMerging, type ThreeNodes, nodeOf } from './node-of.ts'

/** The nodes that stay, each with the id of the one that it is under. */
export type Parents = Map<string, string | null>

/**
 * Decides which nodes stay and where. A node that one side removed and the other changed stays, and
 * so does everything above a node that stays.
 */
export function placeNodes(nodes: ThreeNodes, merging: NodeMerging): Parents {
  const parents: Parents = new Map()
  for (const id of new Set([...nodes.first.keys(), ...nodes.second.keys()])) {
    if (isKept(nodes, id, merging)) parents.set(id, parentOf(nodes, id, merging))
  }
  for (const id of parents.keys()) keepParent(nodes, parents, id, merging)
  openCircles(nodes, parents, merging)
  return parents
}

function isKept(nodes: ThreeNodes, id: string, merging: NodeMerging): boolean {
  const { base, first, second } = nodeOf(nodes, id)
  if (base === undefined || (first !== undefined && second !== undefined)) return true
  const left = first ?? second
  if (left === undefined || !isChanged(base, left)) return false
  reportRemoval(id, merging)
  return true
}

const reportRemoval = (id: string, { report }: NodeMerging) =>
  report(id, { member: '', reason: 'removed_and_changed', kept: 'changed', other: 'removed' })

/** True if a side said something new of a node. What follows from other nodes is not new. */
function isChanged(base: SpecNode, node: SpecNode): boolean {
  return !isSame(toOwn(base), toOwn(node)) || hasNewDependency(base, node)
}

function toOwn(node: SpecNode) {
  const { children: _, dependencies: __, total_tasks: ___, completed_tasks: ____, ...own } = node
  return isContainer(node) ? { ...own, status: 'pending' } : own
}

function hasNewDependency(base: SpecNode, node: SpecNode): boolean {
  const known = new Set(linksOf(base))
  return linksOf(node).some((link) => !known.has(link))
}

const linksOf = ({ dependencies = {} }: SpecNode): readonly string[] =>
  Object.entries(dependencies).flatMap(([kind, ids]) =>
    Array.isArray(ids) ? ids.map((id) => `${kind} ${String(id)}`) : [],
  )

/** A side that does not have the node says nothing about its place. */
function parentOf(nodes: ThreeNodes, id: string, merging: NodeMerging): string | null {
  const { base, first, second } = nodeOf(nodes, id)
  if (first === undefined || second === undefined) return (first ?? second)?.parent ?? null
  const report = (clash: { member: string; kept: unknown; other: unknown }) =>
    merging.report(id, { ...clash, reason: 'both_changed' })
  const three = { base: base?.parent, first: first.parent, second: second.parent }
  // The cast names what the parents of the three versions are.
  return mergeValue(three, ['parent'], { ...merging, report }) as string | null
}

/** Keeps what a node is under, if only one side removed that. */
function keepParent(nodes: ThreeNodes, parents: Parents, id: string, merging: NodeMerging) {
  let parent = parents.get(id) ?? null
  while (parent !== null && !parents.has(parent)) {
    const { first, second } = nodeOf(nodes, parent)
    if (first === undefined && second === undefined) return
    reportRemoval(parent, merging)
    parents.set(parent, parentOf(nodes, parent, merging))
    parent = parents.get(parent) ?? null
  }
}

/**
 * Two moves may put two nodes under each other. Then the moved one with the last id goes back to
 * where it was.
 */
function openCircles(nodes: ThreeNodes, parents: Parents, merging: NodeMerging) {
  const returned = new Set<string>()
  const safe = new Set<string>()
  for (const start of parents.keys()) {
    let circle = findCircle(parents, start, safe)
    while (circle !== undefined) {
      const id = toReturn(nodes, parents, circle)
      const parent = returned.has(id) ? rootId : homeOf(nodes, parents, id)
      returned.add(id)
      const other = parents.get(id)
      merging.report(id, { member: 'parent', reason: 'circle', kept: parent, other })
      parents.set(id, parent)
      circle = findCircle(parents, start, safe)
    }
  }
}

/** Walks up from a node. What it passes is safe if it comes to the top, or to what is safe. */
function findCircle(parents: Parents, start: string, safe: Set<string>) {
  const path = new Set<string>()
  let at: string | null | undefined = start
  while (at !== null && at !== undefined && !safe.has(at)) {
    if (path.has(at)) return [...path].slice([...path].indexOf(at))
    path.add(at)
    at = parents.get(at)
  }
  for (const id of path) safe.add(id)
  return undefined
}

function toReturn(nodes: ThreeNodes, parents: Parents, circle: readonly string[]): string {
  const moved = circle.filter((id) => nodes.base.get(id)?.parent !== parents.get(id))
  const candidates = moved.filter((id) => nodes.base.has(id))
  const sorted = (candidates.length > 0 ? candidates : circle).toSorted(compareText)
  return sorted.at(-1) ?? rootId
}

function homeOf(nodes: ThreeNodes, parents: Parents, id: string): string {
  const home = nodes.base.get(id)?.parent
  if (home === undefined || home === null || !parents.has(home)) return rootId
  return home
}

import type { GraphEdge } from './spec-view.ts'

/** Which parts come right after a part. */
type Followers = Map<string, Set<string>>

/**
 * Leaves out arrows that say nothing new: if C waits for B and B for A, that C waits for A is
 * clear. What must come first is clear only from others that must, what should from all.
 */
export function reduceEdges(edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const followers: Followers = new Map()
  const hard = keepNew(
    edges.filter(({ isSoft }) => !isSoft),
    followers,
  )
  const soft = keepNew(
    edges.filter(({ isSoft }) => isSoft),
    followers,
  )
  return [...hard, ...soft]
}

/** Adds edges to those that are there, and returns those that others do not imply. */
function keepNew(edges: readonly GraphEdge[], followers: Followers): readonly GraphEdge[] {
  for (const { from, to } of edges) followers.set(from, (followers.get(from) ?? new Set()).add(to))
  return edges.filter(({ from, to }) => {
    followers.get(from)?.delete(to)
    const isImplied = leadsTo(from, to, followers)
    if (!isImplied) followers.get(from)?.add(to)
    return !isImplied
  })
}

function leadsTo(from: string, to: string, followers: Followers): boolean {
  const seen = new Set<string>()
  const open = [from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const next of followers.get(id) ?? []) {
      if (next === to) return true
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return false
}

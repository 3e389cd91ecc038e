import type { Dependencies, SpecNode } from '../../spec/spec.ts'
import type { Draft } from './create-draft.ts'
import type { WantedNode } from './wanted-node.ts'

/** A dependency that would make tasks wait for each other. */
export interface RefusedLink {
  readonly from: string
  readonly to: string
}

/** Who waits for whom in the source, and who waited at the last import. */
export interface WantedLinks {
  readonly wanted: WantedNode
  readonly before: readonly string[]
}

/**
 * Makes nodes wait for what they wait for in the source. A dependency that was added here stays,
 * and one that was taken away here does not come back.
 */
export function linkNodes(draft: Draft, links: readonly WantedLinks[], isNew: boolean) {
  const refused: RefusedLink[] = []
  for (const { wanted, before } of links) {
    const from = draft.ids.get(wanted.id)
    if (from === undefined) continue
    const idsOf = (names: readonly string[]) => names.flatMap((name) => draft.ids.get(name) ?? [])
    const now = idsOf(wanted.dependencies)
    const then = idsOf(before)
    for (const to of then) if (!now.includes(to)) setLink(draft, { from, to }, false)
    for (const to of now) {
      if (then.includes(to)) continue
      const isRefused = !isNew && waitsFor(draft, to, from)
      if (isRefused) refused.push({ from, to })
      else setLink(draft, { from, to }, true)
    }
  }
  return refused
}

/** Writes a dependency on both of its sides, or takes it away from both. */
function setLink({ nodes }: Draft, { from, to }: RefusedLink, isThere: boolean): void {
  const change = (id: string, name: 'blocks' | 'blocked_by', other: string) => {
    const node = nodes.get(id)
    if (node) nodes.set(id, withLink(node, { name, other, isThere }))
  }
  change(from, 'blocked_by', to)
  change(to, 'blocks', from)
}

interface Change {
  readonly name: 'blocks' | 'blocked_by'
  readonly other: string
  readonly isThere: boolean
}

function withLink(node: SpecNode, { name, other, isThere }: Change): SpecNode {
  const list = node.dependencies?.[name] ?? []
  if (list.includes(other) === isThere) return node
  const changed = isThere ? [...list, other] : list.filter((id) => id !== other)
  const dependencies: Dependencies = { ...node.dependencies, [name]: changed }
  return { ...node, dependencies }
}

/** True if a node is done only after another: by dependencies, or because that is a part of it. */
function waitsFor({ nodes }: Draft, start: string, target: string): boolean {
  const seen = new Set([start])
  for (const id of seen) {
    if (id === target) return true
    const node = nodes.get(id)
    for (const next of node?.dependencies?.blocked_by ?? []) seen.add(next)
    for (const next of node?.children ?? []) seen.add(next)
  }
  return false
}

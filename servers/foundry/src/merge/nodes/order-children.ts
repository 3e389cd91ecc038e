import { mergeOrder } from '../values/merge-order.ts'
import type { Three } from '../values/three.ts'
import { type ThreeNodes, nodeOf } from './node-of.ts'
import type { Parents } from './place-nodes.ts'

/**
 * Returns the children of every node in order. Which they are follows from the parents; their order
 * from that of the sides. Ids that are not nodes anywhere stay unless a side removed them.
 */
export function orderChildren(
  nodes: ThreeNodes,
  parents: Parents,
  reportOrder: (id: string) => void,
): ReadonlyMap<string, readonly string[]> {
  const under = toUnder(parents)
  return new Map(
    [...parents.keys()].map((id) => {
      const { base, first, second } = nodeOf(nodes, id)
      const lists = { first: first?.children ?? [], second: second?.children ?? [] }
      const { order, isContested } = mergeOrder({ base: base?.children, ...lists })
      if (isContested) reportOrder(id)
      const own = under.get(id) ?? new Set()
      const isStray = (child: string) =>
        isNowhere(nodes, child) && isWanted(child, { base: base?.children, ...lists })
      const known = order.filter((child) => own.has(child) || isStray(child))
      return [id, [...new Set([...known, ...own])]]
    }),
  )
}

function toUnder(parents: Parents): ReadonlyMap<string, Set<string>> {
  const under = new Map<string, Set<string>>()
  for (const [id, parent] of parents) {
    if (parent === null) continue
    const known = under.get(parent)
    if (known === undefined) under.set(parent, new Set([id]))
    else known.add(id)
  }
  return under
}

const isNowhere = ({ base, first, second }: ThreeNodes, id: string): boolean =>
  !base.has(id) && !first.has(id) && !second.has(id)

function isWanted(id: string, { base = [], first, second }: Three<readonly string[]>): boolean {
  if (base.includes(id)) return first.includes(id) && second.includes(id)
  return first.includes(id) || second.includes(id)
}

import type { Spec } from './spec.ts'

/** Returns a node and everything under it, each node before its children, in their order. */
export function subtreeOf({ hierarchy }: Spec, id: string): readonly string[] {
  const found = new Set<string>()
  const open = [id]
  while (open.length > 0) {
    const next = open.pop()
    const node = next === undefined ? undefined : hierarchy[next]
    if (next === undefined || node === undefined || found.has(next)) continue
    found.add(next)
    for (const child of node.children.toReversed()) open.push(child)
  }
  return [...found]
}

/** Returns what a node is under, the nearest first. */
export function ancestorsOf({ hierarchy }: Spec, id: string): readonly string[] {
  const found = new Set<string>()
  let parent = hierarchy[id]?.parent ?? undefined
  while (parent !== undefined && hierarchy[parent] !== undefined && !found.has(parent)) {
    found.add(parent)
    parent = hierarchy[parent]?.parent ?? undefined
  }
  return [...found]
}

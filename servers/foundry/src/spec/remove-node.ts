import { FoundryError } from '../errors/foundry-error.ts'
import { nodeOf } from './node-of.ts'
import type { Dependencies, Spec, SpecNode } from './spec.ts'
import { subtreeOf } from './subtree-of.ts'

/** A spec without a node. */
export interface Removed {
  readonly spec: Spec
  /** The node and all that was under it. */
  readonly ids: readonly string[]
  /** Nodes that were linked to one of them, and are not any more. */
  readonly unlinked: readonly string[]
}

/** Removes a node with all that is under it; nothing that stays names it any more. */
export function removeNode(spec: Spec, id: string): Removed {
  const { parent } = nodeOf(spec, id)
  if (parent === null) throw isRoot(id)
  const ids = subtreeOf(spec, id)
  const gone = new Set(ids)
  const left: (readonly [string, SpecNode])[] = []
  const unlinked: string[] = []
  for (const [other, node] of Object.entries(spec.hierarchy)) {
    if (gone.has(other)) continue
    const dependencies = withoutIds(node.dependencies, gone)
    if (dependencies !== node.dependencies) unlinked.push(other)
    left.push([other, withoutChildren({ ...node, dependencies }, node, gone)])
  }
  return { spec: { ...spec, hierarchy: Object.fromEntries(left) }, ids, unlinked }
}

/** Returns the very same node if nothing of it changed, so that its text stays. */
function withoutChildren(changed: SpecNode, node: SpecNode, gone: ReadonlySet<string>): SpecNode {
  if (node.children.some((child) => gone.has(child))) {
    return { ...changed, children: node.children.filter((child) => !gone.has(child)) }
  }
  return changed.dependencies === node.dependencies ? node : changed
}

const sides = ['blocks', 'blocked_by', 'depends'] as const

/** Returns the very same links if none of them goes. */
function withoutIds(
  dependencies: Dependencies | undefined,
  gone: ReadonlySet<string>,
): Dependencies | undefined {
  if (dependencies === undefined) return undefined
  const touched = sides.filter((side) => dependencies[side]?.some((id) => gone.has(id)))
  if (touched.length === 0) return dependencies
  const left = touched.map((side) => [side, dependencies[side]?.filter((id) => !gone.has(id))])
  return { ...dependencies, ...Object.fromEntries(left) }
}

const isRoot = (id: string) =>
  new FoundryError('INVALID_PARENT', `'${id}' is the spec itself, and cannot be removed.`, {
    path: 'task_id',
    hint: 'Call move_spec with to: "archived" for a spec that nobody needs.',
  })

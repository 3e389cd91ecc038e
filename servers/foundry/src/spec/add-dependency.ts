import { FoundryError } from '../errors/foundry-error.ts'
import { nodeOf } from './node-of.ts'
import type { Dependencies, Spec, SpecNode } from './spec.ts'
import { ancestorsOf } from './subtree-of.ts'
import { withNode } from './with-node.ts'

/** The nodes that a node waits for. */
export const blockersOf = (node: SpecNode | undefined): readonly string[] =>
  node?.dependencies?.blocked_by ?? []

/** Makes a task wait for another. Both name each other; a circle is refused. */
export function addDependency(spec: Spec, id: string, first: string): Spec {
  const node = nodeOf(spec, id)
  if (id === first) throw selfReference(id)
  if (spec.hierarchy[first] === undefined) throw dependencyNotFound(id, first)
  if (blockersOf(node).includes(first)) return spec
  const cycle = findWay(spec, first, id)
  if (cycle !== undefined) throw circularDependency(id, first, [id, ...cycle])
  const waiting = withNode(spec, id, (one) => withLink(one, 'blocked_by', first))
  return withNode(waiting, first, (one) => withLink(one, 'blocks', id))
}

/** Lets a task no longer wait for another. */
export function removeDependency(spec: Spec, id: string, first: string): Spec {
  const node = nodeOf(spec, id)
  if (!blockersOf(node).includes(first)) throw dependencyNotFound(id, first)
  const free = withNode(spec, id, (one) => withoutLink(one, 'blocked_by', first))
  if (spec.hierarchy[first] === undefined) return free
  return withNode(free, first, (one) => withoutLink(one, 'blocks', id))
}

type Mirrored = 'blocks' | 'blocked_by'

function withLink(node: SpecNode, side: Mirrored, id: string): SpecNode {
  const known = node.dependencies?.[side] ?? []
  if (known.includes(id)) return node
  return withSide(node, side, [...known, id])
}

function withoutLink(node: SpecNode, side: Mirrored, id: string): SpecNode {
  const known = node.dependencies?.[side] ?? []
  return withSide(
    node,
    side,
    known.filter((one) => one !== id),
  )
}

function withSide(node: SpecNode, side: Mirrored, ids: readonly string[]): SpecNode {
  const before: Dependencies = node.dependencies ?? { blocks: [], blocked_by: [], depends: [] }
  return { ...node, dependencies: { ...before, [side]: ids } }
}

/**
 * Finds how a node waits for another, by way of what it waits for, of what it is under, and of its
 * children, without which it cannot end; undefined if it does not.
 */
function findWay(spec: Spec, from: string, to: string): readonly string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]])
  const open = [from]
  while (open.length > 0) {
    const id = open.pop()
    if (id === undefined) break
    if (id === to) return wayTo(cameFrom, to)
    for (const next of waitsFor(spec, id)) {
      if (cameFrom.has(next)) continue
      cameFrom.set(next, id)
      open.push(next)
    }
  }
  return undefined
}

function waitsFor(spec: Spec, id: string): readonly string[] {
  const inherited = ancestorsOf(spec, id).flatMap((above) => blockersOf(spec.hierarchy[above]))
  const node = spec.hierarchy[id]
  return [...blockersOf(node), ...inherited, ...(node?.children ?? [])]
}

function wayTo(cameFrom: ReadonlyMap<string, string | undefined>, to: string): readonly string[] {
  const way: string[] = []
  for (let id: string | undefined = to; id !== undefined; id = cameFrom.get(id)) way.push(id)
  return way.toReversed()
}

const selfReference = (id: string) =>
  new FoundryError('SELF_REFERENCE', `Task '${id}' cannot wait for itself.`, {
    path: 'blocked_by',
    hint: 'Name another task.',
    details: { task_id: id, operation: 'add_dependency' },
  })

const dependencyNotFound = (id: string, first: string) =>
  new FoundryError('DEPENDENCY_NOT_FOUND', `Task '${id}' cannot be linked to '${first}'.`, {
    path: 'blocked_by',
    hint: 'Call get with the task_id to see what it waits for, and list for all ids.',
    details: { task_id: id, dependency_id: first },
  })

const circularDependency = (id: string, first: string, cycle: readonly string[]) =>
  new FoundryError(
    'CIRCULAR_DEPENDENCY',
    `'${id}' cannot wait for '${first}', which waits for it: ${cycle.join(' → ')}.`,
    {
      path: 'blocked_by',
      hint: 'Remove one of the links of that circle first.',
      details: { task_id: id, target_id: first, cycle_path: cycle },
    },
  )

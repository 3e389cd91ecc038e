import { FoundryError } from '../errors/foundry-error.ts'
import { doneStep, findWay, freeStep, stuckSteps } from './find-way.ts'
import { nodeOf } from './node-of.ts'
import type { Dependencies, Spec, SpecNode } from './spec.ts'
import { withNode, withNodes } from './with-node.ts'

/** A task, and the one that comes first. */
export interface Link {
  readonly id: string
  readonly first: string
}

/** The nodes that a node waits for. */
export const blockersOf = (node: SpecNode | undefined): readonly string[] =>
  node?.dependencies?.blocked_by ?? []

/** Makes a task wait for another. Both name each other; a circle is refused. */
export const addDependency = (spec: Spec, id: string, first: string): Spec =>
  addDependencies(spec, [{ id, first }])

/**
 * Makes tasks wait for others, all at once. Both ends name each other; a circle is refused.
 *
 * @param path The argument that faults are about.
 */
export function addDependencies(spec: Spec, links: readonly Link[], path = 'blocked_by'): Spec {
  const fresh = links.filter((link) => isNew(spec, link, path))
  if (fresh.length === 0) return spec
  const changed: Record<string, SpecNode> = {}
  const current = (id: string) => changed[id] ?? nodeOf(spec, id)
  for (const { id, first } of fresh) {
    changed[id] = withLink(current(id), 'blocked_by', first)
    changed[first] = withLink(current(first), 'blocks', id)
  }
  const linked = withNodes(spec, changed)
  checkCircles(linked, fresh, path)
  return linked
}

function isNew(spec: Spec, { id, first }: Link, path: string): boolean {
  const node = nodeOf(spec, id)
  if (id === first) throw selfReference(id, path)
  if (!Object.hasOwn(spec.hierarchy, first)) throw dependencyNotFound(id, first, path)
  return !blockersOf(node).includes(first)
}

/** A circle that was there before is not the fault of new links. */
function checkCircles(spec: Spec, links: readonly Link[], path: string): void {
  const stuck = stuckSteps(spec)
  for (const { id, first } of links) {
    if (!stuck.has(freeStep(id)) || !stuck.has(doneStep(first))) continue
    const way = findWay(spec, doneStep(first), freeStep(id))
    if (way !== undefined) throw circularDependency(id, first, [id, ...way], path)
  }
}

/** Lets a task no longer wait for another. */
export function removeDependency(spec: Spec, id: string, first: string, path = 'blocked_by'): Spec {
  const node = nodeOf(spec, id)
  if (!blockersOf(node).includes(first)) throw dependencyNotFound(id, first, path)
  const free = withNode(spec, id, (one) => withoutLink(one, 'blocked_by', first))
  if (!Object.hasOwn(spec.hierarchy, first)) return free
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

const selfReference = (id: string, path: string) =>
  new FoundryError('SELF_REFERENCE', `Task '${id}' cannot wait for itself.`, {
    path,
    hint: 'Name another task.',
    details: { task_id: id, operation: 'add_dependency' },
  })

const dependencyNotFound = (id: string, first: string, path: string) =>
  new FoundryError('DEPENDENCY_NOT_FOUND', `Task '${id}' cannot be linked to '${first}'.`, {
    path,
    hint: 'Call get with the task_id to see what it waits for, and list for all ids.',
    details: { task_id: id, dependency_id: first },
  })

/** The error for a link that would close a circle of waiting. */
export const circularDependency = (
  id: string,
  first: string,
  cycle: readonly string[],
  path: string,
) =>
  new FoundryError(
    'CIRCULAR_DEPENDENCY',
    `'${id}' cannot wait for '${first}', which waits for it: ${cycle.join(' → ')}.`,
    {
      path,
      hint: 'Remove one of the links of that circle first.',
      details: { task_id: id, target_id: first, cycle_path: cycle },
    },
  )

import { rootId } from './root-id.ts'
import type { NodeStatus, Spec, SpecNode } from './spec.ts'

/** How many leaves are under a node, and how many of them need nothing more. */
interface Counts {
  readonly total: number
  readonly completed: number
}

const containers = new Set(['spec', 'phase', 'group'])

/** True for nodes whose status is that of what is under them. */
export const isContainer = ({ type }: Pick<SpecNode, 'type'>): boolean => containers.has(type)

/**
 * Computes everything that follows from the states of the leaves: counts, the status of phases and
 * of the spec, the percentage, the current phase. What is right already stays the same object.
 */
export function rollUp(spec: Spec): Spec {
  const changed = new Map<string, SpecNode>()
  const counts = new Map<string, Counts>()
  const nodeNow = (id: string) => changed.get(id) ?? ownNode(spec.hierarchy, id)
  for (const id of bottomUp(spec)) {
    const node = nodeNow(id)
    if (node === undefined) continue
    const rolled = rollUpNode(node, nodeNow, counts)
    counts.set(id, { total: rolled.total_tasks, completed: rolled.completed_tasks })
    if (rolled !== node) changed.set(id, rolled)
  }
  if (changed.size === 0) return withSummary(spec)
  return withSummary({ ...spec, hierarchy: { ...spec.hierarchy, ...Object.fromEntries(changed) } })
}

/** Finds a node as it is by now. */
type FindNode = (id: string) => SpecNode | undefined

/** Ids come from files: one may be the name of something that every object has. */
const ownNode = (hierarchy: Spec['hierarchy'], id: string): SpecNode | undefined =>
  Object.hasOwn(hierarchy, id) ? hierarchy[id] : undefined

/** Ids with those of children before their parents'; what the root does not reach is left out. */
function bottomUp({ hierarchy }: Spec): readonly string[] {
  const order: string[] = []
  const seen = new Set<string>()
  const open = [rootId]
  while (open.length > 0) {
    const id = open.pop()
    if (id === undefined || seen.has(id)) continue
    seen.add(id)
    order.push(id)
    for (const child of ownNode(hierarchy, id)?.children ?? []) open.push(child)
  }
  return order.toReversed()
}

function rollUpNode(
  node: SpecNode,
  nodeNow: FindNode,
  counts: ReadonlyMap<string, Counts>,
): SpecNode {
  const { total, completed } = countsOf(node, counts)
  const status = isContainer(node) ? statusOf(node, nodeNow) : node.status
  const isSame =
    node.total_tasks === total && node.completed_tasks === completed && node.status === status
  return isSame ? node : { ...node, status, total_tasks: total, completed_tasks: completed }
}

function countsOf(node: SpecNode, counts: ReadonlyMap<string, Counts>): Counts {
  if (node.children.length === 0) {
    if (isContainer(node)) return { total: 0, completed: 0 }
    return { total: 1, completed: node.status === 'completed' ? 1 : 0 }
  }
  let total = 0
  let completed = 0
  for (const id of node.children) {
    const child = counts.get(id)
    total += child?.total ?? 0
    completed += child?.completed ?? 0
  }
  return { total, completed }
}

/** Nothing that is empty is done, and what cannot go on anywhere is blocked. */
function statusOf(node: SpecNode, nodeNow: FindNode): NodeStatus {
  const statuses = node.children.flatMap((id) => nodeNow(id)?.status ?? [])
  if (statuses.length === 0) return node.status === 'blocked' ? 'blocked' : 'pending'
  const open = statuses.filter((status) => status !== 'completed')
  if (open.length === 0) return 'completed'
  if (open.every((status) => status === 'blocked')) return 'blocked'
  const isBegun = open.length < statuses.length || open.includes('in_progress')
  return isBegun ? 'in_progress' : 'pending'
}

function withSummary(spec: Spec): Spec {
  const root = spec.hierarchy[rootId]
  if (root === undefined) return spec
  const { total_tasks: total, completed_tasks: completed } = root
  const summary = {
    status: root.status,
    progress_percentage: total === 0 ? 0 : Math.floor((100 * completed) / total),
    current_phase: currentPhase(spec, root),
  }
  const isSame =
    spec.status === summary.status &&
    spec.progress_percentage === summary.progress_percentage &&
    spec.current_phase === summary.current_phase
  return isSame ? spec : { ...spec, ...summary }
}

/** The first phase that is begun, or else the first that is not. */
function currentPhase({ hierarchy }: Spec, root: SpecNode): string | null {
  const withStatus = (status: NodeStatus) =>
    root.children.find((id) => hierarchy[id]?.status === status)
  return withStatus('in_progress') ?? withStatus('pending') ?? null
}

import type { ConflictReason } from '../../conflicts/conflicts-in.ts'
import { isContainer } from '../../spec/roll-up.ts'
import type { SpecNode } from '../../spec/spec.ts'
import { isSettled, stateOf, withState } from '../../state/state-of.ts'
import { toCanonical } from '../values/canonical.ts'
import { lostState, withStateOf } from './align-states.ts'
import { type NodeMerging, type Nodes, type ThreeNodes, nodeOf } from './node-of.ts'

/** What a completion is held against. */
const checks = [
  'acceptance_criteria',
  'requirements',
  'file_path',
  'files',
  'verification_type',
  'command',
  'expected',
  'scope',
  'target',
  'mcp_tool',
]

/** The nodes of a version, and which verifications each task has. */
interface Plan {
  readonly nodes: Nodes
  readonly verifications: ReadonlyMap<string, readonly string[]>
}

/**
 * A completion of one side holds only if the merged node has the checks that it had there, and if
 * its parts are not open again. If it does not hold, the node gets the open state of the other side
 * or of the base, because nobody has proved what it now asks for.
 */
export function checkCompletions(merged: Nodes, nodes: ThreeNodes, merging: NodeMerging): Nodes {
  const checked = new Map(merged)
  const plan = toPlan(checked)
  const sides = [toPlan(nodes.first), toPlan(nodes.second)]
  for (const id of partsFirst(plan)) {
    const node = checked.get(id)
    if (node === undefined || !isNew(node, nodes.base.get(id))) continue
    const proving = sides.filter(({ nodes }) => isCompleted(nodes.get(id)))
    const reason = findDoubt(id, plan, proving)
    if (reason === undefined) continue
    const open = openVersionOf(node, nodes, id)
    merging.report(id, { member: 'status', reason, ...lostState(node, open) })
    checked.set(id, withStateOf(node, open))
  }
  return checked
}

const isCompleted = (node: SpecNode | undefined): boolean =>
  node !== undefined && stateOf(node) === 'completed'

const isNew = (node: SpecNode, base: SpecNode | undefined): boolean =>
  !isContainer(node) && isCompleted(node) && !isCompleted(base)

function findDoubt(id: string, plan: Plan, proving: readonly Plan[]): ConflictReason | undefined {
  const asked = checksOf(plan, id)
  if (!proving.some((side) => checksOf(side, id) === asked)) return 'checks_changed'
  if (hasOpenPart(plan, id) && !proving.some((side) => hasOpenPart(side, id))) return 'part_open'
  return undefined
}

function openVersionOf(node: SpecNode, nodes: ThreeNodes, id: string): SpecNode {
  const { base, first, second } = nodeOf(nodes, id)
  const open = [first, second, base].find(
    (version) => version !== undefined && !isSettled(stateOf(version)),
  )
  return open ?? withState({ ...node, metadata: {} }, 'pending')
}

function toPlan(nodes: Nodes): Plan {
  const verifications = new Map<string, string[]>()
  for (const [id, { type, parent, metadata }] of nodes) {
    if (type !== 'verify') continue
    for (const task of new Set([parent, metadata['target']])) {
      if (typeof task !== 'string') continue
      const known = verifications.get(task)
      if (known === undefined) verifications.set(task, [id])
      else known.push(id)
    }
  }
  return { nodes, verifications }
}

function checksOf({ nodes, verifications }: Plan, id: string): string {
  const ids = [id, ...(verifications.get(id) ?? []).toSorted()]
  return toCanonical(ids.map((one) => [one, checks.map((key) => nodes.get(one)?.metadata[key])]))
}

function hasOpenPart({ nodes, verifications }: Plan, id: string): boolean {
  const parts = [...(nodes.get(id)?.children ?? []), ...(verifications.get(id) ?? [])]
  return parts.some((part) => {
    const node = nodes.get(part)
    return node !== undefined && !isSettled(stateOf(node))
  })
}

/** Ids so that a node comes after what it is completed by: verifications, then children. */
function partsFirst({ nodes }: Plan): readonly string[] {
  const verifications = [...nodes.keys()].filter((id) => nodes.get(id)?.type === 'verify')
  const order: string[] = []
  const open = [...nodes.keys()].filter((id) => nodes.get(id)?.parent === null)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    order.push(id)
    for (const child of nodes.get(id)?.children ?? []) open.push(child)
  }
  return [...new Set([...verifications, ...order.toReversed()])]
}

import { rollUp } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'

/** What a test says of a node; the rest is usual. */
export type NodeParts = Partial<SpecNode>

/** What a test says of a spec: its nodes by id, and other members. */
export interface PlanParts extends Partial<Omit<Spec, 'hierarchy'>> {
  readonly nodes?: Readonly<Record<string, NodeParts>>
}

/** A spec with one phase, whose children are the nodes that name no other parent. */
export function planOf({ nodes = {}, ...members }: PlanParts = {}): Spec {
  const hierarchy: Record<string, SpecNode> = {
    [rootId]: nodeOf(rootId, { type: 'spec', parent: null }),
    'phase-1': nodeOf('phase-1', { type: 'phase', parent: rootId }),
  }
  for (const [id, parts] of Object.entries(nodes)) hierarchy[id] = nodeOf(id, parts)
  for (const [id, { parent }] of Object.entries(hierarchy)) {
    const above = hierarchy[parent ?? '']
    const isListed = above?.children.includes(id) ?? true
    if (above === undefined || parent === null || isListed) continue
    hierarchy[parent] = { ...above, children: [...above.children, id] }
  }
  return rollUp({
    spec_id: 'plan-2026-01-01-001',
    generated: '2026-01-01T00:00:00Z',
    last_updated: '2026-01-01T00:00:00Z',
    metadata: {},
    hierarchy,
    ...members,
  })
}

const nodeOf = (id: string, parts: NodeParts): SpecNode => ({
  type: 'task',
  title: id,
  status: 'pending',
  parent: 'phase-1',
  children: [],
  total_tasks: 0,
  completed_tasks: 0,
  metadata: {},
  ...parts,
})

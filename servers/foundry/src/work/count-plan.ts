import type { Spec, SpecNode } from '../spec/spec.ts'
import { isSettled, stateOf } from '../state/state-of.ts'
import type { Plan } from '../store/plan-store.ts'

/** How far a plan is; found work is told apart from what was planned. */
export interface PlanCounts {
  readonly planned: string
  /** Absent if none was found. */
  readonly found?: string | undefined
  readonly in_progress: number
  readonly blocked: number
}

/** True if a node is work that was found, or a part of such work. */
function isFound({ hierarchy }: Spec, node: SpecNode): boolean {
  // A file that was edited by hand may have a node above itself.
  const seen = new Set<SpecNode>()
  let above: SpecNode | undefined = node
  while (above !== undefined && !seen.has(above)) {
    if (above.metadata.discovered_from !== undefined) return true
    seen.add(above)
    above = above.parent === null ? undefined : hierarchy[above.parent]
  }
  return false
}

/** Counts the leaves of a plan. */
export function countPlan({ spec, running }: Pick<Plan, 'spec' | 'running'>): PlanCounts {
  const planned = { done: 0, all: 0 }
  const found = { done: 0, all: 0 }
  let blocked = 0
  for (const node of Object.values(spec.hierarchy)) {
    if (node.children.length > 0 || ['spec', 'phase', 'group'].includes(node.type)) continue
    const state = stateOf(node)
    const kind = isFound(spec, node) ? found : planned
    kind.all++
    if (isSettled(state)) kind.done++
    if (state === 'blocked' || state === 'failed') blocked++
  }
  const going = Object.entries(running.tasks).filter(([id, { state }]) => {
    const node = spec.hierarchy[id]
    return state !== 'claimed' && node !== undefined && !isSettled(stateOf(node))
  })
  return {
    planned: `${planned.done}/${planned.all}`,
    found: found.all === 0 ? undefined : `${found.done}/${found.all}`,
    in_progress: going.length,
    blocked,
  }
}

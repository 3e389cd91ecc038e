import { isContainer } from '../spec/roll-up.ts'
import { isSettled, stateOf } from '../state/state-of.ts'
import type { Plan } from '../store/plan-store.ts'
import { checkedTask, isWork } from './is-check.ts'

/** How far a plan is; found work is told apart from what was planned. */
export interface PlanCounts {
  readonly planned: string
  /** Absent if none was found. */
  readonly found?: string | undefined
  readonly in_progress: number
  readonly blocked: number
}

/** Counts the leaves of a plan, as the roll-up does; a check is found with its task. */
export function countPlan({ spec, running }: Pick<Plan, 'spec' | 'running'>): PlanCounts {
  const planned = { done: 0, all: 0 }
  const found = { done: 0, all: 0 }
  for (const node of Object.values(spec.hierarchy)) {
    if (node.children.length > 0 || isContainer(node)) continue
    const state = stateOf(node)
    const owner = spec.hierarchy[checkedTask(spec, node) ?? ''] ?? node
    const kind = owner.metadata.discovered_from === undefined ? planned : found
    kind.all++
    if (isSettled(state)) kind.done++
  }
  const stuck = Object.values(spec.hierarchy).filter((node) => {
    const state = stateOf(node)
    return isWork(spec, node) && (state === 'blocked' || state === 'failed')
  })
  const going = Object.entries(running.tasks).filter(([id, { state }]) => {
    const node = spec.hierarchy[id]
    return state !== 'claimed' && node !== undefined && !isSettled(stateOf(node))
  })
  return {
    planned: `${planned.done}/${planned.all}`,
    found: found.all === 0 ? undefined : `${found.done}/${found.all}`,
    in_progress: going.length,
    blocked: stuck.length,
  }
}

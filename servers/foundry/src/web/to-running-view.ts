import type { RunningView } from '../pages/index.ts'
import type { Plan } from '../store/plan-store.ts'
import { stateNow } from '../tasks/state-now.ts'

/** Returns what a page shows of the tasks that somebody has. */
export function toRunningView(plan: Pick<Plan, 'spec' | 'running'>): RunningView {
  const held = Object.entries(plan.running.tasks).filter(([id]) =>
    Object.hasOwn(plan.spec.hierarchy, id),
  )
  return Object.fromEntries(
    held.map(([id, { holder, expires_at, started_at }]) => {
      const { state, held: current } = stateNow(plan, id)
      if (current === undefined) return [id, { state }]
      return [id, { state, holder, lease_expires: expires_at, started_at }]
    }),
  )
}

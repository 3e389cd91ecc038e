import { FoundryError } from '../../errors/foundry-error.ts'
import type { ForeignPlan, Remark } from '../foreign-plan.ts'
import { planLimits } from '../plan-limits.ts'
import { resolveDependencies } from './resolve-dependencies.ts'
import { tasksOf } from './tasks-of.ts'
import { withUniqueIds } from './with-unique-ids.ts'
import { withoutCycles } from './without-cycles.ts'

/**
 * Makes a plan sound: every id is there once, every dependency names a task or a phase of the plan,
 * nothing waits for itself. What had to be changed is in the remarks. A sound plan stays as it is.
 */
export function settlePlan(plan: ForeignPlan): ForeignPlan {
  checkTaskCount(tasksOf(plan).length, plan.path)
  const remarks: Remark[] = []
  const named = withUniqueIds(plan, remarks)
  const resolved = resolveDependencies(named, remarks)
  const settled = withoutCycles(resolved, remarks)
  return { ...settled, remarks: [...plan.remarks, ...remarks] }
}

/** Refuses a plan that has more tasks than are read. */
export function checkTaskCount(count: number, path: string): void {
  if (count <= planLimits.tasks) return
  throw new FoundryError('INVALID_PLAN', `${path} has more than ${planLimits.tasks} tasks.`, {
    path: 'path',
    hint: 'Import a part of it: one tag, one change, or one folder.',
    details: { file: path, limit: planLimits.tasks },
  })
}

import { FoundryError } from '../errors/foundry-error.ts'
import type { Plan } from '../store/plan-store.ts'
import type { Foundry } from './foundry.ts'

/** What a call says about the spec it is about. */
export interface PlanChoice {
  readonly spec_id?: string | undefined
  readonly task_id?: string | undefined
}

/** Finds the plan of a call: the named one, the one with its task, or the only active one. */
export async function findPlan({ plans }: Foundry, choice: PlanChoice): Promise<Plan> {
  const { spec_id, task_id } = choice
  if (spec_id !== undefined) return plans.read(spec_id)
  const { plans: active } = await plans.list('active')
  const fitting = active.filter(
    ({ spec }) => task_id === undefined || Object.hasOwn(spec.hierarchy, task_id),
  )
  const [one, ...others] = fitting
  if (one === undefined) throw noSuchPlan(active, task_id)
  if (others.length > 0) throw severalPlans(fitting)
  return one
}

function noSuchPlan(active: readonly Plan[], taskId: string | undefined): FoundryError {
  if (taskId !== undefined && active.length > 0) {
    return new FoundryError('TASK_NOT_FOUND', `No active spec has a task '${taskId}'.`, {
      path: 'task_id',
      hint: `Call list with a spec_id for its tasks; active: ${idsOf(active)}.`,
    })
  }
  return new FoundryError('SPEC_NOT_FOUND', 'No spec is active.', {
    path: 'spec_id',
    hint: 'Call list for all specs, then move_spec with to: "active", or create_spec.',
  })
}

const severalPlans = (fitting: readonly Plan[]) =>
  new FoundryError('VALIDATION_ERROR', 'Several active specs are meant by this.', {
    path: 'spec_id',
    hint: `Name one with spec_id: ${idsOf(fitting)}.`,
    details: { spec_ids: fitting.map(({ spec_id }) => spec_id) },
  })

const idsOf = (plans: readonly Plan[]): string =>
  plans
    .slice(0, 5)
    .map(({ spec_id }) => spec_id)
    .join(', ')

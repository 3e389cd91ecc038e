import { FoundryError } from '../../errors/foundry-error.ts'
import { type Check, checksByTask } from '../../proof/checks/checks-of.ts'
import { nodeOf } from '../../spec/node-of.ts'
import type { Plan } from '../../store/plan-store.ts'

/** Returns a check of a plan by its own id. */
export function findCheck({ spec }: Plan, verifyId: string): Check {
  const node = nodeOf(spec, verifyId, 'verify_id')
  const check = checksByTask(spec)
    .get(verifyId)
    ?.find(({ id }) => id === verifyId)
  if (check !== undefined) return check
  const children = node.children.filter((id) => spec.hierarchy[id]?.type === 'verify')
  throw new FoundryError('VALIDATION_ERROR', `'${verifyId}' is a ${node.type}, not a check.`, {
    path: 'verify_id',
    hint: children.length > 0 ? `Its checks are ${children.join(', ')}.` : 'It has no checks.',
  })
}

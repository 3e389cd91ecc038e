import { FoundryError } from '../../errors/foundry-error.ts'
import type { Finding } from '../../findings/finding.ts'
import { checksOf } from '../../proof/checks/checks-of.ts'
import type { Spec } from '../../spec/spec.ts'
import { withNode } from '../../spec/with-node.ts'
import { isSettled, stateOf, withState } from '../../state/state-of.ts'

/** The checks of a task are done with it. */
export function withChecksDone(spec: Spec, id: string): Spec {
  let done = spec
  for (const check of checksOf(spec, id)) {
    done = withNode(done, check.id, (node) =>
      isSettled(stateOf(node)) ? node : withState(node, 'completed'),
    )
  }
  return done
}

/** The error for a task whose checks have not passed, with all that is missing. */
export function toProofError(first: Finding, others: readonly Finding[]): FoundryError {
  const isStale = [first, ...others].every(({ code }) => code === 'PROOF_STALE')
  const missing = [first, ...others].map(({ message }) => message)
  return new FoundryError(isStale ? 'PROOF_STALE' : 'PROOF_REQUIRED', missing.join(' '), {
    path: 'task_id',
    hint: first.hint,
    details: { missing: [first, ...others].map(({ path, message }) => ({ path, message })) },
  })
}

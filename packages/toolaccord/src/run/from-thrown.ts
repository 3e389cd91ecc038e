import { Asked } from '../define/conversation.ts'
import type { CallRequest } from '../define/policy.ts'
import type { Failure } from '../outcome/outcome.ts'
import { Refusal } from '../outcome/refusal.ts'

/**
 * The one funnel: turns anything that a tool or a policy threw into a failure. What nobody declared
 * is logged here and masked for the caller.
 */
export function fromThrown(thrown: unknown, request: CallRequest, from: string): Failure {
  const { id, log, refuse } = request
  if (thrown instanceof Refusal) return refuse(thrown.reason, thrown.problem)
  if (thrown instanceof Asked) {
    return refuse('unaskable', request.unreachable)
  }
  // A tool that throws the reason of its signal was stopped; whoever stopped it has logged that.
  if (request.signal.aborted && thrown === request.signal.reason) return refuse('cancelled')
  log.error(`${from} threw`, { id, thrown })
  return refuse('internal', {
    hint: `Retry later; if it happens again, report request id ${id}.`,
  })
}

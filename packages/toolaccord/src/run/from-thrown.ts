import type { CallRequest } from '../define/policy.ts'
import { Asked } from '../define/questions/conversation.ts'
import type { Failure } from '../outcome/outcome.ts'
import { Refusal } from '../outcome/refusal.ts'
import { reasonOf } from '../policies/watch-call.ts'

/**
 * The one funnel: turns anything that a tool or a policy threw into a failure. What nobody declared
 * is logged here and masked for the caller.
 */
export function fromThrown(thrown: unknown, request: CallRequest, from: string): Failure {
  const { id, log, refuse, job } = request
  // A tool that runs as a job was given the signal of the job, which may outlive its call.
  const { signal = request.signal } = job ?? {}
  if (thrown instanceof Refusal) return refuse(thrown.reason, thrown.problem)
  if (thrown instanceof Asked) {
    return refuse('unaskable', request.unreachable)
  }
  // A tool that heeds its signal was stopped; whoever stopped it has logged that.
  if (isStop(thrown, signal)) return refuse(reasonOf(signal))
  log.error(`${from} threw`, { id, thrown })
  return refuse('internal', {
    hint: `Retry later; if it happens again, report request id ${id}.`,
  })
}

/** True if something was thrown because the call was stopped, as what takes a signal does. */
function isStop(thrown: unknown, { aborted, reason }: AbortSignal): boolean {
  if (!aborted) return false
  if (thrown === reason) return true
  return thrown instanceof Error && (thrown.name === 'AbortError' || thrown.cause === reason)
}

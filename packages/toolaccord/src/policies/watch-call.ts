import type { CallRequest, Next } from '../define/policy.ts'
import { Asked } from '../define/questions/conversation.ts'
import type { Failure, Outcome } from '../outcome/outcome.ts'

/** How a call ended, for logs, spans and metrics. */
export interface End {
  /** `question`: the user is asked, and the call comes again with the answer. */
  readonly name: 'success' | 'soft_failure' | 'failure' | 'question'
  /** The first problem of a failure; its code is the code of the failure. */
  readonly problem?: Failure['problems'][0] | undefined
}

/** What to run, and who is to know how it ended. */
export interface WatchedCall {
  readonly request: CallRequest
  readonly next: Next
  /** Changes of the request for `next`. */
  readonly changes?: Partial<CallRequest> | undefined
  readonly onEnd: (end: End) => void
}

/**
 * Runs the rest of the call and reports its end exactly once, also if the time runs out or the
 * caller goes away before the tool is done. Returns the outcome as it is.
 */
export async function watchCall({ request, next, changes, onEnd }: WatchedCall): Promise<Outcome> {
  const { signal } = request
  let hasAsked = false
  let hasEnded = false
  const ask: CallRequest['ask'] = (questions, state) => {
    try {
      return request.ask(questions, state)
    } catch (thrown) {
      hasAsked = thrown instanceof Asked
      throw thrown
    }
  }
  const end = (outcome: Outcome) => {
    if (hasEnded) return
    hasEnded = true
    onEnd(toEnd(outcome, hasAsked, request))
  }
  const stop = () => end(request.refuse(reasonOf(signal)))

  // If the caller cannot be asked, a question is a failure like any other.
  const canAsk = request.unreachable === undefined
  const work = next(canAsk ? { ...changes, ask } : changes)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  const outcome = await work
  signal.removeEventListener('abort', stop)
  end(outcome)
  return outcome
}

const success: End = { name: 'success' }
const question: End = { name: 'question' }

/** How a call with this outcome ended; `hasAsked` if a question of it is on its way. */
export function toEnd(outcome: Outcome, hasAsked: boolean, request: CallRequest): End {
  if (outcome.ok) return outcome.data === null ? toEndOfNothing(request) : success
  if (hasAsked) return question
  const [problem] = outcome.problems
  return { name: outcome.soft ? 'soft_failure' : 'failure', problem }
}

/** A resource without contents gives null; a name of a tool's own has no space. */
function toEndOfNothing({ tool, refuse }: CallRequest): End {
  if (!tool.name.includes(' ')) return success
  return { name: 'failure', problem: refuse('not_found').problems[0] }
}

/** Why a signal was aborted. */
export function reasonOf({ reason }: AbortSignal): 'timeout' | 'cancelled' {
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError'
  if (isTimeout) return 'timeout'
  return 'cancelled'
}

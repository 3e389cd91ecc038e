import { isThenable } from '../after.ts'
import type { Outcome } from '../outcome.ts'
import type { CallRequest } from '../policy.ts'

/** How a call ended, for logs, spans and metrics. */
export type OutcomeName = 'success' | 'soft_failure' | 'failure'

export function nameOutcome(outcome: Outcome): OutcomeName {
  if (outcome.ok) return 'success'
  return outcome.soft ? 'soft_failure' : 'failure'
}

/** The code of the first problem, which is the one that counts. */
export const codeOf = (outcome: Outcome): string | undefined => (outcome.ok ? undefined : outcome.problems[0].code)

/** Shows how a call ends, once, and also when time or its caller ends it before its tool does; gives the work on as it came, at once or later. */
export function watchOutcome(request: CallRequest, work: Outcome | PromiseLike<Outcome>, seen: (outcome: Outcome) => void): Outcome | PromiseLike<Outcome> {
  if (!isThenable(work)) {
    seen(work)
    return work
  }
  const { signal } = request
  let isOver = false
  const end = (outcome: Outcome) => {
    signal.removeEventListener('abort', stop)
    if (!isOver) seen(outcome)
    isOver = true
    return outcome
  }
  const stop = () => void end(request.refuse(isTimeout(signal.reason) ? 'timeout' : 'cancelled'))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  return Promise.resolve(work).then(end)
}

const isTimeout = (reason: unknown) => reason instanceof DOMException && reason.name === 'TimeoutError'

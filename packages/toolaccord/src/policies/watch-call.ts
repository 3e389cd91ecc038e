import { isThenable } from '../async/after.ts'
import { noConversation } from '../define/conversation.ts'
import type { CallRequest, Next } from '../define/policy.ts'
import type { Failure, Outcome } from '../outcome/outcome.ts'

/** How a call ended, for logs, spans and metrics. */
export interface End {
  /** `question`: the user is asked, and the call comes again with the answer. */
  readonly name: 'success' | 'soft_failure' | 'failure' | 'question'
  /** The first problem of a failure, which is the one that counts. */
  readonly problem?: Failure['problems'][0]
}

const question: End = { name: 'question' }

function toEnd(outcome: Outcome): End {
  if (outcome.ok) return { name: 'success' }
  return { name: outcome.soft ? 'soft_failure' : 'failure', problem: outcome.problems[0] }
}

/**
 * Goes on inwards and shows how the call ends, once, and also when time or its caller ends it
 * before its tool does; gives the work on as it came, at once or later.
 */
export function watchCall(
  request: CallRequest,
  next: Next,
  changes: Partial<CallRequest> | undefined,
  tell: (end: End) => void,
): Outcome | PromiseLike<Outcome> {
  let hasAsked = false
  const ask: CallRequest['ask'] = (questions, state) => {
    hasAsked = true
    return request.ask(questions, state)
  }
  // Where nobody can be asked, a question is a failure like any other.
  const work = next(request.ask === noConversation.ask ? changes : { ...changes, ask })
  const seen = (outcome: Outcome) => tell(hasAsked && !outcome.ok ? question : toEnd(outcome))
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

const isTimeout = (reason: unknown) =>
  reason instanceof DOMException && reason.name === 'TimeoutError'

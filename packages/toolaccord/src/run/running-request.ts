import type { CallContext } from '../define/call.ts'
import type { CallRequest } from '../define/policy.ts'

/** What a request holds beside its signal. */
type RequestFields = Omit<CallRequest, 'signal'>

/**
 * The request of one call; its signal is made when it is read, because making one costs more than a
 * small call.
 */
export class RunningRequest {
  readonly #deadline: Pick<CallContext, 'signal'>

  private constructor(deadline: Pick<CallContext, 'signal'>) {
    this.#deadline = deadline
  }

  get signal(): AbortSignal {
    return this.#deadline.signal
  }

  static of(fields: RequestFields, deadline: Pick<CallContext, 'signal'>): CallRequest {
    return Object.assign(new RunningRequest(deadline), fields)
  }

  /** The request with some of it changed; a signal that is not named stays unmade. */
  static change(request: CallRequest, changes: Partial<CallRequest>): CallRequest {
    const { signal, ...fields } = changes
    return RunningRequest.of({ ...request, ...fields }, signal === undefined ? request : { signal })
  }
}

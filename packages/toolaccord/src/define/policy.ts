import type { Kind } from '../outcome/kinds.ts'
import type { Failure, Outcome, Problem } from '../outcome/outcome.ts'
import type { Reason, ReasonProblem } from '../outcome/reasons.ts'
import type { CallContext } from './call.ts'
import type { RunningJob } from './call.ts'
import type { AnyTool } from './tool.ts'

/** One call on its way through the policies. */
export interface CallRequest extends CallContext {
  readonly tool: AnyTool
  /** The name that the caller used, without a prefix: the tool's own, or a former one. */
  readonly calledAs: string
  /** As the caller gave them, not parsed yet. */
  readonly args: unknown
  /** A failure of the framework's own, in the code that the server's contract has for it. */
  readonly refuse: (reason: Reason, more?: ReasonProblem) => Failure
  /** The kind of a problem, as the codes of the server have it. */
  readonly kindOf: (problem: Problem) => Kind
  /** The job that the tool runs in; absent if it does not run as one. */
  readonly job?: RunningJob | undefined
}

/**
 * Runs the rest of the call: the policies further in, and then the tool. It never rejects.
 * Properties in `changes` replace those of the request.
 */
export type Next = (changes?: Partial<CallRequest>) => Promise<Outcome>

/**
 * Code that a server runs around every call. The first policy of a server is the outermost.
 *
 * @example
 *   const businessHours: Policy = {
 *     name: 'business hours',
 *     covers: (tool) => tool.effect !== 'read',
 *     around(request, next) {
 *       const hour = new Date().getHours()
 *       if (hour >= 8 && hour < 18) return next()
 *       return request.refuse('unavailable', { hint: 'Call again between 8:00 and 18:00.' })
 *     },
 *   }
 */
export interface Policy {
  readonly name: string
  /**
   * False if it keeps in the memory of its process what several processes would have to share, such
   * as counts. Default: true.
   */
  readonly isShared?: boolean | undefined
  /** True if the policy covers a tool; it is asked once per tool. Default: it covers every tool. */
  covers?(tool: AnyTool): boolean
  /** Answers the call itself, or awaits `next` and returns its outcome, changed or as it is. */
  around(request: CallRequest, next: Next): Outcome | Promise<Outcome>
  /**
   * The same around the run of a job, in the process that runs it: its call may be over, and what
   * `around` allowed is not asked again. Default: nothing.
   */
  aroundJob?(request: CallRequest, next: Next): Outcome | Promise<Outcome>
  /** Resolves when nothing is left to do for calls that have ended; a program asks at its end. */
  drain?(): Promise<void>
}

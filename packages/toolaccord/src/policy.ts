import type { CallContext } from './call.ts'
import type { Outcome } from './outcome.ts'
import type { AnyTool } from './tool.ts'

/** One call on its way through the policies. */
export interface CallRequest extends CallContext {
  readonly tool: AnyTool
  /** As the caller gave them, not parsed yet. */
  readonly args: unknown
}

/** What a server asks around every call. The first of the list is the outermost. */
export interface Policy {
  readonly name: string
  around(request: CallRequest, next: (request: CallRequest) => Promise<Outcome>): Promise<Outcome>
}

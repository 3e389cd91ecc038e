import type { Deadline } from '../async/deadline.ts'
import type { CallOptions, Caller, Client, Face, Progress } from '../define/call.ts'
import type { CompiledTool } from '../define/compiled-tool.ts'
import { type Conversation, noConversation } from '../define/conversation.ts'
import type { CallRequest } from '../define/policy.ts'
import type { AnyTool } from '../define/tool.ts'
import type { Logger } from '../log/log.ts'

/** The facts about a call that its options do not hold. */
export interface RequestFacts extends Pick<CallRequest, 'refuse' | 'kindOf' | 'log' | 'budget'> {
  readonly id: string
  readonly found: CompiledTool
  readonly args: unknown
  readonly deadline: Pick<Deadline, 'signal'>
  readonly onProgress: (progress: Progress) => void
}

const isOff = () => false

/**
 * One call on its way through the policies to its tool. Every fact about a call is copied here, and
 * nowhere else, from what the face said.
 */
export class RunningRequest implements CallRequest {
  readonly id: string
  readonly face: Face
  readonly tool: AnyTool
  readonly calledAs: string
  readonly args: unknown
  readonly client: Client | undefined
  readonly caller: Caller | undefined
  readonly isLocal: boolean | undefined
  readonly idempotencyKey: string | undefined
  readonly traceparent: string | undefined
  readonly consent: CallOptions['consent']
  readonly budget: number | undefined
  readonly log: Logger
  readonly flag: (name: string) => boolean
  readonly onProgress: (progress: Progress) => void
  readonly answers: Conversation['answers']
  readonly state: unknown
  readonly capabilities: Conversation['capabilities']
  readonly ask: Conversation['ask']
  readonly refuse: CallRequest['refuse']
  readonly kindOf: CallRequest['kindOf']
  readonly #deadline: Pick<Deadline, 'signal'>

  constructor(facts: RequestFacts, options: CallOptions) {
    const conversation = options.conversation ?? noConversation
    this.id = facts.id
    this.face = options.face ?? 'direct'
    this.tool = facts.found.tool
    this.calledAs = facts.found.calledAs
    this.args = facts.args
    this.client = options.client
    this.caller = options.caller
    this.isLocal = options.isLocal
    this.idempotencyKey = options.idempotencyKey
    this.traceparent = options.traceparent
    this.consent = options.consent
    this.budget = facts.budget
    this.log = facts.log
    this.flag = isOff
    this.onProgress = facts.onProgress
    this.answers = conversation.answers
    this.state = conversation.state
    this.capabilities = conversation.capabilities
    this.ask = conversation.ask
    this.refuse = facts.refuse
    this.kindOf = facts.kindOf
    this.#deadline = facts.deadline
  }

  /** Made when it is read, because making a signal costs more than the rest of a small call. */
  get signal(): AbortSignal {
    return this.#deadline.signal
  }
}

/** A request with some of it changed; its signal stays unmade unless the changes have one. */
export function changeRequest(request: CallRequest, changes: Partial<CallRequest>): CallRequest {
  const { signal, ...others } = changes
  const source = signal === undefined ? request : { signal }
  return Object.defineProperty({ ...request, ...others }, 'signal', {
    enumerable: true,
    get: () => source.signal,
    // The cast says what the property adds.
  }) as CallRequest
}

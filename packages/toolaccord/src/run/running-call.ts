import type {
  Call,
  CallOptions,
  Caller,
  Client,
  Face,
  FailOptions,
  Progress,
  RunningJob,
} from '../define/call.ts'
import type { CompiledTool } from '../define/compiled-tool.ts'
import type { CallRequest } from '../define/policy.ts'
import { type Conversation, noConversation } from '../define/questions/conversation.ts'
import type { TypedQuestion } from '../define/questions/typed-question.ts'
import type { AnyTool } from '../define/tool.ts'
import type { Logger } from '../log/log.ts'
import { withFields } from '../log/with-fields.ts'
import type { ContentBlock } from '../outcome/content.ts'
import { type FailureInit, type ProblemInit, failure, rejection } from '../outcome/failure.ts'
import type { NextStep, Notes, Page } from '../outcome/outcome.ts'
import { toWarning } from '../outcome/warnings.ts'
import type { CallerSignal } from '../signals/caller-signal.ts'
import { type Deadline, startDeadline } from '../signals/start-deadline.ts'
import { Interview } from './interview.ts'

/** The facts about a call that its options do not hold. */
export interface RequestFacts extends Pick<CallRequest, 'refuse' | 'kindOf' | 'log' | 'budget'> {
  readonly id: string
  readonly found: CompiledTool
  readonly args: unknown
  /** The time limit, counted from the construction of the request. */
  readonly timeoutMs: number
  readonly onProgress: (progress: Progress) => void
  readonly job?: RunningJob | undefined
  readonly flag?: ((name: string) => boolean) | undefined
}

const noFlags = () => false

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
  readonly agreeBy: string | undefined
  readonly budget: number | undefined
  readonly log: Logger
  readonly flag: (name: string) => boolean
  readonly onProgress: (progress: Progress) => void
  readonly answers: Conversation['answers']
  readonly state: unknown
  readonly capabilities: Conversation['capabilities']
  readonly unreachable: Conversation['unreachable']
  readonly ask: Conversation['ask']
  readonly refuse: CallRequest['refuse']
  readonly kindOf: CallRequest['kindOf']
  readonly timeoutMs: number
  readonly waitMs: number | undefined
  readonly job: RunningJob | undefined
  readonly #callerSignal: CallerSignal | undefined
  readonly beganAt = performance.now()
  #deadline: Deadline | undefined
  #isOver = false

  constructor(
    facts: RequestFacts,
    options: CallOptions,
    conversation: Conversation = options.conversation ?? noConversation,
  ) {
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
    this.agreeBy = options.agreeBy
    this.budget = facts.budget
    this.log = facts.log
    this.flag = facts.flag ?? noFlags
    this.onProgress = facts.onProgress
    this.answers = conversation.answers
    this.state = conversation.state
    this.capabilities = conversation.capabilities
    this.unreachable = conversation.unreachable
    this.ask = conversation.ask
    this.refuse = facts.refuse
    this.kindOf = facts.kindOf
    this.timeoutMs = facts.timeoutMs
    this.waitMs = options.waitMs
    this.job = facts.job
    this.#callerSignal = options.signal
  }

  get signal(): AbortSignal {
    return this.startDeadline().signal
  }

  get elapsedMs(): number {
    return performance.now() - this.beganAt
  }

  /** Starts the deadline when it is first needed: a call that waits for nothing has no timer. */
  startDeadline(): Deadline {
    this.#deadline ??= startDeadline(this.timeoutMs, this.#callerSignal, this.elapsedMs)
    // Work that a call leaves behind may still read the signal.
    if (this.#isOver) this.#deadline.clear()
    return this.#deadline
  }

  /** Leaves neither a timer nor a listener behind. */
  end(): void {
    this.#isOver = true
    this.#deadline?.clear()
  }
}

/** A request with some of its properties changed. Its signal stays lazy. */
export function changeRequest(request: CallRequest, changes: Partial<CallRequest>): CallRequest {
  const { signal, ...others } = changes
  // A spread leaves out the getter of the class, so the signal is defined anew.
  const changed = { ...request, ...others }
  const source = signal === undefined ? request : { signal }
  return Object.defineProperty(changed, 'signal', { enumerable: true, get: () => source.signal })
}

/**
 * The call that a running tool sees. Nearly all properties are getters, so that a tool may
 * destructure it and a call makes only what is used.
 */
export class RunningCall implements Call {
  readonly tool: string
  readonly #request: CallRequest
  readonly #beganAt: number
  #notes: Notes | undefined
  #log: Logger | undefined
  #interview: Interview | undefined

  constructor(request: CallRequest, beganAt = performance.now()) {
    this.tool = request.tool.name
    this.#request = request
    this.#beganAt = beganAt
  }

  /** The notes that a tool has made on its call so far. */
  static notesOf(call: RunningCall): Notes | undefined {
    return call.#notes
  }

  /** How long a call has been running, in milliseconds. */
  static durationOf(call: RunningCall): number {
    return performance.now() - call.#beganAt
  }

  get id() {
    return this.#request.id
  }
  get face() {
    return this.#request.face
  }
  get client() {
    return this.#request.client
  }
  get caller() {
    return this.#request.caller
  }
  get isLocal() {
    return this.#request.isLocal
  }
  get budget() {
    return this.#request.budget
  }
  get signal() {
    return this.#request.job?.signal ?? this.#request.signal
  }
  get log() {
    const { id, log } = this.#request
    this.#log ??= withFields(log, { id, tool: this.tool })
    return this.#log
  }
  get capabilities() {
    return this.#request.capabilities
  }
  get ask(): Call['ask'] {
    // The casts here and below say what the schema of each question has checked.
    return (key: string, question: TypedQuestion) =>
      this.#interviewer().ask({ [key]: question })[key] as never
  }
  get askAll(): Call['askAll'] {
    return (questions: Readonly<Record<string, TypedQuestion>>) =>
      this.#interviewer().ask(questions) as never
  }
  get keep(): Call['keep'] {
    // The cast holds because the state is sealed: what is kept is what was made.
    return (key: string, make: () => unknown) => this.#interviewer().keep(key, make) as never
  }
  get flag() {
    return this.#request.flag
  }
  get fail() {
    return (code: string, options: FailOptions = {}): never => {
      const { cause } = options
      if (cause !== undefined) {
        this.#request.log.debug(`tool ${this.tool} fails with ${code}`, { id: this.id, cause })
      }
      throw failure(code, options)
    }
  }
  get reject() {
    return (problems: readonly [ProblemInit, ...ProblemInit[]], init?: FailureInit): never => {
      throw rejection(problems, init)
    }
  }
  get warn() {
    return (code: string, message: string, context?: Readonly<Record<string, unknown>>) => {
      const former = this.#notes?.warnings ?? []
      this.#note({ warnings: [...former, toWarning(code, message, context)] })
    }
  }
  get say() {
    return (message: string) => this.#note({ message })
  }
  get instruct() {
    return (instruction: string) => this.#note({ instruction })
  }
  get suggest() {
    return (...steps: readonly NextStep[]) => {
      const former = this.#notes?.next ?? []
      this.#note({ next: [...former, ...steps] })
    }
  }
  get page() {
    return (page: Omit<Page, 'hasMore'>) =>
      this.#note({ page: { ...page, hasMore: page.cursor !== null } })
  }
  get attach() {
    return (block: ContentBlock) => {
      const former = this.#notes?.attachments ?? []
      this.#note({ attachments: [...former, block] })
    }
  }
  get progress() {
    const { job, onProgress } = this.#request
    const report = job?.onProgress?.bind(job) ?? onProgress
    return (done: number, total?: number, message?: string) => report({ done, total, message })
  }
  get resumed() {
    return this.#request.job?.resumed
  }
  get checkpoint() {
    return async (state: unknown) => this.#request.job?.checkpoint(state)
  }

  /** Made when a tool first asks: most never do. */
  #interviewer(): Interview {
    this.#interview ??= new Interview(this.#request)
    return this.#interview
  }

  #note(more: Notes): void {
    this.#notes = { ...this.#notes, ...more }
  }
}

/** The calls of a server that are running; one more costs a small call next to nothing. */
export class RunningCalls {
  readonly #running = new Set<CallRequest>()
  /** The tool that was called last. Work that it left behind may outlive its call. */
  latest: string | undefined

  begin(request: CallRequest): void {
    this.#running.add(request)
  }

  end(request: CallRequest): void {
    this.#running.delete(request)
  }

  /** The names of the tools that are running, and of the one that was called last. */
  tools(): readonly string[] {
    const names = new Set([...this.#running].map(({ tool }) => tool.name))
    if (this.latest !== undefined) names.add(this.latest)
    return [...names]
  }
}
